// Events of a real service, which is killed meanwhile.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { AuthenticationError, MCPEvaluatorClient, NotFoundError } from 'mcp-evaluator-sdk';
import { failure, until } from '../unit/fake.mjs';
import { PATIENCE, atEnd, startService } from './service.mjs';

const options = { timeout: PATIENCE };
const NAMES = ['evaluation:started', 'evaluation:progress', 'evaluation:completed', 'hook:running', 'hook:completed', 'tool:testing', 'tool:result'];
let service;

before(async () => {
  service = await startService();
}, options);

function clientOf(apiKey) {
  const client = new MCPEvaluatorClient({ baseUrl: service.baseUrl, apiKey, timeout: 120_000, retryDelay: 50 });
  atEnd(() => client.close());
  return client;
}

/** Everything that is told, in its order. */
function ears(client) {
  const told = [];
  for (const name of NAMES) client.on(name, (_, message) => told.push(message));
  return { told, has: (name) => told.some(({ type }) => type === name) };
}

const places = (told) => told.map(({ eventId }) => Number(eventId));
const start = (client) => client.evaluations.create({ serverPath: service.serverPath, options: { transport: 'stdio' } });

test('whoever subscribes is told all of an evaluation, from its begin, in order; whoever waits is woken', options, async () => {
  const client = clientOf(service.apiKey);
  const { told, has } = ears(client);
  const { id } = await start(client);
  await client.subscribe(id);
  const result = await client.evaluations.waitForCompletion(id, { pollInterval: 600_000 });
  await until(() => has('evaluation:completed'));
  assert.equal(told[0].type, 'evaluation:started');
  for (const name of NAMES) assert.ok(has(name), name);
  assert.deepEqual(places(told), [...new Set(places(told))].sort((a, b) => a - b));
  const { data } = told.find(({ type }) => type === 'evaluation:completed');
  assert.deepEqual([data.id, data.score, data.status], [id, result.score, 'completed']);
  const status = await client.getStatus(id);
  assert.deepEqual([status.id, status.data.score], [id, result.score]);
});

test('only what was asked for is told; after `unsubscribe` nothing is', options, async () => {
  const client = clientOf(service.apiKey);
  const { told } = ears(client);
  const { evaluations } = await client.evaluations.list();
  await client.subscribe(evaluations[0].id, { events: ['completed', 'tool:*'] });
  await until(() => told.some(({ type }) => type === 'evaluation:completed'));
  assert.deepEqual(new Set(told.map(({ type }) => type)), new Set(['tool:testing', 'tool:result', 'evaluation:completed']));
  await client.unsubscribe(evaluations[0].id);
  assert.ok((await failure(client.subscribe('eval_none'))) instanceof NotFoundError);
});

test('a service that is killed and comes back is gone on with: nothing is missed, nothing told twice', options, async () => {
  const client = clientOf(service.apiKey);
  const { told, has } = ears(client);
  const lost = new Promise((resolve) => client.once('disconnected', resolve));
  const { id } = await start(client);
  await client.subscribe(id);
  await until(() => has('hook:running') || has('tool:testing'), 'it runs', PATIENCE);
  await service.kill();
  await lost;
  await service.start();
  await until(() => has('evaluation:completed'), 'it ends', PATIENCE);
  const witness = clientOf(service.apiKey);
  const all = ears(witness);
  await witness.subscribe(id);
  await until(() => all.has('evaluation:completed'));
  assert.deepEqual(places(told), places(all.told));
});

test('a key that is revoked ends the connection, and that is told as an error', options, async () => {
  const admin = clientOf(service.apiKey);
  const { id, key } = await admin.keys.create({ name: 'short', scopes: ['evaluate:read'] });
  const client = clientOf(key);
  const told = new Promise((resolve) => client.once('error', resolve));
  await client.subscribe();
  await admin.keys.revoke(id);
  assert.ok((await told) instanceof AuthenticationError);
  assert.ok((await failure(client.connect())) instanceof AuthenticationError);
});
