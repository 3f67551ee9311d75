// Every method once, against a real service.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { before, test } from 'node:test';
import { AuthenticationError, ConflictError, MCPEvaluatorClient, NotFoundError, PermissionError, ServerUnreachableError, ValidationError, verifyWebhook } from 'mcp-evaluator-sdk';
import { failure } from '../unit/fake.mjs';
import { PATIENCE, atEnd, startService } from './service.mjs';

const options = { timeout: PATIENCE };
let service;
let client;
/** One that has ended. */
let evaluation;

const clientOf = (apiKey) => {
  const made = new MCPEvaluatorClient({ baseUrl: service.baseUrl, apiKey, timeout: 120_000 });
  atEnd(() => made.close());
  return made;
};

before(async () => {
  service = await startService();
  client = clientOf(service.apiKey);
  const request = { serverPath: service.serverPath, options: { transport: 'stdio', tags: ['sdk', 'node'] } };
  const accepted = await client.evaluations.create(request);
  assert.match(accepted.id, /^eval_/);
  assert.equal(accepted.status, 'queued');
  assert.deepEqual(accepted.tags, ['sdk', 'node']);
  evaluation = await client.evaluations.waitForCompletion(accepted.id, { timeout: PATIENCE, pollInterval: 500 });
}, options);

test('an evaluation that is waited for has ended, with a score and what was found', () => {
  assert.equal(evaluation.status, 'completed');
  assert.ok(evaluation.score > 50);
  assert.equal(evaluation.data.score, evaluation.score);
  assert.deepEqual(evaluation.results.runtime.toolTests.map(({ name }) => name), ['add']);
  assert.ok('Functionality Match' in evaluation.results.static);
  assert.match(evaluation.meta.requestId, /^req_/);
});

test('evaluations are listed, filtered, and gone through', options, async () => {
  const { evaluations, pagination } = await client.evaluations.list({ tags: ['sdk', 'node'], status: 'completed', limit: 1 });
  assert.deepEqual([evaluations[0].id, pagination.total], [evaluation.id, 1]);
  assert.equal((await client.evaluations.list({ dateTo: new Date(0) })).evaluations.length, 0);
  const ids = [];
  for await (const { id } of client.evaluations.all({ limit: 1 })) ids.push(id);
  assert.deepEqual(ids, [evaluation.id]);
});

test('the documents of an evaluation are listed and read', options, async () => {
  const { documents } = await client.evaluations.documents(evaluation.id);
  const whole = documents.find(({ name }) => name === 'evaluation.json');
  const text = await client.evaluations.document(evaluation.id, whole.name);
  assert.equal(Buffer.byteLength(text), whole.size);
  assert.ok(JSON.parse(text));
});

test('a report is made, listed, looked at and downloaded', options, async () => {
  const report = await client.reports.create(evaluation.id, { format: 'markdown', includeEvidence: true });
  assert.equal(report.evaluationId, evaluation.id);
  assert.deepEqual((await client.reports.list()).reports.map(({ reportId }) => reportId), [report.reportId]);
  assert.deepEqual({ ...(await client.reports.get(report.reportId)) }, { ...report });
  const text = await client.reports.download(report);
  assert.equal(Buffer.byteLength(text), report.size);
  assert.match(text, /^# /);
  assert.equal(await client.reports.download(report.reportId), text);
});

test('tools are listed and tested', options, async () => {
  const { serverPath } = service;
  const { tools } = await client.tools.list({ serverPath, transport: 'stdio' });
  assert.deepEqual(tools.map(({ name }) => name), ['add']);
  const result = await client.tools.test({ serverPath, toolName: 'add', arguments: { a: 2, b: 40 }, transport: 'stdio' });
  assert.equal(result.status, 'passed');
  assert.match(JSON.stringify(result.result.data), /42/);
  assert.equal(typeof result.executionTime, 'number');
  assert.deepEqual(Object.keys(result.validation).sort(), ['dataFormat', 'errorHandling', 'responseTime']);
});

test('settings are read and changed', options, async () => {
  const before = await client.config.get();
  assert.ok(before.supportedTransports.includes('stdio'));
  const { updated, changes } = await client.config.update({ limits: { maxConcurrentEvaluations: 3 } });
  assert.deepEqual([updated, changes], [true, ['limits.maxConcurrentEvaluations: 5 → 3']]);
  assert.equal((await client.config.get()).limits.maxConcurrentEvaluations, 3);
});

test('health is told to everybody, metrics to whoever may read', options, async () => {
  const anyone = clientOf(undefined);
  assert.match((await anyone.health()).status, /^(healthy|degraded)$/);
  assert.ok((await failure(anyone.metrics())) instanceof AuthenticationError);
  assert.equal((await client.metrics()).evaluations.completed, 1);
});

test('keys are made, listed and revoked; what they may not do is an error', options, async () => {
  const { id, key } = await client.keys.create({ name: 'reader', scopes: ['evaluate:read'] });
  const reader = clientOf(key);
  assert.equal((await reader.evaluations.get(evaluation.id)).id, evaluation.id);
  const error = await failure(reader.evaluations.create({ serverPath: service.serverPath }));
  assert.ok(error instanceof PermissionError);
  assert.deepEqual([error.status, error.retrySafe], [403, false]);
  assert.ok((await client.keys.list()).keys.some((listed) => listed.id === id && listed.good));
  assert.equal((await client.keys.revoke(id)).deleted, true);
  assert.ok((await failure(reader.evaluations.list())) instanceof AuthenticationError);
});

test('webhooks are made, listed and deleted; what they send is signed', options, async () => {
  const receiver = createServer();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => receiver.close().closeAllConnections());
  const url = `http://127.0.0.1:${receiver.address().port}/hook`;
  const { id, secret } = await client.webhooks.create({ url, events: ['evaluation:started'] });
  const accepted = await client.evaluations.create({ serverPath: service.serverPath, options: { runStatic: false } });
  const [request, response] = await once(receiver, 'request');
  let body = '';
  for await (const chunk of request) body += chunk;
  response.end();
  const event = verifyWebhook({ body, signature: request.headers['x-mcpvals-signature'], secret });
  assert.deepEqual([event.type, event.data.id], ['evaluation:started', accepted.id]);
  await client.evaluations.waitForCompletion(accepted.id);
  assert.deepEqual((await client.webhooks.list()).webhooks.map((webhook) => webhook.id), [id]);
  assert.equal((await client.webhooks.delete(id)).deleted, true);
});

test('what is refused says why, by its class and its members', options, async () => {
  const wrong = await failure(client.evaluations.create({ serverPath: '/invalid/path' }));
  assert.ok(wrong instanceof ValidationError);
  assert.deepEqual([wrong.details.field, wrong.details.value], ['serverPath', '/invalid/path']);
  assert.match(wrong.documentation, /\/docs\/errors\/VALIDATION_ERROR$/);
  assert.ok((await failure(client.evaluations.get('eval_none'))) instanceof NotFoundError);
  assert.ok((await failure(client.reports.download('rpt_none'))) instanceof NotFoundError);
  assert.ok((await failure(client.evaluations.cancel(evaluation.id))) instanceof ConflictError);
  const server = { command: 'python3', args: ['-c', 'pass'] };
  assert.ok((await failure(client.tools.list({ server }))) instanceof ServerUnreachableError);
});

test('an evaluation that is not wanted is cancelled', options, async () => {
  const { id } = await client.evaluations.create({ serverPath: service.serverPath });
  const cancelled = await client.evaluations.cancel(id);
  assert.equal(cancelled.status, 'cancelled');
  assert.equal((await client.evaluations.waitForCompletion(id)).status, 'cancelled');
});
