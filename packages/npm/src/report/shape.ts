// The whole report in the shape of the npm package 0.4.0.

import type {
  CaseResult,
  EvaluationReport,
  EvaluationResult,
  Fault,
  Metric,
  Report,
  SuiteKind,
  SuiteReport,
  ToolHealthResult,
  ToolTestResult,
  WorkflowEvaluation,
} from './report.js';

/** What the console shows of cases that did not pass, by `suite/title`. */
export type Blocks = ReadonlyMap<string, string>;

const JUDGE = 'LLM Judge';

/** @param passed what the exit code says, which heeds more than the cases. */
export function shaped(report: Report, blocks: Blocks, passed: boolean): EvaluationReport {
  const of = (kind: SuiteKind): ToolHealthResult[] => suitesOf(report, kind).map((suite) => suiteResult(suite, blocks));
  return {
    passed: report.passed && passed,
    timestamp: new Date(report.startedAt),
    evaluations: suitesOf(report, 'workflow').map((suite) => workflow(suite, blocks)),
    toolHealthResults: of('toolHealth'),
    resourceResults: of('resource'),
    promptResults: of('prompt'),
    completionResults: of('completion'),
    samplingResults: of('sampling'),
    elicitationResults: of('elicitation'),
    rootsResults: of('roots'),
    utilityResults: of('utility'),
    oauth2Results: of('oauth'),
    report,
  };
}

const suitesOf = (report: Report, kind: SuiteKind): SuiteReport[] => report.suites.filter((suite) => suite.kind === kind);

function suiteResult(suite: SuiteReport, blocks: Blocks): ToolHealthResult {
  const { total, passed, failed, errored } = suite.summary;
  return {
    suiteName: suite.name,
    results: suite.cases.map((one) => testResult(one, blocks)),
    overallScore: suite.score,
    passed: suite.passed,
    totalTests: total,
    passedTests: passed,
    failedTests: failed + errored,
    averageLatency: suite.averageLatencyMs ?? 0,
  };
}

function testResult(one: CaseResult, blocks: Blocks): ToolTestResult {
  const error = errorOf(one);
  return {
    testName: one.title,
    toolName: one.tool ?? one.title,
    passed: one.verdict === 'passed',
    score: one.score ?? (one.verdict === 'passed' ? 1 : 0),
    latency: one.latency?.meanMs ?? 0,
    details: detailsOf(one, blocks),
    ...(error === undefined ? {} : { error }),
    retryCount: one.attempts.filter(({ attempt }) => attempt > 1).length,
    metadata: { case: one },
  };
}

function workflow(suite: SuiteReport, blocks: Blocks): WorkflowEvaluation {
  const results = suite.cases.flatMap((one) => one.metrics.flatMap((metric) => metricResult(metric, one, blocks)));
  const scores = results.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { workflowName: suite.name, results, overallScore: scores.length === 0 ? suite.score : mean, passed: suite.passed };
}

/** None where nothing was asserted. */
function metricResult({ name, score }: Metric, one: CaseResult, blocks: Blocks): EvaluationResult[] {
  if (score === null || score === undefined) return [];
  const passed = score >= leastOf(name, one);
  return [{ metric: name, passed, score, details: passed ? 'passed' : detailsOf(one, blocks) }];
}

/** What passes: all of it, and of a judge what the config says. */
const leastOf = (metric: string, one: CaseResult): number =>
  (metric === JUDGE ? one.workflow?.[0]?.judgement?.passThreshold : undefined) ?? 1;

const detailsOf = (one: CaseResult, blocks: Blocks): string => blocks.get(one.id) ?? skippedText(one) ?? one.verdict;

function errorOf({ mismatches, fault }: CaseResult): string | undefined {
  const [first] = mismatches ?? [];
  if (first) return `expected ${first.expected}, got ${first.actual}`;
  return fault ? faultText(fault) : undefined;
}

const faultText = (fault: Fault): string => ('reason' in fault ? `${fault.kind}: ${fault.reason}` : fault.kind);

function skippedText({ skipped }: CaseResult): string | undefined {
  if (!skipped) return undefined;
  return 'reason' in skipped ? `skipped: ${skipped.reason}` : `skipped: ${skipped.kind}`;
}
