/**
 * Tests of MCP servers for `node --test`. It has no `expect`: use the functions `expectToolCall`, `expectError` and so on.
 *
 * @packageDocumentation
 */

import { after, before, describe, it } from 'node:test';

import { bind } from './testing/bind.js';
import type { Runner } from './testing/runner.js';

const runner: Runner = {
  describe: (name, body) => void describe(name, body),
  it: (name, { timeout, skip = false }, body) => void it(name, { timeout, skip }, (test) => body((reason) => test.skip(reason))),
  beforeAll: (body, timeout) => before(body, { timeout }),
  afterAll: (body, timeout) => after(body, { timeout }),
};

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
