// The program as something that answers lines of JSON until its stdin ends (`mcpvals session`).

import type { ChildProcess } from 'node:child_process';

import { McpvalsError, type Failure } from '../../errors.js';
import type { Violation } from '../../report/report.js';
import { LastWords } from '../../run/last-words.js';
import { eachLine } from '../../run/lines.js';
import { NoAnswerError, type RpcError } from './errors.js';
import { endProgram, startProgram } from './process.js';

/** The program has the deadlines that count; this one is for a program that does nothing any more. In milliseconds. */
const PATIENCE_MS = 3_600_000;
/** What somebody has to do for the session to go on. */
const FOR_PEOPLE = /^sign in: /;

export interface Question {
  method: string;
  params?: object | undefined;
  /** That of the config where it is left out. */
  timeoutMs?: number | undefined;
}

/** One of `result`, `error` and `fault`. */
export interface Answer {
  result?: unknown;
  error?: RpcError;
  fault?: string;
  violations?: Violation[];
  tookMs: number;
}

/** What the program says of the server, once hands are shaken. */
export interface Ready {
  server: { capabilities?: Record<string, unknown> };
}

type Line = Answer & { id?: number; ready?: Ready };

interface Waiting {
  resolve: (line: Line) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** The line that comes unasked has no id; questions begin with 1. */
const UNASKED = 0;

/** Any number of questions at a time; answers come as they are ready. Nothing but a question that waits keeps this process alive. */
export class Dialogue {
  /** Rejects with a McpvalsError where no session came about. */
  readonly ready: Promise<Ready>;
  /** What broke the protocol beside the questions: the program tells it at its end. */
  readonly besides: Violation[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #count = UNASKED;
  /** Why nothing is answered any more. */
  #gone: Error | undefined;

  /**
   * @param words of the command line.
   * @param isDebug shows all that the program writes to stderr, and not only what asks somebody to do something.
   * @param firstLine what its stdin begins with, before any question.
   * @throws ProgramMissingError
   */
  constructor(words: readonly string[], isDebug: boolean, firstLine?: string) {
    this.#child = startProgram([...words, '--error-format=json']);
    this.ready = this.#line(UNASKED).then(({ ready }) => ready!);
    this.#closed = this.#listen(new LastWords((line) => show(line, isDebug)));
    if (firstLine !== undefined) this.#child.stdin?.write(`${firstLine}\n`);
  }

  /** @throws NoAnswerError where the session is gone. */
  async ask(question: Question): Promise<Answer> {
    this.#count += 1;
    const text = JSON.stringify({ id: this.#count, ...question });
    const answer = this.#line(this.#count);
    this.#child.stdin?.write(`${text}\n`);
    return answer;
  }

  /** Ends it. What waits is rejected. */
  end(): Promise<void> {
    const isBusy = this.#waiting.size > 0;
    this.#lose(new NoAnswerError('the session is closed'));
    return endProgram(this.#child, this.#closed, isBusy);
  }

  /** The line with this id. */
  #line(id: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      if (this.#gone) return reject(this.#gone);
      const late = new NoAnswerError(`the program said nothing within ${PATIENCE_MS} ms`);
      const timer = setTimeout(() => this.#take(id)?.reject(late), PATIENCE_MS);
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** Resolves when the program is gone, and all that it wrote is read. */
  #listen(words: LastWords): Promise<void> {
    const { stdin, stdout, stderr } = this.#child;
    let isReady = false;
    // What is written to a program that is gone is told where its answer is missed.
    stdin?.on('error', () => {});
    if (stderr) eachLine(stderr, (line) => words.hear(line));
    if (stdout)
      eachLine(stdout, (line) => {
        isReady = true;
        this.#hear(line);
      });
    return new Promise((resolve) => {
      this.#child.once('close', (code) => resolve(this.#lose(goneWith(words.failure(code), isReady))));
      this.#child.on('error', (error) => resolve(this.#lose(error)));
    });
  }

  #hear(text: string): void {
    try {
      const line = JSON.parse(text) as Line;
      const waiting = this.#take(line.id ?? UNASKED);
      // Where nobody waits, somebody gave up, or it is the last line.
      if (waiting !== undefined) waiting.resolve(line);
      else if (line.id === undefined) this.besides.push(...(line.violations ?? []));
    } catch (error) {
      this.#lose(new Error(`this is no line of \`mcpvals session\`: ${text}`, { cause: error }));
    }
  }

  #lose(error: Error): void {
    this.#gone ??= error;
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(this.#gone);
  }
}

function show(line: string, isDebug: boolean): void {
  if (isDebug || FOR_PEOPLE.test(line)) process.stderr.write(`${line}\n`);
}

function goneWith(failure: Failure, isReady: boolean): Error {
  return isReady ? new NoAnswerError(`the session is gone: ${failure.message}`) : new McpvalsError(failure);
}
