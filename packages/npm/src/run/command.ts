// One command of the program: started, fed, listened to, and ended when it is not wanted any more.

import { spawn, type ChildProcess } from 'node:child_process';

import type { Failure } from '../errors.js';
import { findProgram } from '../program.js';
import type { Watch } from '../watch.js';
import { LastWords } from './last-words.js';
import { eachLine } from './lines.js';

/** How long the program may take to end in good order, in milliseconds; when it is killed, its guards end the servers. */
const GRACE_MS = 15_000;

export interface Command {
  words: readonly string[];
  /** Ends it when this process ends first. */
  watch: Watch;
  /** What it reads on stdin. */
  input?: string | undefined;
  cwd?: string | undefined;
  /** Variables beside those of this process. `undefined` takes one away. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  signal?: AbortSignal | undefined;
  /** Gets each line. What it throws ends the program, and is thrown. */
  onStdout?: ((line: string) => void) | undefined;
  onStderr?: ((line: string) => void) | undefined;
}

export interface Ended {
  /** Its exit code; `null` where a signal ended it. */
  code: number | null;
  /** Why it failed, in its own words. */
  failure: Failure;
}

/**
 * Runs it to its end.
 *
 * @throws the reason of `signal`, once the program has ended: in good order (SIGTERM), or 15 s later by force.
 */
export async function run(command: Command): Promise<Ended> {
  command.signal?.throwIfAborted();
  const child = start(command);
  const ending = new Ending(child);
  const onAbort = (): void => ending.begin(command.signal?.reason);
  command.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const words = listen(child, command, (error) => ending.begin(error));
    const code = await closed(child);
    ending.throwReason();
    return { code, failure: words.failure(code) };
  } finally {
    command.signal?.removeEventListener('abort', onAbort);
    ending.forget();
  }
}

function start({ words, watch, input, cwd, env }: Command): ChildProcess {
  const child = spawn(findProgram(), [...words, '--error-format=json'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  watch.child(child);
  // A program that ends before it has read everything says why itself.
  child.stdin?.on('error', () => {}).end(input);
  return child;
}

/** Tells the lines. */
function listen(child: ChildProcess, { onStdout, onStderr }: Command, onError: (error: unknown) => void): LastWords {
  const words = new LastWords(onStderr);
  if (child.stdout) eachLine(child.stdout, (line) => attempt(() => onStdout?.(line), onError));
  if (child.stderr) eachLine(child.stderr, (line) => attempt(() => words.hear(line), onError));
  return words;
}

function attempt(work: () => void, onError: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    onError(error);
  }
}

const closed = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

/** A program that is to end before it is done. */
class Ending {
  #reason: { value: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly child: ChildProcess) {}

  begin(reason: unknown): void {
    if (this.#reason) return;
    this.#reason = { value: reason };
    this.child.kill('SIGTERM');
    this.#timer = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
  }

  throwReason(): void {
    if (this.#reason) throw this.#reason.value;
  }

  forget(): void {
    clearTimeout(this.#timer);
  }
}
