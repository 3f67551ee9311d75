// One case of `describeEval`: the task is done, the scorers look at what came.

import { percent } from './scorers/weighted.js';
import type { EvalResult, EvalScorer, MCPTestConfig, MCPTestContext } from './types.js';

const THRESHOLD = 0.8;

/** Scores are compared with so much room for the error of floating point. */
const EPSILON = 1e-9;

export async function evaluateCase(config: MCPTestConfig, context: MCPTestContext): Promise<EvalResult> {
  const { testCase } = context;
  const start = performance.now();
  let output: unknown;
  const took = (): number => performance.now() - start;
  try {
    output = await config.task(testCase.input, context);
    const executionTime = took();
    const scores = await Promise.all(config.scorers.map((scorer) => scoreOf(scorer, output, context)));
    const overallScore = scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
    const decided = config.scorers.find(({ isDecisive }, index) => isDecisive === true && scores[index]?.score === 0);
    const passed = decided === undefined && overallScore + EPSILON >= leastOf(config);
    const decidedBy = decided === undefined ? {} : { decidedBy: decided.name };
    return { testCase, output, scores, overallScore, ...decidedBy, passed, executionTime };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { testCase, output, scores: [], overallScore: 0, passed: false, executionTime: took(), error };
  }
}

async function scoreOf(scorer: EvalScorer, output: unknown, context: MCPTestContext): Promise<EvalResult['scores'][number]> {
  const { expected } = context.testCase;
  const score = await scorer.score(output, expected, context);
  if (typeof score !== 'number' || !(score >= 0 && score <= 1))
    throw new RangeError(`${scorer.name} gave ${String(score)}: a score is a number from 0 to 1`);
  const explanation = await scorer.explain?.(output, expected, context);
  return { scorerName: scorer.name, score, ...(explanation === undefined ? {} : { explanation }) };
}

const leastOf = ({ threshold = THRESHOLD }: MCPTestConfig): number => threshold;

/** What came of it, in lines as the console has them. */
export function inLines(title: string, config: MCPTestConfig, result: EvalResult): string {
  const { scores, overallScore, decidedBy, passed, error, executionTime } = result;
  const score = `a score of ${percent(overallScore)}${decidedBy === undefined ? '' : `, and 0 % by ${decidedBy}, which decides`}`;
  const actual = error === undefined ? score : `${error.name}: ${error.message}`;
  const each = scores.map(
    ({ scorerName, score, explanation }) => `  ${scorerName}  ${percent(score)}${explanation === undefined ? '' : `: ${explanation}`}`,
  );
  return [
    `${passed ? 'PASS' : 'FAIL'}  ${title}  ${executionTime.toFixed(1)} ms`,
    `  expected  a score of at least ${percent(leastOf(config))}`,
    `  actual    ${actual}`,
    ...each,
  ].join('\n');
}
