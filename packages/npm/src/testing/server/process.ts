// A server's process that ends with ours, and with all that it started.

import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

import { findProgram } from '../../program.js';
import { endWithUs } from '../../watch.js';

/** How long a server may take to end when its stdin is closed, and then at SIGTERM, in milliseconds. */
const PATIENCE_MS = 2000;
/** The file descriptor of the guard's lifeline: it kills all that is left when this is closed, by us or because we are gone. */
const LIFELINE = 3;
/** On the lifeline: send SIGTERM to the server. */
const TERMINATE = 'T';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Ends it: stdin first, then SIGTERM, then by force. */
  end(): Promise<void>;
}

/** @param stderr `inherit` shows what it writes there. */
export function startServer(
  command: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string | undefined; stderr: 'pipe' | 'inherit' },
): ServerProcess {
  const isGuarded = process.platform === 'linux';
  const [program, words] = isGuarded ? [findProgram(), ['__guard', String(LIFELINE), '--', command, ...args]] : [command, args];
  const { cwd, env, stderr } = options;
  const child = spawn(program, words, { cwd, env, stdio: ['pipe', 'pipe', stderr, isGuarded ? 'pipe' : 'ignore'], windowsHide: true });
  if (!isGuarded) endWithUs(child);
  const lifeline = isGuarded ? (child.stdio[LIFELINE] as Writable) : undefined;
  lifeline?.on('error', () => {});
  return { child, end: () => end(child, lifeline) };
}

async function end(child: ChildProcess, lifeline: Writable | undefined): Promise<void> {
  const ended =
    child.exitCode === null && child.signalCode === null ? new Promise((resolve) => child.once('close', resolve)) : Promise.resolve();
  child.stdin?.end();
  if (await within(ended, PATIENCE_MS)) return;
  if (lifeline) lifeline.write(TERMINATE);
  else child.kill('SIGTERM');
  if (await within(ended, PATIENCE_MS)) return;
  if (lifeline) lifeline.destroy();
  else child.kill('SIGKILL');
  await within(ended, PATIENCE_MS);
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
