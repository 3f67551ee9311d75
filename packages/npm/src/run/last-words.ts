// What the program writes to stderr, with `--error-format=json`: lines for whoever listens, and why it failed.

import { failureOf, type Failure } from '../errors.js';

/** How many of the last lines are kept, for a program that does not say why. */
const LINES_MAX = 20;
/** The exit code of a bug. */
const BUG = 70;

/** Hears line after line. */
export class LastWords {
  readonly #tail: string[] = [];
  #failure: Failure | undefined;

  /** @param tell gets each line; the failure is not told, but kept. */
  constructor(private readonly tell: (line: string) => void = () => {}) {}

  hear(line: string): void {
    const failure = failureOf(line);
    if (failure) {
      this.#failure = failure;
      return;
    }
    this.#tail.push(line);
    this.#tail.splice(0, this.#tail.length - LINES_MAX);
    this.tell(line);
  }

  /** @param code the exit code; `null` where a signal ended the program. */
  failure(code: number | null): Failure {
    return this.#failure ?? { error: 'internal', exit: code ?? BUG, message: unexplained(code, this.#tail) };
  }
}

const unexplained = (code: number | null, tail: readonly string[]): string =>
  [`mcpvals ended with ${code === null ? 'a signal' : `exit code ${code}`}`, ...tail].join('\n');
