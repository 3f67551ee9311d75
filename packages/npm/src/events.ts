// What goes on while an evaluation does, as `mcpvals eval --events` tells it.

/** How far a phase is. */
export interface PhaseProgress {
  total: number;
  completed: number;
  passed: number;
  failed: number;
}

/** A fact of a run, in order. Other types may be added: leave out what you do not know. */
export type EvaluationEvent =
  | { type: 'phase:started'; data: { phase: 'runtime'; total: number } }
  /** `name` is `suite/title`. */
  | { type: 'test:started'; data: { group: 'cases'; name: string } }
  | { type: 'test:completed'; data: { group: 'cases'; name: string; status: 'passed' | 'failed' | 'skipped' } }
  | { type: 'progress'; data: { phase: 'runtime'; static: PhaseProgress; runtime: PhaseProgress; currentTask?: string } };

const eventOf = (line: string): EvaluationEvent => JSON.parse(line) as EvaluationEvent;

/** Hands on events as they come; what a listener promises is waited for at the end. */
export class Listening {
  readonly #promised: Promise<void>[] = [];
  #failure: { why: unknown } | undefined;

  constructor(private readonly onEvent: (event: EvaluationEvent) => void | Promise<void>) {}

  hear(line: string): void {
    const told = this.onEvent(eventOf(line));
    if (told instanceof Promise) this.#promised.push(told.catch((why: unknown) => void (this.#failure ??= { why })));
  }

  /** @throws what the listener rejected with first, or the signal's reason. */
  async end(signal: AbortSignal | undefined): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
      if (signal?.aborted) resolve();
    });
    await Promise.race([Promise.all(this.#promised), aborted]);
    signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure.why;
  }
}
