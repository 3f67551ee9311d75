// What is sent again, how often, and after how long.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ConnectionError, InvalidResponseError, MCPEvaluatorClient, RateLimitError } from 'mcp-evaluator-sdk';
import { backoff, reconnectDelay, retryAfterOf } from '../../dist/retry.js';
import { bad, failure, fakeService, good } from './fake.mjs';

test('the pause doubles from a second, with up to a second more, as the seed writes', () => {
  const least = [0, 1, 2].map((attempt) => backoff(attempt, 1000, () => 0));
  const most = [0, 1, 2].map((attempt) => backoff(attempt, 1000, () => 1));
  assert.deepEqual([least, most], [[1000, 2000, 4000], [2000, 3000, 5000]]);
});

test('the pause before a reconnect ends at half a minute', () => {
  assert.deepEqual([0, 1, 10, 10_000].map((attempt) => reconnectDelay(attempt, 1000, () => 0)), [1000, 2000, 30_000, 30_000]);
});

for (const status of [429, 500, 502, 503]) {
  test(`${status} is asked again, three times at most`, async (t) => {
    const service = await fakeService(t, [bad(status, 'CODE')]);
    const told = [];
    const error = await failure(service.client({ onRetry: (retry) => told.push(retry) }).health());
    assert.equal(error.status, status);
    assert.equal(service.requests.length, 4);
    assert.deepEqual(told.map(({ attempt }) => attempt), [1, 2, 3]);
    told.forEach(({ delay }, index) => assert.ok(delay >= 5 * 2 ** index && delay < 5 * 2 ** index + 5, `${delay}`));
  });
}

for (const status of [400, 401, 403, 404, 408, 409, 410, 422]) {
  test(`${status} is not asked again`, async (t) => {
    const service = await fakeService(t, [bad(status, 'CODE')]);
    assert.equal((await failure(service.client().health())).status, status);
    assert.equal(service.requests.length, 1);
  });
}

test('an answer that comes after all is the answer', async (t) => {
  const service = await fakeService(t, [bad(503, 'CONCURRENT_LIMIT'), bad(500, 'INTERNAL_SERVER_ERROR'), good({ id: 'eval_1' })]);
  const { id } = await service.client().evaluations.create({ serverPath: '/s' });
  assert.deepEqual([id, service.requests.length], ['eval_1', 3]);
});

test('`retries` of the client and of one request are obeyed', async (t) => {
  const service = await fakeService(t, [bad(500, 'INTERNAL_SERVER_ERROR')]);
  await failure(service.client({ retries: 1 }).health());
  assert.equal(service.requests.length, 2);
  await failure(service.client({ retries: 1 }).health({ retries: 0 }));
  assert.equal(service.requests.length, 3);
});

test('`Retry-After` is waited for', async (t) => {
  const service = await fakeService(t, [bad(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' }), good({})]);
  await service.client().health();
  const [first, second] = service.requests;
  assert.ok(second.at - first.at >= 990, `${second.at - first.at} ms`);
});

test('`X-RateLimit-Reset` is waited for where there is no `Retry-After`', async (t) => {
  const reset = Math.floor(Date.now() / 1000) + 2;
  const service = await fakeService(t, [bad(429, 'RATE_LIMIT_EXCEEDED', { 'x-ratelimit-reset': String(reset) }), good({})]);
  await service.client().health();
  assert.ok(service.requests[1].at >= reset * 1000 - 10);
});

test('a wait that is longer than `maxRetryDelay` is an error at once, which says how long', async (t) => {
  const service = await fakeService(t, [bad(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3600' })]);
  const error = await failure(service.client().health());
  assert.ok(error instanceof RateLimitError);
  assert.deepEqual([error.retryAfter, error.retrySafe, service.requests.length], [3_600_000, true, 1]);
});

test('headers that say when are read, and nonsense is not', () => {
  const after = (status, headers) => retryAfterOf(status, new Headers(headers), 1_000_000);
  assert.equal(after(429, { 'retry-after': '2' }), 2000);
  assert.equal(after(503, { 'retry-after': new Date(1_005_000).toUTCString() }), 5000);
  assert.equal(after(429, { 'retry-after': 'soon', 'x-ratelimit-reset': '1003' }), 3000);
  assert.equal(after(429, { 'x-ratelimit-reset': '1' }), 0);
  assert.equal(after(503, { 'x-ratelimit-reset': '1003' }), undefined);
  assert.equal(after(429, {}), undefined);
});

test('a connection that breaks is tried again for what may be done twice, and not for what may not', async (t) => {
  const service = await fakeService(t, ['hang up', 'hang up', good({ id: 'e' }), 'hang up']);
  assert.equal((await service.client().evaluations.get('e')).id, 'e');
  const error = await failure(service.client().evaluations.create({ serverPath: '/s' }));
  assert.ok(error instanceof ConnectionError);
  assert.deepEqual([error.retrySafe, service.requests.length], [false, 4]);
});

test('where nobody listens even a POST is tried again: it never left', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const told = [];
  const client = new MCPEvaluatorClient({ baseUrl: `http://127.0.0.1:${port}`, retryDelay: 5, onRetry: (retry) => told.push(retry) });
  const error = await failure(client.evaluations.create({ serverPath: '/s' }));
  assert.deepEqual([error.code, error.retrySafe, told.length], ['CONNECTION_FAILED', true, 3]);
  assert.match(error.message, /ECONNREFUSED/);
});

test('a page of a proxy is no answer: tried again by its status, and shown shortened', async (t) => {
  const service = await fakeService(t, [{ status: 502, body: `<html>${'x'.repeat(5000)}` }]);
  const error = await failure(service.client().health());
  assert.ok(error instanceof InvalidResponseError);
  assert.deepEqual([error.status, error.retrySafe, service.requests.length], [502, true, 4]);
  assert.ok(error.message.length < 400);
});

for (const body of ['', 'no', '[]', '{"id":"eval_1"}', '{"success":true}', '{"success":true,"data":[]}', '{"success":false,"data":{}}']) {
  test(`200 with ${body || 'nothing'} is no answer`, async (t) => {
    const service = await fakeService(t, [{ status: 200, body }]);
    const error = await failure(service.client().health());
    assert.deepEqual([error.code, error.status, service.requests.length], ['INVALID_RESPONSE', 200, 1]);
  });
}
