// One command of the program: started, fed, listened to, and ended when it is not wanted any more.

import { spawn, type ChildProcess } from 'node:child_process';

import { failureOf, type Failure } from '../errors.js';
import { findProgram } from '../program.js';
import { endWithUs } from '../watch.js';
import { eachLine } from './lines.js';

/** How long the program may take to end in good order, in milliseconds; when it is killed, its guards end the servers. */
const GRACE_MS = 15_000;
/** How many of the last lines of stderr are kept for an error. */
const STDERR_LINES = 20;

export interface Command {
  words: readonly string[];
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
    const failure = listen(child, command, (error) => ending.begin(error));
    const code = await closed(child);
    ending.throwReason();
    return { code, failure: failure(code) };
  } finally {
    command.signal?.removeEventListener('abort', onAbort);
    ending.forget();
  }
}

function start({ words, input, cwd, env }: Command): ChildProcess {
  const child = spawn(findProgram(), [...words, '--error-format=json'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  endWithUs(child);
  // A program that ends before it has read everything says why itself.
  child.stdin?.on('error', () => {}).end(input);
  return child;
}

/** Tells the lines; the failure is not told, but kept. */
function listen(child: ChildProcess, command: Command, onError: (error: unknown) => void): (code: number | null) => Failure {
  const { onStdout, onStderr } = command;
  const tail: string[] = [];
  let failure: Failure | undefined;
  const hear = (line: string): void => {
    failure = failureOf(line) ?? failure;
    if (failureOf(line)) return;
    tail.push(line);
    tail.splice(0, tail.length - STDERR_LINES);
    onStderr?.(line);
  };
  if (child.stdout) eachLine(child.stdout, (line) => attempt(() => onStdout?.(line), onError));
  if (child.stderr) eachLine(child.stderr, (line) => attempt(() => hear(line), onError));
  return (code) => failure ?? { error: 'internal', exit: code ?? 70, message: unexplained(code, tail) };
}

const unexplained = (code: number | null, tail: string[]): string =>
  [`mcpvals ended with ${code === null ? 'a signal' : `exit code ${code}`}`, ...tail].join('\n');

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
