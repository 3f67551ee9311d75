// What `mcpvals` and `mcp-evaluate` are after `npm install`: they start the program, and are as it is.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

import { findProgram, ProgramMissingError } from './program.js';
import { endWithUs } from './watch.js';

/** `usage`, as the program says it. */
const USAGE = 2;
/** The program is there and cannot be executed, as shells say it. */
const CANNOT_EXECUTE = 126;

/** What a terminal sends to everybody in the foreground, the program included. */
const OF_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
/** What is sent to one process: the program has not had it. */
const OF_OTHERS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR2'];

/** Runs the program with the words after ours; this process ends as it does. */
export function launch(words: readonly string[]): void {
  const program = spawn(programOrEnd(), words, { stdio: 'inherit' });
  program.once('error', endUnexecuted);
  endWithUs(program);
  const stop = forwardSignals(program);
  program.once('exit', (code, signal) => {
    stop();
    if (signal === null) process.exit(code ?? USAGE);
    // As shells tell it, where the signal does not end us: whoever started us may have had it ignored.
    process.exitCode = 128 + constants.signals[signal];
    process.kill(process.pid, signal);
  });
}

/** `mcp-evaluate` is `mcpvals evaluate`, with a `--version` of its own. */
export function launchEvaluate(words: readonly string[]): void {
  if (words.length !== 1 || !['--version', '-V'].includes(words[0] ?? '')) return launch(['evaluate', ...words]);
  const { stdout, error } = spawnSync(programOrEnd(), ['--version'], { encoding: 'utf8' });
  if (error) endUnexecuted(error);
  process.stdout.write(stdout.replace(/^mcpvals /, 'mcp-evaluate '));
}

function programOrEnd(): string {
  try {
    return findProgram();
  } catch (error) {
    if (error instanceof ProgramMissingError) return end(USAGE, error.message);
    throw error;
  }
}

function endUnexecuted(error: Error): never {
  return end(CANNOT_EXECUTE, `the mcpvals program cannot be executed: ${error.message}`);
}

function end(code: number, message: string): never {
  process.stderr.write(`error: ${message}\n`);
  process.exit(code);
}

/**
 * Passes signals on, each once: a second Ctrl-C asks the program to end without a report, so one must not count as two.
 *
 * @returns what ends it, so that this process can be ended by the signal that ended the program.
 */
function forwardSignals(program: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals): void => void program.kill(signal);
  const wait = (): void => {};
  // Not by `process.stdin`: looking at it would make our stdin, which is the program's, too, one that does not block.
  const onTerminal = [0, 1, 2].some(isatty);
  const listeners = [
    ...OF_OTHERS.map((signal) => [signal, pass] as const),
    ...OF_TERMINAL.map((signal) => [signal, onTerminal ? wait : pass] as const),
  ];
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => listeners.forEach(([signal, listener]) => process.removeListener(signal, listener));
}
