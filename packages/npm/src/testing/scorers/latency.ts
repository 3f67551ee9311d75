// Was it fast enough?

import { latencyOf } from '../output.js';
import type { EvalScorer } from '../types.js';
import { CannotScoreError } from './weighted.js';

export interface LatencyScorerOptions {
  /** What is slower gets `TOO_SLOW`, in milliseconds. */
  maxLatencyMs: number;
  /** Up to this the score is 1, in milliseconds. Default: half of `maxLatencyMs`. */
  penaltyThreshold?: number | undefined;
}

/** The score of what took too long. */
const TOO_SLOW = 0.1;

/** 1 up to `penaltyThreshold`, then in a line down to 0.1 at `maxLatencyMs`, and 0.1 for all that is slower. */
export class LatencyScorer implements EvalScorer {
  readonly name = 'LatencyScorer';

  constructor(private readonly options: LatencyScorerOptions) {
    if (!(options.maxLatencyMs > 0)) throw new RangeError('LatencyScorer: `maxLatencyMs` is a number of milliseconds above 0');
  }

  score(output: unknown): number {
    const { maxLatencyMs: max, penaltyThreshold: free = max / 2 } = this.options;
    const latency = this.#latency(output);
    if (latency <= Math.min(free, max)) return 1;
    if (latency >= max) return TOO_SLOW;
    return 1 - ((1 - TOO_SLOW) * (latency - free)) / (max - free);
  }

  explain(output: unknown): string {
    return `${Math.round(this.#latency(output))} ms of at most ${this.options.maxLatencyMs} ms`;
  }

  #latency(output: unknown): number {
    const latency = latencyOf(output);
    if (latency !== undefined) return latency;
    throw new CannotScoreError(
      'LatencyScorer finds no time in the output: give `latency` or `executionTime`, or return what `callTool` gave',
    );
  }
}
