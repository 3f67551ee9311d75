// Were the right tools called?

import { callsOf, expectedMember } from '../output.js';
import type { EvalScorer } from '../types.js';
import { CannotScoreError, inWords, weighted, type Part } from './weighted.js';

export interface ToolCallScorerOptions {
  /** The tools that must be called; `expected.tools` of the case where left out. */
  expectedTools?: readonly string[] | undefined;
  /** Must they be called in this order? Default: false. */
  expectedOrder?: boolean | undefined;
  /** May others be called, too, or one of them more often? Default: true. */
  allowExtraTools?: boolean | undefined;
}

/**
 * 70 % for the share of the expected tools that were called, 20 % for their order (with `expectedOrder`), 10 % for no other call (with
 * `allowExtraTools: false`) where the rest is right; of those, what is asked.
 */
export class ToolCallScorer implements EvalScorer {
  readonly name = 'ToolCallScorer';

  constructor(private readonly options: ToolCallScorerOptions = {}) {}

  score(output: unknown, expected: unknown): number {
    const [asked, calls] = this.#both(output, expected);
    if (asked.length === 0) return calls.length === 0 ? 1 : 0;
    return weighted(this.#parts(asked, calls));
  }

  explain(output: unknown, expected: unknown): string {
    const [asked, calls] = this.#both(output, expected);
    const words = asked.length === 0 ? '' : `: ${inWords(this.#parts(asked, calls))}`;
    return `expected ${list(asked)}, called ${list(calls)}${words}`;
  }

  #both(output: unknown, expected: unknown): [string[], string[]] {
    const asked = this.options.expectedTools ?? expectedMember(expected, 'tools');
    if (!Array.isArray(asked))
      throw new CannotScoreError('ToolCallScorer has no expectation: give `expectedTools`, or `expected.tools` in the case');
    const calls = callsOf(output);
    if (calls === undefined)
      throw new CannotScoreError('ToolCallScorer finds no calls in the output: give `toolCalls`, or return what `callTool` gave');
    return [asked as string[], calls];
  }

  #parts(asked: string[], calls: string[]): Part[] {
    const { expectedOrder = false, allowExtraTools = true } = this.options;
    const called = asked.length - without(asked, calls).length;
    const parts = [{ name: 'expected tools', weight: 0.7, value: called / asked.length }];
    if (expectedOrder) parts.push({ name: 'order', weight: 0.2, value: isInOrder(asked, calls) ? 1 : 0 });
    const isRight = parts.every(({ value }) => value === 1);
    if (!allowExtraTools) parts.push({ name: 'no other call', weight: 0.1, value: isRight && without(calls, asked).length === 0 ? 1 : 0 });
    return parts;
  }
}

/** What of `all` is left when each of `taken` takes one away. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...all];
  for (const name of taken) {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

/** Are they all among the calls, one after the other? */
export function isInOrder(asked: readonly string[], calls: readonly string[]): boolean {
  let next = 0;
  for (const call of calls) if (call === asked[next]) next += 1;
  return next === asked.length;
}

const list = (names: readonly string[]): string => (names.length === 0 ? 'no call' : names.join(', '));
