// `mcpvals` and `mcp-evaluate` as npm installs them: the words, the bytes, the exit codes and the signals of the program itself.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { EXAMPLES, WITHOUT_PROGRAM } from './places.mjs';
import { fixture, folderWith, isAlive, mcpvals, pidIn, program, run, start, until } from './user.mjs';

const seed = () => folderWith(join(EXAMPLES, 'seed'));
const silent = () => folderWith(fixture('silent-server.mjs'), fixture('silent.config.json'));

/** The process that is the program, of a launcher's children; as Linux tells it. */
async function programOf(launcher) {
  const children = (await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8')).trim().split(' ');
  for (const pid of children) if ((await readlink(`/proc/${pid}/exe`)) === program) return Number(pid);
  throw new Error(`none of ${children} is ${program}`);
}

test('npx mcpvals eval runs the config of the quick start', async () => {
  const cwd = await seed();
  const ran = await run('npx', ['--offline', 'mcpvals', 'eval', 'mcp-eval.config.ts', '--llm-judge'], {
    cwd,
    env: { OPENAI_API_KEY: 'none' },
  });
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /score 100 % \(3 of 3 passed\)/);
});

test('npx mcp-evaluate is there', async () => {
  const { code, stdout } = await run('npx', ['--offline', 'mcp-evaluate', '--version']);
  assert.deepEqual([code, /^mcp-evaluate \d+\.\d+\.\d+\n$/.test(stdout)], [0, true], stdout);
  const listed = await run('npx', ['--offline', 'mcp-evaluate', 'requirements', '--json']);
  assert.equal(listed.code, 0);
  assert.match(JSON.stringify(JSON.parse(listed.stdout)), /functionality-match/);
});

test('stdout is that of the program, to the byte', async () => {
  const ours = await run(mcpvals, ['schema', 'typescript']);
  assert.equal(ours.stdout, execFileSync(program, ['schema', 'typescript'], { encoding: 'utf8' }));
});

test('stdin reaches the program', async () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'ping' };
  const { stdout } = await run(mcpvals, ['example-server'], { input: `${JSON.stringify(request)}\n` });
  assert.equal(JSON.parse(stdout.trim().split('\n').pop()).id, 7);
});

for (const [code, words, what] of [
  [1, ['eval', 'failing.json'], 'a failing case'],
  [2, ['eval', 'none.json'], 'no config'],
  [3, ['eval', 'unreachable.json'], 'no server'],
  [4, ['eval', 'failing.json', '--filter', 'none'], 'nothing to run'],
]) {
  test(`exit code ${code}: ${what}`, async () => {
    const cwd = await folderWith(fixture('failing.json'), fixture('unreachable.json'));
    const ran = await run(mcpvals, words, { cwd, env: { MCPVALS: program } });
    assert.equal(ran.code, code, ran.stderr);
  });
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  test(`${signal} ends the run in good order, and its server`, async () => {
    const cwd = await silent();
    const { child, done } = start(mcpvals, ['eval', 'silent.config.json', '-r', 'json=report.json'], { cwd });
    const server = await pidIn(join(cwd, 'server.pid'));
    child.kill(signal);
    const ended = await done;
    assert.deepEqual([ended.code, ended.signal], [130, null], ended.stderr);
    assert.equal(JSON.parse(await readFile(join(cwd, 'report.json'), 'utf8')).interrupted, true);
    await until(() => !isAlive(server), 'the server is gone');
  });
}

test('a launcher that is killed leaves no process', async () => {
  const cwd = await silent();
  const { child, done } = start(mcpvals, ['eval', 'silent.config.json'], { cwd });
  const server = await pidIn(join(cwd, 'server.pid'));
  child.kill('SIGKILL');
  assert.equal((await done).signal, 'SIGKILL');
  await until(() => !isAlive(server), 'the server is gone');
});

test('a program that a signal ends, ends the launcher in the same way', async () => {
  const cwd = await silent();
  const { child, done } = start(mcpvals, ['eval', 'silent.config.json'], { cwd });
  const server = await pidIn(join(cwd, 'server.pid'));
  process.kill(await programOf(child.pid), 'SIGKILL');
  assert.equal((await done).signal, 'SIGKILL');
  await until(() => !isAlive(server), 'the server is gone');
});

test('a package that is missing is named, with what to do', async () => {
  for (const name of ['mcpvals', 'mcp-evaluate']) {
    const { code, stdout, stderr } = await run(join(WITHOUT_PROGRAM, 'node_modules/.bin', name), ['--version']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^error: the package @mcpvals\/\S+, which has the mcpvals program for .*--omit=optional.*MCPVALS_BINARY.*\n$/);
  }
});

test('MCPVALS_BINARY goes before what is installed', async () => {
  const { code, stdout } = await run(join(WITHOUT_PROGRAM, 'node_modules/.bin/mcpvals'), ['--version'], {
    env: { MCPVALS_BINARY: program },
  });
  assert.deepEqual([code, stdout.startsWith('mcpvals ')], [0, true]);
  const wrong = await run(mcpvals, ['--version'], { env: { MCPVALS_BINARY: '/nowhere/mcpvals' } });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /MCPVALS_BINARY is `\/nowhere\/mcpvals`, and there is no such file/);
  const unfit = await run(mcpvals, ['--version'], { env: { MCPVALS_BINARY: fixture('failing.json') } });
  assert.equal(unfit.code, 126);
  assert.match(unfit.stderr, /^error: the mcpvals program cannot be executed: /);
});
