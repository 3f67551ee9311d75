// What is said over the WebSocket, and who is told what.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { test } from 'node:test';
import { AuthenticationError, NotFoundError } from 'mcp-evaluator-sdk';
import { ENDS, isAsked } from '../../dist/event-types.js';
import { event, failure, fakeService, fakeSocket, good, until, usual } from './fake.mjs';

const refused = ({ id }, code) => ({ type: 'error', id, data: { error: { code, message: `${code} it is`, details: {} } } });

test('the first message says who we are, the second what is wanted: of one evaluation all from its begin', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  await service.client({ apiKey: 'secret' }).subscribe('e');
  assert.deepEqual(socket.said.map(({ number, id, ...rest }) => rest), [
    { type: 'auth', token: 'secret' },
    { type: 'subscribe', data: { evaluationId: 'e', events: [], lastEventId: '0' } },
  ]);
});

test('without a key nobody is introduced', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  await service.client({ apiKey: undefined }).connect();
  assert.deepEqual(socket.said, []);
});

test('all evaluations are heard from now on; `events` and `lastEventId` are passed on', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  const client = service.client();
  await client.subscribe();
  await client.subscribe('e', { events: ['progress', 'hook:*'], lastEventId: '12' });
  await client.subscribe('f', { lastEventId: null });
  assert.deepEqual(socket.of('subscribe').map(({ data }) => data), [
    { events: [] },
    { evaluationId: 'e', events: ['progress', 'hook:*'], lastEventId: '12' },
    { evaluationId: 'f', events: [] },
  ]);
  assert.ok((await failure(client.subscribe('e', { lastEventId: 'x' }))) instanceof TypeError);
});

test('a listener gets what the event says, and the message beside it', async (t) => {
  const service = await fakeService(t);
  const progress = event(7, 'evaluation:progress', { id: 'e', progress: { percentage: 66.7 } });
  fakeSocket(t, service, (message) => (message.type === 'subscribe' ? [usual(message), progress] : undefined));
  const client = service.client();
  const told = [];
  client.on('evaluation:progress', (data, message) => told.push(data.progress.percentage, message.eventId));
  await client.subscribe('e');
  await until(() => told.length > 0);
  assert.deepEqual(told, [66.7, '7']);
});

test('`once` hears once, and whoever was taken off hears nothing', async (t) => {
  const service = await fakeService(t);
  const status = { type: 'system:status', data: { queueLength: 2 } };
  const socket = fakeSocket(t, service);
  const client = service.client();
  const told = [];
  const off = () => told.push('off');
  client.once('system:status', () => told.push('once')).on('system:status', off).off('system:status', off);
  client.on('system:status', () => told.push('on'));
  await client.connect();
  for (let i = 0; i < 2; i += 1) socket.connections[0].send(JSON.stringify(status));
  await until(() => told.length === 3);
  assert.deepEqual(told, ['once', 'on', 'on']);
});

test('a command that is refused is an error of its code', async (t) => {
  const service = await fakeService(t);
  fakeSocket(t, service, (message) => (message.type === 'auth' ? undefined : [refused(message, 'RESOURCE_NOT_FOUND')]));
  const client = service.client();
  const errors = [await failure(client.subscribe('e')), await failure(client.getStatus('e'))];
  for (const error of errors) assert.ok(error instanceof NotFoundError && error.status === undefined && !error.retrySafe);
});

test('a key that is not taken is an error at once, and nothing is tried again', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service, (message, _, connection) => {
    setImmediate(() => connection.close(1008, 'no'));
    return [refused(message, 'AUTHENTICATION_REQUIRED')];
  });
  assert.ok((await failure(service.client().subscribe('e'))) instanceof AuthenticationError);
  assert.equal(socket.connections.length, 1);
});

test('a place without a WebSocket is an error at once', async (t) => {
  const service = await fakeService(t);
  service.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
  const error = await failure(service.client().connect());
  assert.deepEqual([error.code, error.retrySafe], ['CONNECTION_FAILED', false]);
  assert.match(error.message, /\/ws: answered with 404/);
});

test('answers find their commands, in whatever order they come', async (t) => {
  const service = await fakeService(t);
  const kept = [];
  fakeSocket(t, service, (message, _, connection) => {
    if (message.type === 'auth') return undefined;
    kept.push(usual(message));
    if (kept.length === 2) kept.reverse().forEach((answer) => connection.send(JSON.stringify(answer)));
    return [];
  });
  const client = service.client();
  const both = await Promise.all([client.getStatus('a'), client.getStatus('b')]);
  assert.deepEqual(both.map(({ data }) => data.evaluationId), ['a', 'b']);
});

test('a command that is not answered ends after `timeout`, by its signal, and by `close()`', async (t) => {
  const service = await fakeService(t);
  fakeSocket(t, service, (message) => (message.type === 'getStatus' ? [] : undefined));
  const client = service.client();
  await client.connect();
  assert.equal((await failure(client.getStatus('e', { timeout: 30 }))).code, 'CLIENT_TIMEOUT');
  assert.equal((await failure(client.getStatus('e', { signal: AbortSignal.timeout(30) }))).name, 'TimeoutError');
  const closed = failure(client.getStatus('e'));
  client.close();
  assert.equal((await closed).code, 'CLIENT_CLOSED');
});

test('`close()` says goodbye with 1000', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  const client = service.client();
  await client.connect();
  const closing = once(socket.connections[0], 'close');
  client.close();
  assert.equal((await closing)[0], 1000);
});

test('what cannot be understood is an error that is told, and the rest goes on', async (t) => {
  const service = await fakeService(t);
  const strange = ['no', '[]', '{}', '{"type":7,"data":{}}', '{"type":"evaluation:progress","data":null}'];
  fakeSocket(t, service, (message) => (message.type === 'subscribe' ? [...strange, usual(message)] : undefined));
  const client = service.client();
  const codes = [];
  client.on('error', ({ code }) => codes.push(code));
  await client.subscribe('e');
  assert.deepEqual(codes, strange.map(() => 'INVALID_RESPONSE'));
});

test('without a listener such an error is a warning, and not the end of the process', async (t) => {
  const service = await fakeService(t);
  fakeSocket(t, service, (message) => (message.type === 'subscribe' ? ['no', usual(message)] : undefined));
  const warned = once(process, 'warning');
  await service.client().subscribe('e');
  assert.equal((await warned)[0].name, 'MCPEvaluatorWarning');
});

test('after `unsubscribe` nothing more is told, though it may still come', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  const client = service.client();
  const told = [];
  client.on('evaluation:progress', ({ id }) => told.push(id));
  await client.subscribe('e');
  await client.subscribe('f');
  await client.unsubscribe('e');
  assert.deepEqual(socket.of('unsubscribe')[0].data, { evaluationId: 'e' });
  for (const id of ['e', 'f']) socket.connections[0].send(JSON.stringify(event(5, 'evaluation:progress', { id })));
  await until(() => told.length > 0);
  assert.deepEqual(told, ['f']);
});

test('of two subscriptions that overlap the same event is told once, and each tells only what it asked for', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service);
  const client = service.client();
  const told = [];
  for (const name of ENDS) client.on(name, () => told.push(name));
  await client.subscribe(undefined, { events: ['completed'] });
  await client.subscribe('e', { events: ['failed'] });
  const types = ['evaluation:failed', 'evaluation:completed', 'evaluation:cancelled', 'evaluation:completed'];
  [1, 2, 3, 2].forEach((place, index) => socket.connections[0].send(JSON.stringify(event(place, types[index], { id: 'e' }))));
  await client.getStatus('e');
  assert.deepEqual(told, ['evaluation:failed', 'evaluation:completed']);
});

test('whoever waits is woken by the event, and subscribes to nothing that others would hear', async (t) => {
  const service = await fakeService(t, [good({ status: 'running' }), good({ status: 'completed', score: 90 })]);
  const socket = fakeSocket(t, service);
  const client = service.client();
  const told = [];
  client.on('evaluation:completed', () => told.push('heard'));
  await client.connect();
  const result = client.evaluations.waitForCompletion('e', { pollInterval: 600_000 });
  await until(() => socket.of('subscribe').length === 1 && service.requests.length === 1);
  socket.connections[0].send(JSON.stringify(event(9, 'evaluation:completed', { id: 'e' })));
  assert.equal((await result).score, 90);
  await until(() => socket.of('unsubscribe').length === 1);
  assert.deepEqual(told, []);
});

test('the names of the AsyncAPI document are the generated ones, and patterns mean what the service means', async () => {
  const asyncapi = JSON.parse(await readFile(new URL('../../../../schemas/asyncapi.json', import.meta.url), 'utf8'));
  const names = Object.values(asyncapi.components.messages).map(({ name }) => name).filter((name) => name.includes(':'));
  const asked = (pattern) => names.filter((name) => isAsked(name, [pattern]));
  assert.deepEqual(asked('*'), names);
  assert.deepEqual(asked('progress'), ['evaluation:progress']);
  assert.deepEqual(asked('hook:*'), ['hook:running', 'hook:completed']);
  assert.deepEqual(asked('error'), ['error:occurred']);
  assert.deepEqual(asked('completed'), ['evaluation:completed']);
  assert.deepEqual(asked('running'), ['hook:running']);
  assert.deepEqual(asked('tool:result'), ['tool:result']);
});
