// Waits that end: by time, by the caller's signal, by `close()`.

/** No timer of Node's is longer, in milliseconds; what is longer is for ever. */
const TIMER_MAX = 2 ** 31 - 1;

export interface Limit {
  /** Aborted with the reason of whichever came first. */
  readonly signal: AbortSignal;
  /** Must be called, or the timer keeps the process alive. */
  end(): void;
}

/** One signal of several and a timer; `AbortSignal.any` is not there yet in Node 18. 0 is no timer. */
export function limit(signals: readonly (AbortSignal | undefined)[], milliseconds = 0, late?: () => Error): Limit {
  const controller = new AbortController();
  const ends: (() => void)[] = [];
  for (const signal of signals) {
    if (!signal) continue;
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    ends.push(() => signal.removeEventListener('abort', abort));
  }
  if (milliseconds > 0 && milliseconds <= TIMER_MAX) {
    const timer = setTimeout(() => controller.abort(late?.()), milliseconds);
    ends.push(() => clearTimeout(timer));
  }
  return { signal: controller.signal, end: () => ends.forEach((end) => end()) };
}

/** What `promise` comes to, unless the signal is first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Rests; rejects with the signal's reason. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const rest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, TIMER_MAX));
  });
  return unlessAborted(rest, signal).finally(() => clearTimeout(timer));
}
