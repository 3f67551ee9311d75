// How a command of the program can fail without a report, as an error.

/** One mistake of a config. */
export interface ConfigMistake {
  /** The file, as it was named; `<stdin>` for an object. */
  file: string;
  /** From 1; 0 where it has no place. */
  line: number;
  column: number;
  /** JSON pointer to it. */
  pointer: string;
  message: string;
  /** The known name that is most like an unknown one. */
  nearest: string | null;
  /** The message with the text around its place; of a file. */
  frame: string | null;
}

/** What the program says of a failure (`--error-format json`). */
export interface Failure {
  /** The name of the exit code: `usage`, `unreachable`, `nothing-to-run`, `internal`, `interrupted`. */
  error: string;
  exit: number;
  message: string;
  details?: ConfigMistake[];
  /** The end of what a server wrote there that ended, or was silent. */
  stderr?: string;
}

/** So many of the last characters of a server's stderr are in a message. */
const STDERR_MAX = 4000;

/** An object is handed to the program in one line: what stands around a mistake there is no help, and may be secret. */
const OBJECT = '<stdin>';

/** The program could not do its work: the config or the options cannot be used, or there was nothing to run. */
export class McpvalsError extends Error {
  override readonly name = 'McpvalsError';
  /** The name of the exit code. */
  readonly code: string;
  readonly exitCode: number;
  /** Every mistake of the config, where it is the config. */
  readonly mistakes: readonly ConfigMistake[];
  /** The end of what the server wrote to stderr, where no session with it came about; the message ends with it. */
  readonly stderr: string;

  constructor({ error, exit, message, details = [], stderr = '' }: Failure) {
    const mistakes = details.map((mistake) => (mistake.file === OBJECT ? { ...mistake, frame: null } : mistake));
    super([...mistakes.map(wordsOf), `${message}${wroteOn(stderr)}`].join('\n\n'));
    this.code = error;
    this.exitCode = exit;
    this.mistakes = mistakes;
    this.stderr = stderr;
  }
}

/** What has no place in the file has no frame, which would name it: a file that is not there. */
function wordsOf({ frame, file, pointer, message, nearest }: ConfigMistake): string {
  if (file !== OBJECT) return frame ?? `${file}: ${message}`;
  return `config${pointer}: ${message}${nearest === null ? '' : `; did you mean \`${nearest}\`?`}`;
}

/** As the program says it to people. */
function wroteOn(stderr: string): string {
  const end = stderr.trimEnd().slice(-STDERR_MAX);
  return end === '' ? '' : `\nThe server wrote on stderr:\n${end.replace(/^/gm, '  ')}`;
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
