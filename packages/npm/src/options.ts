// What `evaluate` can be told, and the words of the command line for it.

import type { EvaluationEvent } from './events.js';
import type { Reporter } from './reporter.js';

/** What `mcpvals eval -r` takes. */
export const FORMATS = ['console', 'json', 'junit', 'markdown', 'github', 'tap', 'html'] as const;
export type ReportFormat = (typeof FORMATS)[number];

export interface EvaluateOptions {
  /** Say more, with every frame and the servers' stderr, on stderr. */
  debug?: boolean | undefined;
  /**
   * What is told of the run: a format, which goes to stdout; an object, whose `report` gets the report; `none`.
   *
   * Default: `console`.
   */
  reporter?: ReportFormat | 'none' | Reporter | undefined;
  /** Reports that are written to files, too: format to path. */
  reportFiles?: Partial<Record<ReportFormat, string>> | undefined;
  /** Lets the config's judge score the workflows. The config must have `llmJudge: true` and a key. */
  llmJudge?: boolean | undefined;
  /** Only `toolHealthSuites`. Several of these flags add up. */
  toolHealthOnly?: boolean | undefined;
  resourcesOnly?: boolean | undefined;
  promptsOnly?: boolean | undefined;
  completionsOnly?: boolean | undefined;
  samplingOnly?: boolean | undefined;
  elicitationOnly?: boolean | undefined;
  rootsOnly?: boolean | undefined;
  utilitiesOnly?: boolean | undefined;
  oauth2Only?: boolean | undefined;
  /** Only `workflows`. */
  workflowsOnly?: boolean | undefined;
  /** The model of all workflows: a name of `models`, or `provider/model`. */
  model?: string | undefined;
  /** Only cases whose `suite/title` is this, contains it, or matches it as a glob. */
  filter?: string | readonly string[] | undefined;
  /** Only cases with one of these tags. */
  tag?: string | readonly string[] | undefined;
  /** Start no further case after the first that fails. */
  failFast?: boolean | undefined;
  /** The deadline of one call, in milliseconds. */
  timeout?: number | undefined;
  /** How often each case is played. */
  repeat?: number | undefined;
  /** How many cases of a `parallel` suite run at once. */
  concurrency?: number | undefined;
  /** A folder for the frames of every case, as JSON Lines. */
  trace?: string | undefined;
  /** Say which of what the server offers was exercised. */
  coverage?: boolean | undefined;
  /** A violation of the protocol fails the run, whatever the cases say. */
  strictProtocol?: boolean | undefined;
  /** Store what the server answers as the new snapshots. */
  updateSnapshots?: boolean | undefined;
  /** What is done with the recorded answers of models. */
  cassette?: 'auto' | 'replay' | 'record' | 'off' | undefined;
  /** Variables for the config and for mcpvals beside those of this process; `undefined` takes one away. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where the program runs: what relative paths are against. */
  cwd?: string | undefined;
  /** Ends the run: servers are ended, and the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Hears of each case as it begins and ends. A text reporter then prints at the end. What it throws rejects the promise. */
  onEvent?: ((event: EvaluationEvent) => void | Promise<void>) | undefined;
}

type Kind = 'flag' | 'value';

const WORDS: Readonly<Record<string, readonly [string, Kind]>> = {
  debug: ['--debug', 'flag'],
  llmJudge: ['--llm-judge', 'flag'],
  toolHealthOnly: ['--tool-health-only', 'flag'],
  resourcesOnly: ['--resources-only', 'flag'],
  promptsOnly: ['--prompts-only', 'flag'],
  completionsOnly: ['--completions-only', 'flag'],
  samplingOnly: ['--sampling-only', 'flag'],
  elicitationOnly: ['--elicitation-only', 'flag'],
  rootsOnly: ['--roots-only', 'flag'],
  utilitiesOnly: ['--utilities-only', 'flag'],
  oauth2Only: ['--oauth-only', 'flag'],
  workflowsOnly: ['--workflows-only', 'flag'],
  model: ['--model', 'value'],
  filter: ['--filter', 'value'],
  tag: ['--tag', 'value'],
  failFast: ['--fail-fast', 'flag'],
  timeout: ['--timeout', 'value'],
  repeat: ['--repeat', 'value'],
  concurrency: ['--concurrency', 'value'],
  trace: ['--trace', 'value'],
  coverage: ['--coverage', 'flag'],
  strictProtocol: ['--strict-protocol', 'flag'],
  updateSnapshots: ['--update-snapshots', 'flag'],
  cassette: ['--cassette', 'value'],
};

/** Not words of the command line, but ours to heed. */
const OTHERS = ['reporter', 'reportFiles', 'env', 'cwd', 'signal', 'onEvent'];

/**
 * @throws TypeError for an option that there is not: a misspelt one must not be without effect.
 */
export function wordsOf(options: EvaluateOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (OTHERS.includes(name) || value === undefined) return [];
    const known = WORDS[name];
    if (known === undefined)
      throw new TypeError(`evaluate has no option \`${name}\`; it has ${[...Object.keys(WORDS), ...OTHERS].join(', ')}`);
    return said(name, value, ...known);
  });
}

function said(name: string, value: unknown, word: string, kind: Kind): string[] {
  if (kind === 'value') return [value].flat().map((one) => `${word}=${String(one)}`);
  if (typeof value !== 'boolean') throw new TypeError(`the option \`${name}\` is true or false, and no ${typeof value}`);
  return value ? [word] : [];
}
