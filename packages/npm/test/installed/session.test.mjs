// A live server in tests: the official SDK's, over stdio and HTTP, and workflows that a model plays.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { model } from './model.mjs';
import { fixture, folderWith, isAlive, pidIn, program, run, start, until } from './user.mjs';

const FILES = ['session.mjs', 'sdk-server.mjs', 'silent-server.mjs', 'living-server.mjs'].map(fixture);

/** What the model asks for first. */
const ADD = { tool: 'add', args: { a: 5, b: 3 } };

async function script(deed, env = {}) {
  const cwd = await folderWith(...FILES);
  const { code, stderr } = await run('node', ['session.mjs', deed], { cwd, env: { MCPVALS: program, ...env } });
  assert.equal(code, 0, stderr);
  return { told: JSON.parse(stderr.trimEnd().split('\n').pop()), cwd };
}

const told = async (deed, env) => (await script(deed, env)).told;

test('one server for all calls', async () => assert.deepEqual(await told('state'), ['1', '2']));

test('tools, resources and prompts', async () => {
  assert.deepEqual(await told('lists'), [['count', 'who', 'fail'], ['test://readme'], 'Read me', ['greet'], 'Hello']);
});

test('a tool that fails is thrown', async () => {
  const [fail, none] = await told('errors');
  assert.deepEqual(fail, { name: 'ToolCallError', message: 'it is broken' });
  assert.match(none.message, /none/);
});

test('over HTTP, with headers', async () => {
  const { child, done } = start('node', ['sdk-server.mjs', '--http'], { cwd: await folderWith(...FILES) });
  try {
    const url = await new Promise((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())));
    assert.equal(await told('http', { SERVER_URL: url }), 'me');
  } finally {
    child.kill();
    await done;
  }
});

test('a server that cannot be reached says why', async () => {
  assert.match((await told('missing')).message, /the server could not be reached: [^]*no-such-program-at-all/);
  assert.match((await told('dies')).message, /the server could not be reached: [^]*stderr {4}no licence/);
  assert.match((await told('unheeded')).message, /server\.auth: a live session in tests cannot heed this/);
  const { told: silent, cwd } = await script('silent');
  assert.match(silent.message, /the server could not be reached: .*timed out/i);
  const server = await pidIn(join(cwd, 'server.pid'));
  await until(() => !isAlive(server), 'the server is gone');
});

test('tests that are killed leave no process', async () => {
  const cwd = await folderWith(...FILES);
  const { child, done } = start('node', ['session.mjs', 'hang'], { cwd, env: { MCPVALS: program } });
  const processes = [await pidIn(join(cwd, 'server.pid')), await pidIn(join(cwd, 'child.pid'))];
  child.kill('SIGKILL');
  await done;
  await until(() => !processes.some(isAlive), 'server and child are gone');
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
    assert.match((await told('noModel')).message, /ANTHROPIC_API_KEY/);
  } finally {
    double.close();
  }
});
