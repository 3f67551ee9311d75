// Requests that end otherwise than by their answer: by time, by a signal, by `close()`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientClosedError, TimeoutError } from 'mcp-evaluator-sdk';
import { bad, failure, fakeService, good, until } from './fake.mjs';

test('a request that is not answered ends after `timeout`, and is not sent again', async (t) => {
  const service = await fakeService(t, ['silence']);
  const error = await failure(service.client({ timeout: 2000 }).evaluations.get('e'));
  assert.ok(error instanceof TimeoutError);
  assert.deepEqual([error.code, error.retrySafe, service.requests.length], ['CLIENT_TIMEOUT', true, 1]);
  assert.match(error.message, /GET \/evaluations\/e within 2000 ms/);
});

test('`timeout` of one request is obeyed; of what may not be done twice it is not safe to try again', async (t) => {
  const service = await fakeService(t, ['silence']);
  const error = await failure(service.client().evaluations.create({ serverPath: '/s' }, { timeout: 50 }));
  assert.deepEqual([error.code, error.retrySafe], ['CLIENT_TIMEOUT', false]);
});

test('a signal ends a request, and its reason is what is thrown', async (t) => {
  const service = await fakeService(t, ['silence']);
  const controller = new AbortController();
  const error = failure(service.client().health({ signal: controller.signal }));
  await until(() => service.requests.length === 1);
  const reason = new Error('enough');
  controller.abort(reason);
  assert.equal(await error, reason);
});

test('a signal that came before lets nothing be sent', async (t) => {
  const service = await fakeService(t);
  const error = await failure(service.client().health({ signal: AbortSignal.abort() }));
  assert.deepEqual([error.name, service.requests.length], ['AbortError', 0]);
});

test('a signal ends the pause before a repetition', async (t) => {
  const service = await fakeService(t, [bad(503, 'CONCURRENT_LIMIT')]);
  const controller = new AbortController();
  const error = failure(service.client({ retryDelay: 50_000, onRetry: () => controller.abort() }).health({ signal: controller.signal }));
  assert.equal((await error).name, 'AbortError');
  assert.equal(service.requests.length, 1);
});

test('`close()` ends what is under way, and lets nothing more begin', async (t) => {
  const service = await fakeService(t, ['silence']);
  const client = service.client();
  const error = failure(client.health());
  await until(() => service.requests.length === 1);
  client.close();
  assert.ok((await error) instanceof ClientClosedError);
  assert.ok((await failure(client.health())) instanceof ClientClosedError);
  assert.ok((await failure(client.subscribe('e'))) instanceof ClientClosedError);
  assert.equal(service.requests.length, 1);
});

test('waiting asks again and again until the end, whatever the end is', async (t) => {
  for (const status of ['completed', 'failed', 'cancelled']) {
    const service = await fakeService(t, [good({ status: 'queued' }), good({ status: 'running' }), good({ status })]);
    const result = await service.client().evaluations.waitForCompletion('e', { pollInterval: 1 });
    assert.deepEqual([result.status, service.requests.length], [status, 3]);
  }
});

test('waiting ends after its own `timeout`, and says how it stood', async (t) => {
  const service = await fakeService(t, [good({ status: 'running' })]);
  const error = await failure(service.client().evaluations.waitForCompletion('e', { timeout: 2000, pollInterval: 1 }));
  assert.deepEqual([error.code, error.evaluationId, error.status], ['WAIT_TIMEOUT', 'e', 'running']);
  assert.match(error.message, /e has not ended within 2000 ms: it is running/);
});

test('waiting ends by its signal and by `close()`', async (t) => {
  const service = await fakeService(t, [good({ status: 'running' })]);
  const client = service.client();
  const controller = new AbortController();
  const aborted = failure(client.evaluations.waitForCompletion('e', { signal: controller.signal }));
  const closed = failure(client.evaluations.waitForCompletion('e'));
  await until(() => service.requests.length === 2);
  controller.abort();
  assert.equal((await aborted).name, 'AbortError');
  client.close();
  assert.ok((await closed) instanceof ClientClosedError);
});

test('what v0 had says what v1 has instead', async (t) => {
  const service = await fakeService(t);
  const error = await failure(service.client().evaluate('/path/to/server'));
  assert.equal(error.code, 'METHOD_REMOVED');
  assert.match(error.message, /evaluations\.create.*waitForCompletion.*Migration Guide v0 → v1/);
  assert.equal(service.requests.length, 0);
});
