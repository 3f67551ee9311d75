// The program's process while it holds a session. It ends the server when it ends, and ends when we do.

import { spawn, type ChildProcess } from 'node:child_process';

import { findProgram } from '../../program.js';
import { endWithUs } from '../../watch.js';

/** How long it may take to end in good order: a server has two seconds to end by itself, and two more at SIGTERM. */
const GRACE_MS = 8000;
/** How long it may take after a signal. */
const HURRY_MS = 2000;

/**
 * Starts it. It does not keep this process alive: where that ends, so does the program, as its stdin does.
 *
 * @throws ProgramMissingError
 */
export function startProgram(words: readonly string[]): ChildProcess {
  const child = spawn(findProgram(), words, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  endWithUs(child);
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref?: () => void }).unref?.();
  return child;
}

/**
 * Ends it: in good order, and by force where that takes too long.
 *
 * @param closed resolves when it is gone.
 * @param isBusy it would wait for answers first, which nobody wants any more: it gets a signal at once.
 */
export async function endProgram(child: ChildProcess, closed: Promise<unknown>, isBusy: boolean): Promise<void> {
  child.stdin?.end();
  if (!isBusy && (await within(closed, GRACE_MS))) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    child.kill(signal);
    if (await within(closed, HURRY_MS)) return;
  }
}

/** Did it happen in time? */
async function within(happens: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  try {
    return await Promise.race([happens.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
