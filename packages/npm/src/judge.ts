// `runLlmJudge`: what a config's judge says of a conversation, without a server or a workflow.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { McpvalsError } from './errors.js';
import type { Config } from './generated/config.js';
import { run } from './run/command.js';
import { configSource } from './run/config.js';
import { inScratch, type Scratch } from './run/scratch.js';

/** One turn of a conversation. */
export interface JudgedTurn {
  role: 'user' | 'assistant' | 'tool';
  text?: string;
  /** Whatever else the judge is to see of it, such as the calls of tools. */
  [name: string]: unknown;
}

/** What a judge is asked about. */
export interface JudgedExample {
  /** Told in the result. */
  id?: string;
  /** What was to be reached. */
  goal?: unknown;
  /** What the end should be. */
  expected?: unknown;
  /** The tools that there were. */
  tools?: unknown;
  conversation: readonly JudgedTurn[];
}

/** What the judge says. */
export interface LlmJudgeResult {
  /** That of the example, or its number, from 1. */
  id: string;
  /** The mean of its votes, 0 to 1; `null` where it gave none. */
  score: number | null;
  /** Is the score at least the config's `passThreshold`? */
  passed: boolean;
  /** Of the lowest vote; where there is no score, why. */
  reason: string;
  /** The lowest and the highest vote. */
  spread?: [number, number];
}

/** The judge, and how it is asked: the members of a config that are about it. */
export type JudgeConfig = Partial<Config>;

export interface JudgeOptions {
  /** How many examples it is asked about at once. Default: 1. */
  concurrency?: number | undefined;
  /** Variables beside those of this process; `undefined` takes one away. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  cwd?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What every config must have, and a judge has no use for. */
const UNUSED: Config = {
  server: { transport: 'stdio', command: 'none' },
  workflows: [{ name: 'judged', steps: [{ user: 'judged' }] }],
};

/**
 * Asks the judge of a config about a conversation.
 *
 * @param config the path of a config file with `llmJudge: true`, or an object that needs no more than what is about the judge
 * (`openaiKey`, `judgeModel`, `models`, `rubric`, `votes`, `passThreshold`).
 * @throws McpvalsError where config or examples cannot be used, or the judge cannot be asked; the reason of `options.signal`.
 */
export function runLlmJudge(example: JudgedExample, config: string | JudgeConfig, options?: JudgeOptions): Promise<LlmJudgeResult>;
/** Asks about several, and gives the results in their order. */
export function runLlmJudge(
  examples: readonly JudgedExample[],
  config: string | JudgeConfig,
  options?: JudgeOptions,
): Promise<LlmJudgeResult[]>;
export async function runLlmJudge(
  given: JudgedExample | readonly JudgedExample[],
  config: string | JudgeConfig,
  options: JudgeOptions = {},
): Promise<LlmJudgeResult | LlmJudgeResult[]> {
  const examples = [given].flat() as JudgedExample[];
  const results = await inScratch((scratch) => scores(examples, config, options, scratch));
  return Array.isArray(given) ? results : results[0]!;
}

async function scores(
  examples: JudgedExample[],
  config: string | JudgeConfig,
  options: JudgeOptions,
  { folder, watch }: Scratch,
): Promise<LlmJudgeResult[]> {
  const file = join(folder, 'examples.json');
  await writeFile(file, JSON.stringify(examples));
  const { words, input } = configSource(typeof config === 'string' ? config : { ...UNUSED, llmJudge: true, ...config });
  const { concurrency = 1, cwd, env, signal } = options;
  const lines: string[] = [];
  const { failure } = await run({
    words: ['judge', 'score', file, ...words, `--concurrency=${concurrency}`],
    watch,
    input,
    cwd,
    env,
    signal,
    onStdout: (line) => void lines.push(line),
  });
  // Exit code 1 says that one did not pass, or that the judge could not be asked: then there are no lines.
  if (lines.length < examples.length) throw new McpvalsError(failure);
  return lines.map((line) => JSON.parse(line) as LlmJudgeResult);
}
