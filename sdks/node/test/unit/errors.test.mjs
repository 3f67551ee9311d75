// Each code has its class, and says whether the same may be asked again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as sdk from 'mcp-evaluator-sdk';
import { bad, failure, fakeService } from './fake.mjs';

/** The table of the API: code, status, class, may it be asked again. */
const TABLE = [
  ['VALIDATION_ERROR', 400, 'ValidationError', false],
  ['AUTHENTICATION_REQUIRED', 401, 'AuthenticationError', false],
  ['INSUFFICIENT_PERMISSIONS', 403, 'PermissionError', false],
  ['RESOURCE_NOT_FOUND', 404, 'NotFoundError', false],
  ['RATE_LIMIT_EXCEEDED', 429, 'RateLimitError', true],
  ['SERVER_UNREACHABLE', 422, 'ServerUnreachableError', true],
  ['EVALUATION_TIMEOUT', 422, 'EvaluationTimeoutError', true],
  ['CONCURRENT_LIMIT', 503, 'ConcurrentLimitError', true],
  ['INTERNAL_SERVER_ERROR', 500, 'InternalServerError', true],
  ['METHOD_NOT_ALLOWED', 405, 'APIError', false],
  ['CONFLICT', 409, 'ConflictError', false],
  ['PAYLOAD_TOO_LARGE', 413, 'APIError', false],
  ['UNSUPPORTED_MEDIA_TYPE', 415, 'APIError', false],
  ['REQUEST_TIMEOUT', 408, 'APIError', true],
  ['VERSION_GONE', 410, 'APIError', false],
  ['SANDBOX_UNAVAILABLE', 422, 'APIError', false],
  ['HOOK_EXECUTION_FAILED', 422, 'APIError', false],
];

for (const [code, status, name, retrySafe] of TABLE) {
  test(`${code} is a ${name}`, async (t) => {
    const service = await fakeService(t, [bad(status, code)]);
    const error = await failure(service.client({ retries: 0 }).health());
    assert.ok(error instanceof sdk[name] && error instanceof sdk.APIError && error instanceof sdk.MCPEvaluatorError);
    assert.deepEqual(
      { ...error, message: error.message },
      {
        name, code, status, retrySafe, message: `${code} it is`, details: { field: 'f' },
        documentation: 'd', requestId: 'req_1', retryAfter: undefined,
      },
    );
  });
}

test('the table has every code that the OpenAPI document has', async () => {
  const openapi = JSON.parse(await readFile(new URL('../../../../schemas/openapi.json', import.meta.url), 'utf8'));
  const codes = openapi.components.schemas.Error.properties.error.properties.code.enum;
  assert.deepEqual(TABLE.map(([code]) => code).sort(), [...codes].sort());
});

test('a code that only a later service knows is judged by its status', async (t) => {
  const service = await fakeService(t, [bad(418, 'NEW'), bad(599, 'NEW')]);
  const errors = [await failure(service.client({ retries: 0 }).health()), await failure(service.client({ retries: 0 }).health())];
  assert.deepEqual(errors.map(({ name, retrySafe }) => [name, retrySafe]), [['APIError', false], ['APIError', true]]);
});

test('a report that is not there is not found', async (t) => {
  const service = await fakeService(t, [bad(404, 'RESOURCE_NOT_FOUND')]);
  assert.ok((await failure(service.client().reports.get('rpt_1'))) instanceof sdk.NotFoundError);
});
