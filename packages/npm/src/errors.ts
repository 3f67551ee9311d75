// How a command of the program can fail without a report, as an error.

/** One mistake of a config. */
export interface ConfigMistake {
  /** The file, as it was named; `stdin` for an object. */
  file: string;
  /** From 1; 0 where it has no place. */
  line: number;
  column: number;
  /** JSON pointer to it. */
  pointer: string;
  message: string;
  /** The known name that is most like an unknown one. */
  nearest: string | null;
  /** The message with the text around its place. */
  frame: string | null;
}

/** What the program says of a failure (`--error-format json`). */
export interface Failure {
  /** The name of the exit code: `usage`, `unreachable`, `nothing-to-run`, `internal`, `interrupted`. */
  error: string;
  exit: number;
  message: string;
  details?: ConfigMistake[];
}

/** The program could not do its work: the config or the options cannot be used, or there was nothing to run. */
export class McpvalsError extends Error {
  override readonly name = 'McpvalsError';
  /** The name of the exit code. */
  readonly code: string;
  readonly exitCode: number;
  /** Every mistake of the config, where it is the config. */
  readonly mistakes: readonly ConfigMistake[];

  constructor(failure: Failure) {
    const mistakes = failure.details ?? [];
    super([...mistakes.map(({ frame, message }) => frame ?? message), failure.message].join('\n\n'));
    this.code = failure.error;
    this.exitCode = failure.exit;
    this.mistakes = mistakes;
  }
}

/** The failure that a line of stderr tells, where it is one. */
export function failureOf(line: string): Failure | undefined {
  if (!line.startsWith('{"error":')) return undefined;
  try {
    return JSON.parse(line) as Failure;
  } catch {
    return undefined;
  }
}
