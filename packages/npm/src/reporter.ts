// Who is told of a run.

import type { EvaluationReport } from './report/report.js';
import { textOf } from './report/texts.js';

/** A reporter of your own. */
export interface Reporter {
  /** Gets the report when the run has ended. What it throws rejects the promise of `evaluate`. */
  report(report: EvaluationReport): void | Promise<void>;
}

/** Prints what `mcpvals eval` prints. */
export class ConsoleReporter implements Reporter {
  readonly #write: (text: string) => void;

  /** @param write gets the text; stdout where it is left out. */
  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  /** @throws TypeError for a report that `evaluate` of this process did not give. */
  report(report: EvaluationReport): void {
    const text = textOf(report);
    if (text === undefined) throw new TypeError('ConsoleReporter can only show what `evaluate` returned, and no copy of it');
    this.#write(text);
  }
}
