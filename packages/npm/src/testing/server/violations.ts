// What a server does against the protocol while tests use it. It fails no test by itself: it is kept, and told as a warning.

import type { Violation } from '../../report/report.js';

export class Violations {
  readonly all: Violation[] = [];
  readonly #told = new Set<string>();

  /** The same is told once. */
  add(found: readonly Violation[]): void {
    this.all.push(...found);
    for (const { kind, message, spec } of found) {
      const words = `${kind}: ${message} (see ${spec})`;
      if (!this.#told.has(words)) process.emitWarning(words, 'ProtocolViolationWarning');
      this.#told.add(words);
    }
  }
}
