// Everything that declares tests, for one runner.

import { describeEvalWith } from './describe-eval.js';
import { describeConfigWith } from './from-config.js';
import type { Runner } from './runner.js';
import { currentServer } from './server/current.js';
import type { McpUtils } from './types.js';

/** The deadline of a test of `mcpTest`, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Makes the functions that declare tests of a runner. */
export function bind(runner: Runner) {
  return {
    /** A suite of cases: each does a task with a live server, and passes when its scorers are content. */
    describeEval: describeEvalWith(runner),

    /** A test that gets what `setupMCPServer` set up. */
    mcpTest(name: string, body: (utils: McpUtils) => Promise<void> | void, timeout: number = TIMEOUT_MS): void {
      runner.it(name, { timeout }, async () => body(currentServer()));
    },

    /** Every case of a config file as a test; a failing one shows what the command line shows. */
    describeEvalFromConfig: describeConfigWith(runner),
    /** The same, of one kind of suites only. */
    describeToolHealthFromConfig: describeConfigWith(runner, { toolHealthOnly: true }),
    describeResourcesFromConfig: describeConfigWith(runner, { resourcesOnly: true }),
    describePromptsFromConfig: describeConfigWith(runner, { promptsOnly: true }),
    describeSamplingFromConfig: describeConfigWith(runner, { samplingOnly: true }),
    describeOAuth2FromConfig: describeConfigWith(runner, { oauth2Only: true }),
    describeWorkflowsFromConfig: describeConfigWith(runner, { workflowsOnly: true }),
  };
}
