// A live session without a server: what the program gets as a config, and how it is spoken to.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Dialogue } from '../../dist/testing/server/dialogue.js';
import { givenConfig, serversOf } from '../../dist/testing/server/given.js';
import { allPages } from '../../dist/testing/server/lists.js';
import { Violations } from '../../dist/testing/server/violations.js';

let folder;
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'mcpvals-unit-'))));
after(() => rm(folder, { recursive: true }));

const server = { transport: 'stdio', command: 'node' };

test('a server becomes a config, and of a config the servers are taken', () => {
  assert.deepEqual(serversOf(server), { server });
  const played = { toolHealthSuites: [], oauth2Suites: [], workflows: [], matrix: {} };
  const kept = { servers: { a: server }, models: [], misspelt: 1 };
  assert.deepEqual(serversOf({ ...played, ...kept }), kept);
});

test('a config goes over stdin in one line, with the deadline that was given', () => {
  const { words, firstLine } = givenConfig({ server: { ...server, env: { A: 'two\nlines' } }, timeout: 5 }, undefined);
  assert.deepEqual([words, firstLine.split('\n').length], [['--config=-'], 1]);
  const deadline = (timeout) => JSON.parse(givenConfig({ server, timeout: 5 }, timeout).firstLine).timeout;
  assert.deepEqual([deadline(undefined), deadline(7)], [5, 7]);
  assert.deepEqual(givenConfig('a.yaml', 7), { words: ['--config=a.yaml'] });
});

test('all pages are read, and no endless ones', async () => {
  const pages = { undefined: { items: [1], nextCursor: 'b' }, b: { items: [2] } };
  assert.deepEqual(await allPages('m', 'items', async ({ cursor }) => pages[cursor]), [1, 2]);
  await assert.rejects(
    allPages('m', 'items', async () => ({ items: [], nextCursor: 'again' })),
    /does not end: 1000 pages/,
  );
  await assert.rejects(
    allPages('m', 'items', async () => ({})),
    /m: the answer has no list `items`/,
  );
});

test('every violation is kept, and the same is told once', async () => {
  const told = [];
  const hear = ({ name, message }) => told.push(`${name}: ${message}`);
  process.on('warning', hear);
  const violations = new Violations();
  const one = { kind: 'invalid-json', message: 'no JSON', spec: 'https://spec' };
  violations.add([one, one]);
  violations.add([one, { ...one, message: 'none at all' }]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  assert.equal(violations.all.length, 4);
  const words = (message) => `ProtocolViolationWarning: invalid-json: ${message} (see https://spec)`;
  assert.deepEqual(told, [words('no JSON'), words('none at all')]);
});

const READY = 'say({ ready: { server: {} } });';

/** A dialogue with a script in the program's place; `answer` has what it does with a question, and `start` what before. */
async function dialogueWith({ start = READY, answer = '', isDebug = false, firstLine = undefined }) {
  const file = join(folder, 'program.mjs');
  const lines = [
    `#!${process.execPath}`,
    'import { createInterface } from "node:readline";',
    'const say = (line) => console.log(JSON.stringify(line));',
    start,
    `createInterface({ input: process.stdin }).on("line", (line) => { const asked = JSON.parse(line); ${answer} });`,
  ];
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o755);
  return dialogue(file, isDebug, firstLine);
}

function dialogue(file, isDebug = false, firstLine = undefined) {
  const { MCPVALS_BINARY: old } = process.env;
  process.env.MCPVALS_BINARY = file;
  try {
    return new Dialogue(['session'], isDebug, firstLine);
  } finally {
    if (old === undefined) delete process.env.MCPVALS_BINARY;
    else process.env.MCPVALS_BINARY = old;
  }
}

/** What the program does before it ends because of this. */
const fail = (error, exit, message) => `console.error(${JSON.stringify(JSON.stringify({ error, exit, message }))}); process.exit(${exit});`;
const ask = (dialogue, method) => dialogue.ask({ method }).then(({ result }) => result);
const isUnix = { skip: process.platform === 'win32' ? 'a script is no program there' : false };

test('an answer belongs to the question with its id', isUnix, async () => {
  const other = 'say({ id: 99, result: "not asked" });';
  const talk = await dialogueWith({ answer: `${other} say({ id: asked.id, result: asked.method });` });
  await talk.ready;
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((method) => ask(talk, method))), ['a', 'b', 'c']);
  await talk.end();
});

test('what stdin begins with comes before any question', isUnix, async () => {
  const talk = await dialogueWith({ start: '', answer: 'say(asked.id ? { id: asked.id, result: 1 } : { ready: asked });', firstLine: '{"a":1}' });
  assert.deepEqual(await talk.ready, { a: 1 });
  assert.equal(await ask(talk, 'a'), 1);
  await talk.end();
});

test('no question waits for another, and one that cannot be said holds up none', isUnix, async () => {
  const last = 'if (asked.method === "c") open.splice(0).forEach(({ id, method }) => say({ id, result: method, tookMs: id }));';
  const talk = await dialogueWith({ start: `const open = []; ${READY}`, answer: `open.unshift(asked); ${last}` });
  await talk.ready;
  const answers = [talk.ask({ method: 'a' }), talk.ask({ method: 'b', params: { big: 1n } }), talk.ask({ method: 'c' })];
  assert.deepEqual(
    (await Promise.allSettled(answers)).map(({ status, value }) => (value ? [value.result, value.tookMs] : status)),
    [['a', 1], 'rejected', ['c', 3]],
  );
  await talk.end();
});

test('a program that ends while it is asked, or says what it must not, is told', isUnix, async () => {
  const ending = await dialogueWith({ answer: fail('internal', 70, 'a bug') });
  await ending.ready;
  const words = { name: 'NoAnswerError', message: 'the session is gone: a bug' };
  await assert.rejects(ask(ending, 'a'), words);
  await assert.rejects(ask(ending, 'b'), words);
  const babbling = await dialogueWith({ answer: 'console.log("hello?");' });
  await babbling.ready;
  await assert.rejects(ask(babbling, 'a'), /this is no line of `mcpvals session`: hello\?/);
  await Promise.all([ending.end(), babbling.end()]);
});

test('a program that does not start, or starts no session, is told', isUnix, async () => {
  const file = join(folder, 'no-program');
  await writeFile(file, 'nothing');
  await assert.rejects(dialogue(file).ready, { code: 'EACCES' });
  const ended = await dialogueWith({ start: fail('usage', 2, 'no config') });
  await assert.rejects(ended.ready, { name: 'McpvalsError', code: 'usage', message: 'no config' });
});

test('who has to do something is told at once, and all else with debug only', isUnix, async (t) => {
  const shown = [];
  const start = `console.error("sign in: here"); console.error("sent: sign in: x"); ${READY}`;
  t.mock.method(process.stderr, 'write', (text) => shown.push(text));
  for (const isDebug of [false, true]) {
    const talk = await dialogueWith({ start, isDebug });
    await talk.ready;
    await talk.end();
  }
  assert.deepEqual(shown, ['sign in: here\n', 'sign in: here\n', 'sent: sign in: x\n']);
});

test('a program that has not answered yet is ended all the same', isUnix, async () => {
  const talk = await dialogueWith({ start: 'setInterval(() => {}, 1000); say({ ready: { server: { pid: process.pid } } });' });
  const { pid } = (await talk.ready).server;
  const waits = assert.rejects(ask(talk, 'a'), { name: 'NoAnswerError', message: 'the session is closed' });
  await new Promise((resolve) => setImmediate(resolve));
  const start = performance.now();
  await talk.end();
  await waits;
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.ok(performance.now() - start < 7000, 'it was not waited for');
});
