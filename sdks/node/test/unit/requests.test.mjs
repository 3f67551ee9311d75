// What is sent, and how answers are unwrapped.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { MCPEvaluatorClient, VERSION } from 'mcp-evaluator-sdk';
import { settingsOf } from '../../dist/settings.js';
import { META, failure, fakeService, good } from './fake.mjs';

test('a resource is unwrapped, and is its own `data` that nobody sees', async (t) => {
  const service = await fakeService(t, [good({ id: 'eval_1', score: 85.5 })]);
  const result = await service.client().evaluations.get('eval_1');
  assert.equal(result.score, 85.5);
  assert.equal(result.data.score, 85.5);
  assert.equal(result.data.data, result);
  assert.deepEqual(result.meta, META);
  assert.deepEqual(Object.keys(result), ['id', 'score']);
  assert.equal(JSON.stringify(result), '{"id":"eval_1","score":85.5}');
});

test('each method asks its route', async (t) => {
  const service = await fakeService(t, [good({ reports: [{ reportId: 'r' }] })]);
  const client = service.client();
  const calls = [
    ['POST /api/v1/evaluations', () => client.evaluations.create({ serverPath: '/s' })],
    ['GET /api/v1/evaluations/e', () => client.evaluations.get('e')],
    ['GET /api/v1/evaluations', () => client.evaluations.list()],
    ['DELETE /api/v1/evaluations/e', () => client.evaluations.cancel('e')],
    ['GET /api/v1/evaluations/e/documents', () => client.evaluations.documents('e')],
    ['GET /api/v1/evaluations/e/documents/a%2Fb', () => client.evaluations.document('e', 'a/b')],
    ['POST /api/v1/evaluations/e/reports', () => client.reports.create('e', { format: 'json' })],
    ['GET /api/v1/reports', () => client.reports.list()],
    ['GET /api/v1/reports/r', () => client.reports.get('r')],
    ['GET /api/v1/reports/r/download', () => client.reports.download('r')],
    ['POST /api/v1/tools/test', () => client.tools.test({ serverPath: '/s', toolName: 't' })],
    ['POST /api/v1/tools/list', () => client.tools.list({ serverPath: '/s' })],
    ['GET /api/v1/config', () => client.config.get()],
    ['PUT /api/v1/config', () => client.config.update({ limits: { maxQueued: 3 } })],
    ['GET /api/v1/health', () => client.health()],
    ['GET /api/v1/metrics', () => client.metrics()],
    ['POST /api/v1/webhooks', () => client.webhooks.create({ url: 'https://x' })],
    ['GET /api/v1/webhooks', () => client.webhooks.list()],
    ['DELETE /api/v1/webhooks/w', () => client.webhooks.delete('w')],
    ['POST /api/v1/keys', () => client.keys.create({ name: 'n', scopes: ['evaluate:read'] })],
    ['GET /api/v1/keys', () => client.keys.list()],
    ['DELETE /api/v1/keys/k', () => client.keys.revoke('k')],
  ];
  for (const [route, call] of calls) {
    await call();
    const { method, url } = service.requests.at(-1);
    assert.equal(`${method} ${url}`, route);
  }
});

test('every route of the OpenAPI document is asked by a method, but for the two event streams', async () => {
  const openapi = JSON.parse(await readFile(new URL('../../../../schemas/openapi.json', import.meta.url), 'utf8'));
  const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path));
  const names = operations.map((operation) => operation.operationId);
  const streams = names.filter((name) => name.startsWith('stream'));
  assert.deepEqual([streams.length, names.length - streams.length], [2, 22], 'a route is new: give it a method, and a line above');
});

test('the key is sent as a bearer, the body as JSON', async (t) => {
  const service = await fakeService(t);
  const request = { serverPath: '/s', options: { tags: ['a'] } };
  await service.client({ apiKey: 'secret' }).evaluations.create(request);
  const { headers, body } = service.requests[0];
  assert.equal(headers.authorization, 'Bearer secret');
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['user-agent'], `mcp-evaluator-sdk/${VERSION}`);
  assert.deepEqual(JSON.parse(body), request);
});

test('without a key none is sent', async (t) => {
  const service = await fakeService(t);
  await service.client({ apiKey: undefined }).health();
  assert.equal(service.requests[0].headers.authorization, undefined);
});

test('a filter is a query: tags with commas, times as ISO 8601, nothing for what is left out', async (t) => {
  const service = await fakeService(t);
  const dateFrom = new Date('2024-01-01T00:00:00Z');
  await service.client().evaluations.list({ tags: ['a', 'b'], dateFrom, status: 'failed', serverPath: undefined });
  const { searchParams } = new URL(service.requests[0].url, service.baseUrl);
  assert.deepEqual(Object.fromEntries(searchParams), { tags: 'a,b', dateFrom: '2024-01-01T00:00:00.000Z', status: 'failed' });
});

test('a list is gone through page by page, and what moved down comes once', async (t) => {
  const page = (ids, hasNext) => good({ evaluations: ids.map((id) => ({ id })), pagination: { hasNext } });
  const service = await fakeService(t, [page(['c', 'b'], true), page(['b', 'a'], false)]);
  const ids = [];
  for await (const { id } of service.client().evaluations.all({ limit: 2 })) ids.push(id);
  assert.deepEqual(ids, ['c', 'b', 'a']);
  assert.deepEqual(service.requests.map(({ url }) => url.split('?')[1]), ['limit=2&offset=0', 'limit=2&offset=2']);
});

test('an id that would lead elsewhere is refused before anything is sent', async (t) => {
  const service = await fakeService(t);
  for (const id of ['', '.', '..', undefined]) {
    assert.ok((await failure(service.client().evaluations.get(id))) instanceof TypeError);
  }
  await service.client().evaluations.get('../keys');
  assert.deepEqual(service.requests.map(({ url }) => url), ['/api/v1/evaluations/..%2Fkeys']);
});

test('the address may end with a slash, a path, or the API itself', async (t) => {
  const service = await fakeService(t);
  for (const end of ['', '/', '/api/v1', '/api/v1/']) await service.client({ baseUrl: service.baseUrl + end }).health();
  await service.client({ baseUrl: `${service.baseUrl}/below/` }).health();
  const urls = service.requests.map(({ url }) => url);
  assert.deepEqual(urls, [...Array(4).fill('/api/v1/health'), '/below/api/v1/health']);
});

test('what cannot be a setting is refused at once, and no message has the key in it', () => {
  const make = (options) => () => new MCPEvaluatorClient(options);
  assert.throws(make({ baseUrl: 'localhost:3457' }), /must begin with http/);
  assert.throws(make({ baseUrl: 'nowhere' }), /must be an address/);
  assert.throws(make({ timeout: -1 }), /`timeout` must be a number/);
  assert.throws(make({ retries: Number.NaN }), /`retries` must be a number/);
  assert.throws(make({ apiKey: 'secret\n' }), (error) => error instanceof TypeError && !error.message.includes('secret'));
});

test('without an address it is the service’s usual one, in a way that Node 18 finds, too', () => {
  const host = Number.parseInt(process.versions.node, 10) < 20 ? '127.0.0.1' : 'localhost';
  const { base, socketUrl, timeout, retries, retryDelay } = settingsOf({});
  assert.deepEqual([base, socketUrl], [`http://${host}:3457/api/v1`, `ws://${host}:3457/ws`]);
  assert.deepEqual([timeout, retries, retryDelay], [30_000, 3, 1000]);
  assert.equal(settingsOf({ baseUrl: 'https://x.example/below' }).socketUrl, 'wss://x.example/below/ws');
});

test('a body that is no JSON is the caller’s fault', async (t) => {
  const service = await fakeService(t);
  const error = await failure(service.client().evaluations.create({ serverPath: 1n }));
  assert.deepEqual([error.name, service.requests.length], ['TypeError', 0]);
});

test('a client that is printed does not show its key', async (t) => {
  const service = await fakeService(t);
  assert.doesNotMatch(inspect(service.client({ apiKey: 'secret' }), { depth: 9, showHidden: true }), /secret/);
});

test('a call of a tool that may take long is waited for longer', async (t) => {
  const service = await fakeService(t, ['silence']);
  const late = failure(service.client({ timeout: 20 }).tools.test({ serverPath: '/s', toolName: 't', timeout: 60_000 }, { signal: AbortSignal.timeout(300) }));
  assert.equal((await late).name, 'TimeoutError');
  assert.ok(!('code' in (await late)) || (await late).code !== 'CLIENT_TIMEOUT', 'it was the signal, not the client');
});

test('the version is the package’s', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(VERSION, version);
});
