// `import { evaluate } from "mcpvals"`, as it is installed.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { model } from './model.mjs';
import { HOME } from './places.mjs';
import { fixture, folderWith, isAlive, mcpvals, nothingOfOursIn, oursIn, pidIn, program, run, start, until } from './user.mjs';

const FILES = ['library.mjs', 'failing.json', 'noisy.json', 'unreachable.json', 'silent-server.mjs', 'silent.config.json'].map(fixture);

/** What a script told, and what it printed. */
async function script(deed, env = {}) {
  const cwd = await folderWith(...FILES);
  const { code, stdout, stderr } = await run('node', ['library.mjs', deed], { cwd, env: { MCPVALS: program, TMPDIR: HOME, ...env } });
  assert.equal(code, 0, stderr);
  return { told: JSON.parse(stderr.trimEnd().split('\n').pop()), stdout, stderr, cwd };
}

/** A script with a folder of its own for temporary files, while it runs. */
async function started(deed, env = {}) {
  const cwd = await folderWith(...FILES);
  return { cwd, ...start('node', ['library.mjs', deed], { cwd, env: { MCPVALS: program, TMPDIR: cwd, ...env } }) };
}

const told = async (deed, env) => (await script(deed, env)).told;

test('the report has the shape of the older package, and the whole one beside it', async () => {
  const { told: report, stdout, stderr } = await script('path');
  const [suite] = report.toolHealthResults;
  assert.deepEqual(
    [report.passed, suite.suiteName, suite.passed, suite.totalTests, suite.passedTests, suite.failedTests],
    [false, 'Calculator', false, 4, 1, 2],
  );
  assert.ok(suite.averageLatency > 0 && Math.abs(suite.overallScore - 1 / 3) < 1e-9 && !Number.isNaN(Date.parse(report.timestamp)));
  const [add, average, refuses, skipped] = suite.results;
  assert.deepEqual([add.testName, add.toolName, add.passed, add.score, add.details, add.retryCount], ['add', 'add', true, 1, 'passed', 0]);
  assert.deepEqual(
    [average.toolName, average.passed, average.error],
    ['describe', false, 'expected {"count":4,"sum":10,"mean":2}, got {"count":4,"sum":10.0,"mean":2.5}'],
  );
  assert.match(
    refuses.details,
    /^FAIL {2}Calculator\/refuses <zero> & "nothing" {2}.*\n {2}expected {2}an error that contains "cannot divide"\n/,
  );
  assert.ok(stdout.includes(average.details) && stdout.includes(refuses.details), 'the console shows the same');
  assert.equal(skipped.details, 'skipped: to be done');
  assert.deepEqual([report.report.formatVersion, report.report.suites[0].cases.length, report.promptResults.length], [1, 4, 1]);
  assert.match(stderr, /^$/m);
});

test('stdout has what was asked for, and nothing else', async () => {
  assert.equal(JSON.parse((await script('json')).stdout).passed, false);
  const { stdout, stderr } = await script('quiet');
  assert.deepEqual([stdout, stderr], ['', '\nfalse\n']);
});

test('a config may be an object', async () => {
  assert.equal(await told('object'), true);
  assert.equal(await told('defined'), true);
  assert.deepEqual(await told('expression'), [true, false]);
});

test('what an object cannot say is told with its place', async () => {
  const { name, pointer, message } = await told('function');
  assert.deepEqual([name, pointer], ['ConfigValueError', '/toolHealthSuites/0/tests/0/args/a']);
  assert.match(message, /^config\/toolHealthSuites\/0\/tests\/0\/args\/a: a function .*put the config into a \.ts or \.js file/);
  assert.match((await told('cycle')).message, /\/args\/self: the value contains itself/);
});

test('what cannot be run is an error', async () => {
  const missing = await told('noConfig');
  assert.deepEqual([missing.name, missing.code, missing.exitCode], ['McpvalsError', 'usage', 2]);
  assert.match((await told('misspelt')).message, /unknown field `expectdResult`[^]*did you mean `expectedResult`/);
  assert.match((await told('option')).message, /evaluate has no option `toolHealthonly`; it has /);
  assert.match((await told('format')).message, /`reporter` is one of console, json/);
  assert.deepEqual([(await told('nothing')).code, (await told('cwd')).code], ['nothing-to-run', 'usage']);
});

test('a server that cannot be reached has a report', async () => {
  const result = await told('unreachable');
  assert.deepEqual([result.passed, result.metadata.case.verdict], [false, 'errored']);
  assert.match(result.error, /^unreachable: /);
  assert.match(result.details, /^ERROR Nobody\/add/);
});

test('options choose what is run', async () => {
  assert.deepEqual([await told('only'), await told('filter')], [0, 2]);
  assert.equal((await told('env')).errored, 1);
});

test('what fails the run fails the report', async () => assert.deepEqual(await told('strict'), [true, false]));

test('reports go to files, too', async () => {
  const { cwd } = await script('files');
  assert.ok(existsSync(join(cwd, 'out.xml')) && (await readFile(join(cwd, 'out.md'), 'utf8')).startsWith('<!-- mcpvals -->'));
});

test('events come in order, and the report is still shown', async () => {
  const { told: events, stdout } = await script('events');
  const ends = events.filter(({ type }) => type === 'test:completed').map(({ data }) => `${data.name} ${data.status}`);
  assert.deepEqual(ends.slice(0, 2), ['Calculator/add passed', 'Calculator/averages a list failed']);
  assert.deepEqual([events[0].type, stdout.startsWith('TAP version 14')], ['phase:started', true]);
  assert.equal((await told('throwing')).message, 'mine');
});

test('a reporter of the user gets the report', async () => assert.equal(await told('custom'), true));

test('ConsoleReporter shows what the command line shows', async () => {
  const { told: copied, stdout, cwd } = await script('console');
  const { stdout: shown } = await run(mcpvals, ['eval', 'failing.json'], { cwd, env: { MCPVALS: program } });
  const timeless = (text) => text.replace(/[\d.,]+ (ms|s)\b/g, 'time');
  assert.equal(timeless(stdout), timeless(shown));
  assert.match(copied.message, /ConsoleReporter can only show what `evaluate` returned/);
});

test('a signal ends the run and its server, and nothing of ours is left', async () => {
  const { told: ended, cwd } = await script('abort');
  assert.equal(ended.name, 'TimeoutError');
  const server = await pidIn(join(cwd, 'server.pid'));
  await until(() => !isAlive(server), 'the server is gone');
  assert.deepEqual(await oursIn(HOME), []);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL']) {
  test(`a script that ${signal} ends leaves no process and no folder`, async () => {
    const { cwd, child, done } = await started('hang');
    const server = await pidIn(join(cwd, 'server.pid'));
    assert.equal((await oursIn(cwd)).length, 1);
    child.kill(signal);
    assert.equal((await done).signal, signal);
    await until(() => !isAlive(server), 'the server is gone');
    // The program writes this report last: only then is the folder removed for good.
    await until(() => existsSync(join(cwd, 'out.md')), 'the program has ended in good order');
    await nothingOfOursIn(cwd);
  });
}

for (const deed of ['leave', 'leaveInReporter']) {
  test(`a script that exits in the middle leaves no folder: ${deed}`, async () => {
    const { cwd, done } = await started(deed);
    assert.equal((await done).code, 3);
    await nothingOfOursIn(cwd);
  });
}

test('a script whose output nobody reads leaves no folder', async () => {
  const { cwd, child, done } = await started('unread');
  child.stdout.destroy();
  assert.match((await done).stderr, /EPIPE/);
  await nothingOfOursIn(cwd);
});

test('a judge that is killed leaves no folder', async () => {
  let asked = false;
  const judge = await model(() => ((asked = true), new Promise(() => {})));
  try {
    const { cwd, child, done } = await started('judge', { MODEL: judge.url });
    await until(() => asked, 'the judge is asked');
    child.kill('SIGKILL');
    await done;
    await nothingOfOursIn(cwd);
  } finally {
    judge.close();
  }
});

test('no listener of the process is left', async () => {
  const { told: counts, stderr } = await script('listeners');
  assert.deepEqual(counts[1], counts[0]);
  assert.doesNotMatch(stderr, /MaxListenersExceededWarning/);
});

test('schemas say what the program says', async () => {
  const [good, mistakes, empty, server, url, workflow, user, none, fault] = await told('schemas');
  assert.deepEqual([good, workflow, none, server.transport], [true, true, [], 'stdio']);
  assert.deepEqual(mistakes, [
    {
      path: ['toolHealthSuites', 0, 'tests', 0, 'expectdResult'],
      message: 'unknown field `expectdResult`; did you mean `expectedResult`?',
    },
  ]);
  assert.equal(empty.name, 'ConfigError');
  assert.deepEqual(
    [url[0].path, user[0].path, fault[0].path],
    [['url'], ['steps', 0, 'user'], ['toolHealthSuites', 0, 'tests', 0, 'args', 'a']],
  );
});

test('runLlmJudge asks the judge', async () => {
  // It passes what says "right".
  const score = (request) => (JSON.stringify(request).includes('so right') ? 0.9 : 0.2);
  const judge = await model((request) => ({ text: JSON.stringify({ reason: 'as it says', score: score(request) }) }));
  try {
    const [one, [wrong, right], none] = await told('judge', { MODEL: judge.url });
    assert.deepEqual([one.score, one.passed, one.reason], [0.9, true, 'as it says']);
    assert.deepEqual([wrong.score, wrong.passed, right.passed, right.id], [0.2, false, true, 'second']);
    assert.match(none.message, /the config has no judge: set `llmJudge: true`/);
  } finally {
    judge.close();
  }
});
