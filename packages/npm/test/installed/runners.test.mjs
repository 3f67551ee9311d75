// `mcpvals/vitest`, `mcpvals/jest` and `mcpvals/node-test` under the runners themselves.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { USER, USER_OF_VITEST_3 } from './places.mjs';
import { fixture, folderOf, mcpvals, program, run } from './user.mjs';

const vitest = (name, user) => ({
  name,
  user,
  files: ['good.vitest.test.mjs', 'bad.vitest.test.mjs', 'untold.vitest.test.mjs'],
  words: (file) => [join(user, 'node_modules/vitest/vitest.mjs'), 'run', file, '--reporter=verbose', '--no-color'],
});
const jest = join(USER, 'node_modules/jest/bin/jest.js');
const RUNNERS = [
  vitest('vitest 4', USER),
  vitest('vitest 3', USER_OF_VITEST_3),
  {
    name: 'jest',
    user: USER,
    files: ['good.jest.test.mjs', 'bad.jest.test.mjs', 'untold.jest.test.mjs'],
    words: (file) => [
      '--experimental-vm-modules',
      '--no-warnings',
      jest,
      '--rootDir=.',
      '--testMatch',
      `**/${file}`,
      '--verbose',
      '--ci',
      '--watchman=false',
    ],
  },
  {
    name: 'node:test',
    user: USER,
    files: ['good.node.mjs', 'bad.node.mjs', 'untold.node.mjs'],
    words: (file) => ['--test', '--test-reporter=spec', file],
  },
];

/** Runs one file of tests; what the runner printed, both streams together. */
async function tests(runner, file, more = {}) {
  const cwd = await folderOf(runner.user, fixture(file), ...['good.json', 'failing.json', 'noisy.json'].map(fixture));
  const { code, stdout, stderr } = await run('node', runner.words(file), { cwd, env: { MCPVALS: program, CI: '1', NO_COLOR: '1', ...more } });
  return { code, cwd, text: stdout + stderr };
}

/** What the command line shows of a case, without times. */
async function shown(cwd) {
  const { stdout } = await run(mcpvals, ['eval', 'failing.json'], { cwd, env: { MCPVALS: program } });
  const blocks = stdout.split(/\n(?=FAIL|PASS|SKIP|ERROR| {6})/).filter((block) => block.startsWith('FAIL'));
  return blocks.map((block) =>
    block
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim()),
  );
}

for (const runner of RUNNERS) {
  const [good, bad, untold] = runner.files;

  test(`${runner.name}: what is right passes`, async () => {
    const { code, text } = await tests(runner, good);
    assert.equal(code, 0, text);
    assert.match(text, /adds/);
    assert.match(text, /refuses zero/);
  });

  test(`${runner.name}: what is wrong fails, and shows what the command line shows`, async () => {
    const { code, cwd, text } = await tests(runner, bad);
    assert.equal(code, 1, text);
    const blocks = await shown(cwd);
    assert.equal(blocks.length, 2);
    for (const line of blocks.flat()) assert.ok(text.includes(line), `${line}\nis not in\n${text}`);
    assert.match(text, /FAIL {2}Wrong answers\/.*wrong result/);
    assert.match(text, /expected {2}a score of at least 80 %/);
    assert.match(text, /expected "9", got "8"/);
  });

  const isUnix = { skip: process.platform === 'win32' ? 'a script is no program there' : false };
  test(`${runner.name}: what the run does not tell of fails`, isUnix, async () => {
    const env = { MCPVALS_BINARY: fixture('untold-program.mjs') };
    const ofCase = await tests(runner, untold, { ...env, UNTOLD: 'case' });
    assert.equal(ofCase.code, 1, ofCase.text);
    assert.match(ofCase.text, /the run says nothing of Suite\/second: it was not tested/);
    assert.doesNotMatch(ofCase.text, /no test says why/);
    const ofRun = await tests(runner, untold, { ...env, UNTOLD: 'run' });
    assert.equal(ofRun.code, 1, ofRun.text);
    assert.match(ofRun.text, /the run of any\.yaml did not pass, and no test says why/);
  });
}

test('vitest: matchers, failing tools and configs that are not there say why', async () => {
  const { text } = await tests(RUNNERS[0], 'bad.vitest.test.mjs');
  assert.match(text, /expected {2}a call of divide\n\s*actual {4}calls: add/);
  assert.match(text, /ToolCallError: division by zero/);
  assert.match(text, /cannot read the file/);
});

test('jest: a file that forgets the teardown does not keep Jest from ending', async () => {
  const { code, text } = await tests(RUNNERS[2], 'forgetful.jest.test.mjs');
  assert.equal(code, 0, text);
  assert.doesNotMatch(text, /did not exit/);
});

test('node:test: nothing to run and a broken protocol fail', async () => {
  const { text } = await tests(RUNNERS[3], 'bad.node.mjs');
  assert.match(text, /nothing to run: failing\.json has no suites of this kind/);
  assert.match(text, /the server broke the protocol\n\s*noise-on-stdout: /);
  assert.match(text, /▶ Noise\n\s+▶ Noisy\n\s+✔ add/);
});
