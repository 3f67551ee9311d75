/**
 * Tests of MCP servers for `node --test`. It has no `expect`: use the functions `expectToolCall`, `expectError` and so on.
 *
 * @packageDocumentation
 */

import { AsyncResource } from 'node:async_hooks';
import { after, before, describe, it } from 'node:test';

import { bind } from './testing/bind.js';
import type { Runner } from './testing/runner.js';

const runner: Runner = {
  describe: (name, body) => void describe(name, body),
  it: (name, { timeout, skip = false }, body) => void it(name, { timeout, skip }, (...[test]: Given) => body((reason) => test?.skip(reason))),
  beforeAll: (body, timeout) => before(body, { timeout }),
  afterAll: (body, timeout) => after(() => orFailingTest(body), { timeout }),
};

/** A function that names a parameter gets a callback there in Node 18.14 and 18.15, and no test that could be skipped. */
type Given = [test?: { skip(reason: string): void }];

/** Outside of all suites. */
const outside = new AsyncResource('mcpvals');

/** `node --test` of Node 22 counts no hook that fails, and exits with 0: it has to be a test. */
async function orFailingTest(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    outside.runInAsyncScope(() => void it('what comes after the tests', () => Promise.reject(error as Error)));
  }
}

export const {
  describeEval,
  mcpTest,
  describeEvalFromConfig,
  describeToolHealthFromConfig,
  describeResourcesFromConfig,
  describePromptsFromConfig,
  describeSamplingFromConfig,
  describeOAuth2FromConfig,
  describeWorkflowsFromConfig,
} = bind(runner);

export * from './testing/index.js';
