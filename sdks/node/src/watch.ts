// One evaluation whose end somebody waits for: told by its event, or found by asking.

import { limit, sleep } from './limit.js';

export interface Watch {
  /** Rests for a while, or until the end was told. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Nobody waits any more. */
  end(): void;
}

/** Where the end will be told, it is still asked for now and then, in milliseconds: what is told may be lost. */
const ANYWAY = 15_000;
/** It is not asked for more often, in milliseconds. */
const OFTEN = 50;

export class Watches {
  readonly #woken = new Map<string, Set<AbortController>>();

  /** Somebody waits for this evaluation. `isTold` says whether its end will be told; `end` is called after the last one. */
  begin(id: string, isTold: () => boolean, end: () => void): Watch {
    const waiting = this.#woken.get(id) ?? new Set();
    this.#woken.set(id, waiting);
    let current = new AbortController();
    waiting.add(current);
    const pause = async (milliseconds: number, signal: AbortSignal) => {
      const rest = Math.max(OFTEN, milliseconds, isTold() ? ANYWAY : 0);
      const either = limit([signal, current.signal]);
      await sleep(rest, either.signal).catch(() => signal.throwIfAborted()).finally(() => either.end());
      if (!current.signal.aborted) return;
      // Woken once, it is asked; if that is not the end after all, it rests again.
      waiting.delete(current);
      waiting.add((current = new AbortController()));
    };
    return {
      pause,
      end: () => {
        waiting.delete(current);
        if (waiting.size > 0 || this.#woken.get(id) !== waiting) return;
        this.#woken.delete(id);
        end();
      },
    };
  }

  isWatched(id: string): boolean {
    return this.#woken.has(id);
  }

  /** Its end was told. */
  wake(id: string): void {
    for (const controller of this.#woken.get(id) ?? []) controller.abort();
  }
}
