/**
 * Tests of MCP servers for Vitest 3 to 5. Importing it adds the matchers to `expect`.
 *
 * @packageDocumentation
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bind } from './testing/bind.js';
import type { McpMatchers } from './testing/matcher-types.js';
import * as matchers from './testing/matchers.js';
import type { Runner } from './testing/runner.js';

const runner: Runner = {
  describe: (name, body) => void describe(name, body),
  it: (name, { timeout, skip }, body) => {
    if (skip === undefined) it(name, { timeout }, (context) => body((reason) => context.skip(reason)));
    else it.skip(name, () => {});
  },
  beforeAll: (body, timeout) => beforeAll(body, timeout),
  afterAll: (body, timeout) => afterAll(body, timeout),
};

expect.extend({ ...matchers });

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface Assertion<T = any> extends McpMatchers {}
  interface AsymmetricMatchersContaining extends McpMatchers {}
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
