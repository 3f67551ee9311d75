// `describeEval`: a suite of cases, each a test that passes when its scores do.

import type { Server } from '../generated/config.js';
import { evaluateCase, inLines } from './evaluate-case.js';
import { TestFailure, type Runner } from './runner.js';
import { ServerSession } from './server/session.js';
import type { MCPTestCase, MCPTestConfig, MCPTestContext } from './types.js';

const TIMEOUT_MS = 60_000;
/** Prints every case, and shows the server's stderr. */
const isDebug = (): boolean => ['1', 'true', 'yes', 'on'].includes((process.env['VITEST_MCP_DEBUG'] ?? '').toLowerCase());

/** Makes it of a runner. */
export const describeEvalWith = (runner: Runner) =>
  function describeEval(config: MCPTestConfig): void {
    if (config.scorers.length === 0)
      throw new TypeError(`describeEval ${JSON.stringify(config.name)} has no scorers: nothing would be looked at`);
    const { timeout = TIMEOUT_MS } = config;
    const data = typeof config.data === 'function' ? config.data() : config.data;
    // It is told by the test that waits for it, which begins later.
    if ('then' in data) data.catch(() => {});
    runner.describe(config.name, () => {
      let session: ServerSession | undefined;
      runner.beforeAll(async () => void (session = await ServerSession.open(config.server, { timeout, debug: isDebug() })), timeout);
      runner.afterAll(async () => session?.close(), timeout);
      const judge = (testCase: MCPTestCase, title: string): Promise<void> => judged(config, testCase, title, session!);
      if ('then' in data) runner.it('all cases', { timeout }, async () => allCases(await data, judge));
      else eachCase(runner, data, timeout, judge);
    });
  };

type Judge = (testCase: MCPTestCase, title: string) => Promise<void>;

const NO_CASES = 'there are no cases: nothing was evaluated';

function eachCase(runner: Runner, data: readonly MCPTestCase[], timeout: number, judge: Judge): void {
  data.forEach((testCase, index) => {
    const title = titleOf(testCase, index);
    runner.it(title, { timeout }, () => judge(testCase, title));
  });
  if (data.length === 0) runner.it('has cases', { timeout }, () => Promise.reject(new TestFailure(NO_CASES)));
}

/** One after the other; tells of all that failed. */
async function allCases(data: readonly MCPTestCase[], judge: Judge): Promise<void> {
  if (data.length === 0) throw new TestFailure(NO_CASES);
  const failed: string[] = [];
  for (const [index, testCase] of data.entries()) {
    await judge(testCase, titleOf(testCase, index)).catch((error: Error) => failed.push(error.message));
  }
  if (failed.length > 0) throw new TestFailure(failed.join('\n'));
}

const titleOf = ({ name, description }: MCPTestCase, index: number): string => name ?? description ?? `case ${index + 1}`;

async function judged(config: MCPTestConfig, testCase: MCPTestCase, title: string, session: ServerSession): Promise<void> {
  const context: MCPTestContext = { server: config.server as Server, tools: session.tools, testCase, utils: session };
  const result = await evaluateCase(config, context);
  const lines = inLines(`${config.name}/${title}`, config, result);
  if (isDebug()) process.stderr.write(`${lines}\n`);
  if (!result.passed) throw new TestFailure(lines, { cause: result.error });
}
