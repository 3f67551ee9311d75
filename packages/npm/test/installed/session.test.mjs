// A live server in tests: of the official SDK, over stdio and HTTP, and one of our own; and workflows that a model plays. The user has
// `mcpvals` installed, and no client of MCP.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { model } from './model.mjs';
import { FIXTURES, USER } from './places.mjs';
import { fixture, folderWith, isAlive, nothingOfOursIn, oursIn, pidIn, program, run, start, until } from './user.mjs';

const FILES = ['session.mjs', 'odd-server.mjs', 'silent-server.mjs', 'good.json', 'odd.json'].map(fixture);
const SHARED = { MCPVALS: program, SERVERS: FIXTURES };

/** What the model asks for first. */
const ADD = { tool: 'add', args: { a: 5, b: 3 } };

async function script(deed, env = {}) {
  const cwd = await folderWith(...FILES);
  const { code, stderr } = await run('node', ['session.mjs', deed], { cwd, env: { ...SHARED, ...env } });
  assert.equal(code, 0, stderr);
  // Warnings of the process come when it likes.
  const lines = stderr.trimEnd().split('\n');
  return { told: JSON.parse(lines.filter((line) => !line.startsWith('(')).pop()), stderr, cwd };
}

const told = async (deed, env) => (await script(deed, env)).told;

/** Waits until the server that was started in a folder is gone. */
async function serverIsGone(cwd) {
  const server = await pidIn(join(cwd, 'server.pid'));
  await until(() => !isAlive(server), 'the server is gone');
}

test('no client of MCP is installed', () => assert.equal(existsSync(join(USER, 'node_modules/@modelcontextprotocol')), false));

test('one server for all calls', async () => assert.deepEqual(await told('state'), ['1', '2']));

test('tools, resources and prompts', async () => {
  assert.deepEqual(await told('lists'), [['count', 'who', 'fail'], ['test://readme'], 'Read me', ['greet'], 'Hello']);
});

test('any other request', async () => {
  const [echo, none] = await told('request');
  assert.deepEqual(echo, { echo: { a: 1 } });
  assert.deepEqual([none.name, none.code], ['McpError', -32601]);
});

test('a tool that fails is thrown', async () => {
  const [fail, none] = await told('errors');
  assert.deepEqual(fail, { name: 'ToolCallError', message: 'it is broken' });
  assert.match(none.message, /none/);
});

test('an error of the server is thrown, with its code and its data', async () => {
  const thrown = { name: 'McpError', message: 'MCP error -32050: not today', code: -32050, data: { until: 'tomorrow' } };
  assert.deepEqual(await told('refuses'), thrown);
});

test('errors can be told by their classes', async () => assert.deepEqual(await told('classes'), [true, true, true]));

test('over HTTP, with headers and a token', async () => {
  const { child, done } = start('node', [fixture('sdk-server.mjs'), '--http', 'open-sesame'], { cwd: await folderWith() });
  try {
    const url = await new Promise((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())));
    const { code, message } = await told('noToken', { SERVER_URL: url });
    assert.equal(code, 'unreachable');
    assert.match(message, /401/);
    assert.equal(await told('http', { SERVER_URL: url, TOKEN: 'open-sesame' }), 'me');
  } finally {
    child.kill();
    await done;
  }
});

test('the client is as the server block says', async () => {
  const { protocolVersion, capabilities, clientInfo } = await told('client');
  assert.deepEqual([protocolVersion, capabilities, clientInfo.name], ['2025-03-26', {}, 'mine']);
});

test('calls that are made together get their own answers, and each has its own time', async () => {
  const { texts, refused, hello, quick } = await told('together');
  assert.deepEqual([texts, refused.code, hello.clientInfo.name, quick], [['slow', 'fast'], -32050, 'mcpvals', {}]);
});

test('calls that are made together are open at the same time', async () => {
  assert.deepEqual(await told('meet'), ['a', 'b']);
});

test('no answer in time is thrown, and the session goes on', async () => {
  const [late, next] = await told('late');
  assert.deepEqual([late.name, next], ['NoAnswerError', 'fast']);
  assert.match(late.message, /^tools\/call: .* 500 ms/);
  assert.match((await told('deadlineOfConfig')).message, / 1000 ms/);
  assert.match((await told('deadlineForPath')).message, / 700 ms/);
});

test('an answer that is none is thrown, and the session goes on', async () => {
  const [nothing, next] = await told('nothing');
  assert.equal(next, 'fast');
  assert.match(nothing.message, /^tools\/call: /);
});

test('a server that ends is told', async () => {
  for (const { name, message } of await told('ends')) {
    assert.equal(name, 'NoAnswerError');
    assert.match(message, /the connection ended/);
  }
});

test('a broken protocol is a warning, told once, and fails nothing', async () => {
  const { told: found, stderr } = await script('noise');
  assert.deepEqual(found, { before: 0, said: ['noisy', 'noisy'], kinds: ['noise-on-stdout', 'noise-on-stdout'] });
  assert.equal(stderr.match(/ProtocolViolationWarning: noise-on-stdout: .*noise.* \(see https:\/\//g)?.length, 1, stderr);
});

test('what breaks it beside the calls is told at the end', async () => {
  assert.deepEqual(await told('besides'), { before: 0, kinds: ['noise-on-stdout'] });
});

test('a session that is closed answers nothing', async () => {
  assert.deepEqual(await told('closed'), { name: 'NoAnswerError', message: 'the session is closed' });
});

test("debug shows the server's stderr", async () => {
  assert.match((await script('debug')).stderr, /stderr +odd words/);
  assert.doesNotMatch((await script('request')).stderr, /odd words/);
});

test('a config, or the path of one, does for a server', async () => {
  const tools = ['add', 'subtract', 'multiply', 'divide', 'describe'];
  assert.deepEqual([await told('named'), await told('path')], [tools, tools]);
  assert.match((await told('unnamed')).message, /^cannot start server `none` .*no-such-program-at-all/);
  assert.match((await told('noPath')).message, /^none\.json: cannot read the file/);
});

test('a server that cannot be reached says why', async () => {
  const missing = await told('missing');
  assert.deepEqual([missing.name, missing.code, missing.exitCode], ['McpvalsError', 'unreachable', 3]);
  assert.match(missing.message, /^cannot start the server .*no-such-program-at-all.*$/);
  const dies = await told('dies');
  assert.match(dies.message, /exit code 3\nThe server wrote on stderr:\n {2}no licence$/);
  assert.deepEqual([missing.stderr, dies.stderr], ['', 'no licence\n']);
  const { told: silent, cwd } = await script('silent');
  assert.match(silent.message, /did not answer .*500 ms/);
  await serverIsGone(cwd);
});

test('a server block that cannot be used says why, with the place', async () => {
  const misspelt = await told('misspelt');
  assert.deepEqual([misspelt.name, misspelt.code], ['McpvalsError', 'usage']);
  assert.match(misspelt.message, /^config\/server\/startupTimeuot: unknown field `startupTimeuot`; did you mean `startupTimeout`\?/);
  assert.deepEqual(
    misspelt.mistakes.map(({ pointer, nearest }) => [pointer, nearest]),
    [['/server/startupTimeuot', 'startupTimeout']],
  );
  assert.equal((await told('function')).name, 'ConfigValueError');
});

test('the config is in no file, and nothing is left in the folder for temporary files', async () => {
  const place = join(await folderWith(), 'tmp');
  await mkdir(place);
  for (const deed of ['state', 'dies', 'misspelt']) await told(deed, { TMPDIR: place });
  const cwd = await folderWith(...FILES);
  const { child, done } = start('node', ['session.mjs', 'hang'], { cwd, env: { ...SHARED, TMPDIR: place } });
  await pidIn(join(cwd, 'server.pid'));
  assert.deepEqual(await oursIn(place), []);
  child.kill('SIGKILL');
  await done;
  await serverIsGone(cwd);
  assert.deepEqual(await oursIn(place), []);
});

test('a teardown does not wait for a call, and the server is gone', async () => {
  const { told: ended, cwd } = await script('busy');
  assert.deepEqual(ended.call, { name: 'NoAnswerError', message: 'the session is closed' });
  // The program would not be asked to hurry before 8 s.
  assert.ok(ended.tookMs < 7000, `${ended.tookMs} ms`);
  await serverIsGone(cwd);
});

test('tests that forget the teardown end, and so does the server', async () => {
  const { told: said, cwd } = await script('forgets');
  assert.equal(said, 'fast');
  await serverIsGone(cwd);
});

test('tests that are killed leave no process', async () => {
  const cwd = await folderWith(...FILES);
  const { child, done } = start('node', ['session.mjs', 'hang'], { cwd, env: { ...SHARED, TMPDIR: cwd } });
  const processes = [await pidIn(join(cwd, 'server.pid')), await pidIn(join(cwd, 'child.pid'))];
  child.kill('SIGKILL');
  await done;
  await until(() => !processes.some(isAlive), 'server and child are gone');
});

test('tests that are killed while they wait for an answer leave no process', async () => {
  const cwd = await folderWith(...FILES);
  const { child, done } = start('node', ['session.mjs', 'hangBusy'], { cwd, env: { ...SHARED, TMPDIR: cwd } });
  await pidIn(join(cwd, 'called'));
  child.kill('SIGKILL');
  await done;
  await serverIsGone(cwd);
});

test('a workflow that is killed leaves no folder', async () => {
  let asked = false;
  const silent = await model(() => ((asked = true), new Promise(() => {})));
  try {
    const cwd = await folderWith(...FILES);
    const { child, done } = start('node', ['session.mjs', 'workflow'], { cwd, env: { ...SHARED, TMPDIR: cwd, MODEL: silent.url } });
    await until(() => asked, 'the model is asked');
    assert.equal((await oursIn(cwd)).length, 1);
    child.kill('SIGKILL');
    await done;
    await nothingOfOursIn(cwd);
  } finally {
    silent.close();
  }
});

test('a workflow is played by a model, and told', async () => {
  const double = await model(({ messages }) => (messages.at(-1).role === 'user' ? ADD : { text: 'It is 8.' }));
  try {
    const env = { MODEL: double.url };
    const { success, messages, toolCalls, result, executionTime } = await told('workflow', env);
    assert.deepEqual([success, result], [true, 'It is 8.']);
    assert.deepEqual(
      messages.map(({ role, content }) => `${role}: ${content}`),
      ['user: Add 5 and 3', 'assistant: It is 8.', 'user: And 2', 'assistant: It is 8.'],
    );
    assert.deepEqual(toolCalls, [
      { name: 'add', args: { a: 5, b: 3 } },
      { name: 'add', args: { a: 5, b: 3 } },
    ]);
    assert.ok(executionTime > 0);
    const failing = await told('failing', env);
    assert.equal(failing.success, false);
    assert.match(failing.details, /^FAIL {2}workflow\/workflow[^]*nine/);
    assert.equal((await told('workflowOfConfig', env)).success, true);
    assert.match((await told('noModel')).message, /ANTHROPIC_API_KEY/);
    assert.match((await told('pathOfWorkflow')).message, /cannot be put into good\.json/);
  } finally {
    double.close();
  }
});
