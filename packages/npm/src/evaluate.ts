// `evaluate`: one run of `mcpvals eval`, and its report.

import { McpvalsError } from './errors.js';
import { Listening } from './events.js';
import type { ConfigInput } from './input.js';
import { wordsOf, type EvaluateOptions } from './options.js';
import type { EvaluationReport } from './report/report.js';
import { run } from './run/command.js';
import { configSource } from './run/config.js';
import { Reports } from './run/reports.js';
import { inScratch, type Scratch } from './run/scratch.js';
import type { Watch } from './watch.js';

/** Somebody else stopped the program: what is in the report is not the whole run. */
const INTERRUPTED = 130;

/**
 * Evaluates a server as a config says.
 *
 * @param config the path of a config file (YAML, JSON, TOML, TypeScript, JavaScript), or the config itself.
 * @returns the report, whether the server did well or not; also where it could not be reached.
 * @throws McpvalsError where the config or an option cannot be used, or there is nothing to run; ConfigValueError where an
 * object has what a config cannot have; ProgramMissingError; the reason of `options.signal`.
 */
export function evaluate(
  config: string | ConfigInput | (() => ConfigInput | Promise<ConfigInput>),
  options: EvaluateOptions = {},
): Promise<EvaluationReport> {
  return inScratch((scratch) => evaluateIn(scratch, config, options));
}

/** Evaluates in a folder that is there already: who made it reads more from it than the report. */
export async function evaluateIn(
  { folder, watch }: Scratch,
  config: string | ConfigInput | (() => ConfigInput | Promise<ConfigInput>),
  options: EvaluateOptions,
): Promise<EvaluationReport> {
  const reports = new Reports(options, folder);
  const given = typeof config === 'function' ? await config() : config;
  const { code, failure } = await runEval(given, options, reports, watch);
  const report = await reports.read(code === 0);
  if (report === undefined || code === INTERRUPTED || code === null) throw new McpvalsError(failure);
  await reports.tell(report);
  return report;
}

async function runEval(config: string | ConfigInput, options: EvaluateOptions, reports: Reports, watch: Watch): ReturnType<typeof run> {
  const { onEvent, cwd, env, signal } = options;
  const { words, input } = configSource(config);
  const show = (line: string): void => void process.stdout.write(`${line}\n`);
  const isLoud = reports.isShown || options.debug === true;
  const listening = onEvent && new Listening(onEvent);
  const ended = await run({
    words: ['eval', ...words, ...wordsOf(options), ...reports.words()],
    watch,
    input,
    cwd,
    env,
    signal,
    onStdout: listening ? (line) => listening.hear(line) : show,
    onStderr: isLoud ? (line) => void process.stderr.write(`${line}\n`) : undefined,
  });
  await listening?.end(signal);
  return ended;
}
