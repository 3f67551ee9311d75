/**
 * Tests of MCP servers for Jest, with `NODE_OPTIONS=--experimental-vm-modules`. Importing it adds the matchers to `expect`.
 *
 * @packageDocumentation
 */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { bind } from './testing/bind.js';
import type { McpMatchers } from './testing/matcher-types.js';
import * as matchers from './testing/matchers.js';
import type { Runner } from './testing/runner.js';

/** Jest cannot be told while a test runs: it passes, and the reason is on stderr. */
const tellSkipped = (name: string, reason: string): void => void process.stderr.write(`skipped: ${name}: ${reason}\n`);

const runner: Runner = {
  describe: (name, body) => void describe(name, body),
  it: (name, { timeout, skip }, body) => {
    if (skip === undefined) it(name, () => body((reason) => tellSkipped(name, reason)), timeout);
    else it.skip(name, () => {});
  },
  beforeAll: (body, timeout) => beforeAll(body, timeout),
  afterAll: (body, timeout) => afterAll(body, timeout),
};

expect.extend({ ...matchers });

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends McpMatchers<R> {}
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
