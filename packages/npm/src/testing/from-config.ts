// Every case of a config file as a test: mcpvals runs the file once, and each test tells what came of its case.

import { McpvalsError } from '../errors.js';
import { evaluate } from '../evaluate.js';
import type { EvaluateOptions } from '../options.js';
import type { CaseResult, EvaluationReport } from '../report/report.js';
import { blockOf } from '../report/texts.js';
import { runAtOnce } from '../run/at-once.js';
import { TestFailure, type Runner, type Skip } from './runner.js';
import { ofKinds, selection, type ListedCase, type ListedSuite, type MayLack } from './selection.js';

/** As of `evaluate`, and the deadline of the whole run in milliseconds (5 minutes where left out); `callTimeout` is that of one call. */
export type FromConfigOptions = Omit<EvaluateOptions, 'signal' | 'timeout' | 'reporter' | 'onEvent'> & {
  timeout?: number | undefined;
  callTimeout?: number | undefined;
};

const TIMEOUT_MS = 300_000;
/** How much longer the runner waits than we do: our message is the better one. */
const LATER_MS = 20_000;

/** Makes it of a runner. `only` is an option that is always set. */
export const describeConfigWith = (runner: Runner, only: Partial<EvaluateOptions> = {}) =>
  function describeFromConfig(name: string, configPath: string, given: FromConfigOptions = {}): void {
    const { timeout = TIMEOUT_MS, callTimeout, ...others } = given;
    const options: EvaluateOptions = { ...others, ...only, timeout: callTimeout };
    runner.describe(name, () => describeRun(runner, new Run(configPath, options, timeout)));
  };

function describeRun(runner: Runner, run: Run): void {
  const problem = run.list();
  if (problem !== undefined) {
    // One test that fails does not keep the file's other tests from being run.
    runner.it(`${run.path} can be run`, { timeout: LATER_MS }, () => Promise.reject(new TestFailure(problem)));
    return;
  }
  runner.beforeAll(() => run.start(), run.timeout + LATER_MS);
  for (const suite of run.suites) describeSuite(runner, suite, run);
  if (run.options.strictProtocol === true) runner.it('the protocol is kept', { timeout: run.timeout }, async () => run.tellProtocol());
  runner.afterAll(async () => run.tellWhole(), run.timeout);
}

function describeSuite(runner: Runner, suite: ListedSuite, run: Run): void {
  runner.describe(suite.name, () => {
    for (const one of suite.cases) {
      const skip = one.skip ?? undefined;
      runner.it(one.title, { timeout: run.timeout, skip }, async (skipNow) => run.tell(suite, one, skipNow));
    }
  });
}

/** The one run that all tests of a file tell of. */
class Run {
  /** Each case of them is a test. */
  suites: readonly ListedSuite[] = [];
  #mayLack: MayLack = () => false;
  #report: EvaluationReport | undefined;

  constructor(
    readonly path: string,
    readonly options: EvaluateOptions,
    readonly timeout: number,
  ) {}

  /** Finds what there is to run. @returns why there is nothing. */
  list(): string | undefined {
    try {
      const all = listed(this.path, this.options);
      this.suites = ofKinds(all, this.options);
      this.#mayLack = selection(all, this.options);
    } catch (error) {
      if (error instanceof McpvalsError) return error.message;
      throw error;
    }
    return this.suites.length > 0 ? undefined : `nothing to run: ${this.path} has no suites of this kind`;
  }

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
  tell(suite: ListedSuite, one: ListedCase, skip: Skip): void {
    const found = this.#resultOf(suite, one);
    if (found?.verdict === 'skipped') return skip(reasonOf(found));
    if (found === undefined && this.#mayLack(suite, one)) return skip('not selected');
    if (found === undefined) throw new TestFailure(`the run says nothing of ${one.id}: it was not tested\n${rerunOf(this.path)}`);
    if (found.verdict !== 'passed') throw new TestFailure(blockOf(this.#report!, one.id) ?? `${one.id}: ${found.verdict}`);
  }

  /** @throws TestFailure where the server broke the protocol. */
  tellProtocol(): void {
    if (!this.#isProtocolBroken()) return;
    const violations = this.#report!.report.violations.map(({ kind, message }) => `${kind}: ${message}`);
    throw new TestFailure(['the server broke the protocol', ...violations].join('\n'));
  }

  /**
   * What comes last. Where no test tells why the run did not pass, nothing else would fail.
   *
   * @throws TestFailure
   */
  tellWhole(): void {
    // Where there is no report, `start` has told why.
    if (this.#report === undefined || this.#report.passed || this.#isTold(this.#report)) return;
    throw new TestFailure(`the run of ${this.path} did not pass, and no test says why\n${rerunOf(this.path)}`);
  }

  /** Does a test of ours say why the run did not pass, or all that they were skipped? Also one that the runner was told to leave out. */
  #isTold({ report }: EvaluationReport): boolean {
    const results = report.suites.flatMap(({ cases }) => cases);
    const areSkipped = results.length > 0 && results.every(({ verdict }) => verdict === 'skipped');
    const isBad = (suite: ListedSuite, one: ListedCase): boolean => {
      const verdict = this.#resultOf(suite, one)?.verdict;
      return verdict === undefined ? !this.#mayLack(suite, one) : verdict !== 'passed' && verdict !== 'skipped';
    };
    const bad = this.suites.some((suite) => suite.cases.some((one) => one.skip === null && isBad(suite, one)));
    return bad || areSkipped || (this.options.strictProtocol === true && this.#isProtocolBroken());
  }

  #isProtocolBroken(): boolean {
    const { violations, unchecked = 0 } = this.#report!.report;
    return violations.length > 0 || unchecked > 0;
  }

  /** By suite and id: what two suites call their cases may come to the same id. */
  #resultOf({ name, kind }: ListedSuite, { id }: ListedCase): CaseResult | undefined {
    const suites = this.#report!.report.suites.filter((suite) => suite.name === name && suite.kind === kind);
    return suites.flatMap(({ cases }) => cases).find((one) => one.id === id);
  }
}

const rerunOf = (path: string): string => `rerun  mcpvals eval ${path}`;

const reasonOf = ({ skipped }: CaseResult): string => (skipped && 'reason' in skipped ? skipped.reason : (skipped?.kind ?? 'skipped'));

/** The suites of a file, when tests are collected: no server is started for that. @throws McpvalsError. */
function listed(path: string, { cwd, env }: EvaluateOptions): ListedSuite[] {
  const said = runAtOnce({ words: ['list', '--config', path, '--json'], cwd, env });
  if ('failure' in said) throw new McpvalsError(said.failure);
  return (JSON.parse(said.stdout) as { suites: ListedSuite[] }).suites;
}
