// A WebSocket that breaks is opened again, and nothing is missed or told twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, failure, fakeService, fakeSocket, until, usual } from './fake.mjs';

const progress = (place, id = 'e') => event(place, 'evaluation:progress', { id });

/** A service whose first connection is cut in the given way, after an event. */
async function cut(t, how, options) {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service, (message, number) => {
    if (message.type !== 'subscribe') return undefined;
    return number === 0 ? [usual(message), progress(5)] : [usual(message), progress(5), progress(6)];
  });
  const client = service.client(options);
  const told = [];
  for (const name of ['connected', 'disconnected', 'reconnecting', 'error']) client.on(name, (data) => told.push([name, data]));
  client.on('evaluation:progress', (_, { eventId }) => told.push(['progress', eventId]));
  await client.subscribe('e');
  await until(() => told.some(([name]) => name === 'progress'));
  how(socket.connections[0]);
  const names = () => told.map(([name, data]) => (name === 'progress' ? data : name));
  return { client, socket, told, names };
}

test('after a cut it goes on after the last event that was heard, and tells none twice', async (t) => {
  const { socket, names, told } = await cut(t, (connection) => connection.terminate());
  await until(() => names().includes('6'));
  assert.deepEqual(names(), ['connected', '5', 'disconnected', 'reconnecting', '6', 'connected']);
  assert.deepEqual(socket.of('subscribe').map(({ data }) => data.lastEventId), ['0', '5']);
  assert.deepEqual(told.find(([name]) => name === 'disconnected')[1], { code: 1006, reason: '' });
});

test('a service that ends (1001) or sends us away for now (1013) is come back to', async (t) => {
  for (const code of [1001, 1013]) {
    const { names } = await cut(t, (connection) => connection.close(code, 'later'));
    await until(() => names().includes('6'));
  }
});

test('1000 is an end that was meant', async (t) => {
  const { names, client, socket } = await cut(t, (connection) => connection.close(1000));
  await until(() => names().includes('disconnected'));
  assert.ok(!names().includes('reconnecting'));
  await client.getStatus('e');
  assert.equal(socket.connections.length, 2, 'the next command opens it again');
});

test('`reconnect: false` leaves it closed', async (t) => {
  const { names } = await cut(t, (connection) => connection.terminate(), { reconnect: false });
  await until(() => names().includes('disconnected'));
  assert.ok(!names().includes('reconnecting'));
});

test('a key that is taken no more ends it, and that is told', async (t) => {
  const { names, told } = await cut(t, (connection) => {
    connection.send(JSON.stringify({ type: 'error', data: { error: { code: 'AUTHENTICATION_REQUIRED', message: 'no more' } } }));
    connection.close(1008, 'no more');
  });
  await until(() => names().includes('error'));
  assert.deepEqual(names().slice(-2), ['disconnected', 'error']);
  assert.equal(told.at(-1)[1].code, 'AUTHENTICATION_REQUIRED');
});

test('a service that stays away for a while is tried with growing pauses', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service, (message, number, connection) => {
    if (number > 0 && number < 4) connection.terminate();
    return undefined;
  });
  const client = service.client({ retries: 0 });
  const pauses = [];
  client.on('reconnecting', ({ attempt, delay }) => pauses.push([attempt, delay]));
  await client.subscribe('e');
  socket.connections[0].terminate();
  await until(() => socket.of('subscribe').length === 2);
  assert.deepEqual(pauses.map(([attempt]) => attempt), [1, 2, 3, 4]);
  pauses.forEach(([attempt, delay]) => assert.ok(delay >= 5 * 2 ** (attempt - 1) && delay < 5 * 2 ** (attempt - 1) + 5));
});

test('all subscriptions are in force again; one that is gone does not harm the others', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service, (message, number) => {
    const isGone = number === 1 && message.data?.evaluationId === 'gone';
    const error = { code: 'RESOURCE_NOT_FOUND', message: 'gone' };
    return isGone ? [{ type: 'error', id: message.id, data: { error } }] : undefined;
  });
  const client = service.client();
  const told = [];
  client.on('error', ({ code }) => told.push(code)).on('connected', () => told.push('connected'));
  for (const id of ['gone', 'e', undefined]) await client.subscribe(id);
  socket.connections[0].terminate();
  await until(() => told.length === 3);
  assert.deepEqual(told, ['connected', 'RESOURCE_NOT_FOUND', 'connected']);
  const again = socket.of('subscribe').filter(({ number }) => number === 1);
  assert.deepEqual(again.map(({ data }) => data.evaluationId), ['gone', 'e', undefined]);
});

test('a command whose connection breaks is said again on the next', async (t) => {
  const service = await fakeService(t);
  const socket = fakeSocket(t, service, (message, number, connection) => {
    if (message.type !== 'getStatus' || number > 0) return undefined;
    connection.terminate();
    return [];
  });
  const { evaluationId } = await service.client().getStatus('e');
  assert.deepEqual([evaluationId, socket.connections.length], ['e', 2]);
});

test('a connection that says nothing any more is given up', async (t) => {
  const { names } = await cut(t, () => {}, { heartbeatTimeout: 1000 });
  await until(() => names().filter((name) => name === 'connected').length > 1);
  assert.ok(names().includes('6'));
});

test('a first connection that cannot be had is an error after `retries`', async (t) => {
  const service = await fakeService(t);
  service.server.on('upgrade', (_, socket) => socket.destroy());
  const client = service.client({ retries: 2 });
  let pauses = 0;
  client.on('reconnecting', () => (pauses += 1));
  const error = await failure(client.subscribe('e'));
  assert.deepEqual([error.code, pauses], ['CONNECTION_FAILED', 2]);
});

test('`close()` ends a reconnect', async (t) => {
  const { names, client, socket } = await cut(t, (connection) => connection.terminate(), { retryDelay: 600_000 });
  await until(() => names().includes('reconnecting'));
  client.close();
  assert.equal((await failure(client.connect())).code, 'CLIENT_CLOSED');
  assert.equal(socket.connections.length, 1);
});

test('a listener that throws harms neither the other listeners nor the connection', async (t) => {
  const service = await fakeService(t);
  fakeSocket(t, service, (message) => (message.type === 'subscribe' ? [usual(message), progress(1)] : undefined));
  const client = service.client();
  const told = [];
  client.on('evaluation:progress', () => {
    throw new Error('mine');
  });
  client.on('evaluation:progress', () => told.push('heard'));
  const uncaught = new Promise((resolve) => process.setUncaughtExceptionCaptureCallback(resolve));
  await client.subscribe('e');
  assert.equal((await uncaught).message, 'mine');
  process.setUncaughtExceptionCaptureCallback(null);
  await client.getStatus('e');
  assert.deepEqual(told, ['heard']);
});
