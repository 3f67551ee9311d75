// Every case of a config file as a test: mcpvals runs the file once, and each test tells what came of its case.

import { McpvalsError } from '../errors.js';
import { evaluate } from '../evaluate.js';
import type { EvaluateOptions } from '../options.js';
import type { CaseResult, EvaluationReport, SuiteKind } from '../report/report.js';
import { blockOf } from '../report/texts.js';
import { runAtOnce } from '../run/at-once.js';
import { TestFailure, type Runner, type Skip } from './runner.js';

/** As of `evaluate`, and the deadline of the whole run in milliseconds (5 minutes where left out); `callTimeout` is that of one call. */
export type FromConfigOptions = Omit<EvaluateOptions, 'signal' | 'timeout' | 'reporter' | 'onEvent'> & {
  timeout?: number;
  callTimeout?: number;
};

const TIMEOUT_MS = 300_000;
/** How much longer the runner waits than we do: our message is the better one. */
const LATER_MS = 20_000;

/** Which option asks for which suites only. */
const ONLY: Readonly<Record<string, SuiteKind>> = {
  toolHealthOnly: 'toolHealth',
  resourcesOnly: 'resource',
  promptsOnly: 'prompt',
  completionsOnly: 'completion',
  samplingOnly: 'sampling',
  elicitationOnly: 'elicitation',
  rootsOnly: 'roots',
  utilitiesOnly: 'utility',
  oauth2Only: 'oauth',
  workflowsOnly: 'workflow',
};

/** What `mcpvals list --json` says. */
interface ListedSuite {
  name: string;
  kind: SuiteKind;
  cases: { id: string; title: string; skip: string | null }[];
}

/** Makes it of a runner. `only` is an option that is always set. */
export const describeConfigWith = (runner: Runner, only: Partial<EvaluateOptions> = {}) =>
  function describeFromConfig(name: string, configPath: string, given: FromConfigOptions = {}): void {
    const { timeout = TIMEOUT_MS, callTimeout, ...others } = given;
    const options: EvaluateOptions = { ...others, ...only, timeout: callTimeout };
    runner.describe(name, () => describeRun(runner, new Run(configPath, options, timeout)));
  };

function describeRun(runner: Runner, run: Run): void {
  const suites = suitesOrProblem(run);
  if (typeof suites === 'string') {
    // One test that fails does not keep the file's other tests from being run.
    runner.it(`${run.path} can be run`, { timeout: LATER_MS }, () => Promise.reject(new TestFailure(suites)));
    return;
  }
  runner.beforeAll(() => run.start(), run.timeout + LATER_MS);
  for (const suite of suites) describeSuite(runner, suite, run);
  if (run.options.strictProtocol === true) runner.it('the protocol is kept', { timeout: run.timeout }, async () => run.tellWhole());
}

function suitesOrProblem({ path, options }: Run): ListedSuite[] | string {
  try {
    const suites = selected(listed(path, options), options);
    return suites.length > 0 ? suites : `nothing to run: ${path} has no suites of this kind`;
  } catch (error) {
    if (error instanceof McpvalsError) return error.message;
    throw error;
  }
}

function describeSuite(runner: Runner, suite: ListedSuite, run: Run): void {
  runner.describe(suite.name, () => {
    for (const { id, title, skip } of suite.cases) {
      runner.it(title, { timeout: run.timeout, skip: skip ?? undefined }, async (skipNow) => run.tell(id, skipNow));
    }
  });
}

/** The one run that all tests of a file tell of. */
class Run {
  #report: EvaluationReport | undefined;

  constructor(
    readonly path: string,
    readonly options: EvaluateOptions,
    readonly timeout: number,
  ) {}

  async start(): Promise<void> {
    const signal = AbortSignal.timeout(this.timeout);
    try {
      this.#report = await evaluate(this.path, { ...this.options, reporter: 'none', signal });
    } catch (error) {
      if (signal.aborted) throw new TestFailure(`${this.path} was not evaluated within ${this.timeout} ms: set \`timeout\``);
      throw error instanceof McpvalsError ? new TestFailure(error.message, { cause: error }) : error;
    }
  }

  /** @throws TestFailure with what the console shows of the case. */
  tell(id: string, skip: Skip): void {
    const report = this.#report!;
    const found = report.report.suites.flatMap(({ cases }) => cases).find((one) => one.id === id);
    if (found === undefined) return skip('not selected');
    if (found.verdict === 'skipped') return skip(reasonOf(found));
    if (found.verdict !== 'passed') throw new TestFailure(blockOf(report, id) ?? `${id}: ${found.verdict}`);
  }

  /** @throws TestFailure where every case passed, and the run did not: the server broke the protocol. */
  tellWhole(): void {
    const { passed, report } = this.#report!;
    if (passed || !report.passed) return;
    const violations = report.violations.map(({ kind, message }) => `${kind}: ${message}`);
    throw new TestFailure(['the server broke the protocol', ...violations].join('\n'));
  }
}

const reasonOf = ({ skipped }: CaseResult): string => (skipped && 'reason' in skipped ? skipped.reason : (skipped?.kind ?? 'skipped'));

/** The suites of a file, when tests are collected: no server is started for that. @throws McpvalsError. */
function listed(path: string, { cwd, env }: EvaluateOptions): ListedSuite[] {
  const said = runAtOnce({ words: ['list', '--config', path, '--json'], cwd, env });
  if ('failure' in said) throw new McpvalsError(said.failure);
  return (JSON.parse(said.stdout) as { suites: ListedSuite[] }).suites;
}

function selected(suites: ListedSuite[], options: EvaluateOptions): ListedSuite[] {
  const kinds = Object.entries(ONLY)
    .filter(([name]) => options[name as keyof EvaluateOptions] === true)
    .map(([, kind]) => kind);
  return kinds.length === 0 ? suites : suites.filter(({ kind }) => kinds.includes(kind));
}
