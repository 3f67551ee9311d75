// Where the reports of a run go: to files of ours, to files of the user's, and what is shown to stdout.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FORMATS, type EvaluateOptions, type ReportFormat } from '../options.js';
import type { Reporter } from '../reporter.js';
import type { EvaluationReport, Report } from '../report/report.js';
import { shaped } from '../report/shape.js';
import { blocksOf, keepTexts } from '../report/texts.js';

/** What the program writes for us, in a folder of its own. */
const OURS: Readonly<Partial<Record<ReportFormat, string>>> = { json: 'report.json', junit: 'report.xml', console: 'report.txt' };
/** What is shown at the end, where events take stdout. */
const SHOWN = 'shown';

const into = (files: Readonly<Record<string, string>>, folder: string): string[] =>
  Object.entries(files).map(([format, file]) => `--reporter=${format}=${join(folder, file)}`);

const isFormat = (reporter: unknown): reporter is ReportFormat => FORMATS.some((format) => format === reporter);

const NO_REPORTER = `\`reporter\` is one of ${FORMATS.join(', ')}, none, or an object with a method \`report\``;

/** The reports of one run. */
export class Reports {
  readonly #folder: string;
  readonly #shown: ReportFormat | undefined;
  readonly #reporter: Reporter | undefined;
  readonly #files: Readonly<Partial<Record<ReportFormat, string>>>;
  readonly #hasEvents: boolean;

  /** @throws TypeError for a reporter that there is not. */
  constructor({ reporter = 'console', reportFiles = {}, onEvent }: EvaluateOptions, folder: string) {
    this.#folder = folder;
    this.#files = reportFiles;
    this.#hasEvents = onEvent !== undefined;
    if (isFormat(reporter)) this.#shown = reporter;
    else if (typeof reporter === 'object' && typeof reporter.report === 'function') this.#reporter = reporter;
    else if (reporter !== 'none') throw new TypeError(NO_REPORTER);
  }

  /** Does the user want to see anything of the run? */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  /** As words of the command line. */
  words(): string[] {
    return [...into(OURS, this.#folder), ...into(this.#files, ''), ...this.#shownWords()];
  }

  #shownWords(): string[] {
    const shown = this.#shown;
    if (this.#hasEvents) return ['--events=-', ...into(shown === undefined ? {} : { [shown]: SHOWN }, this.#folder)];
    if (shown === undefined) return [];
    const color = shown === 'console' && process.stdout.isTTY ? ['--color=always'] : [];
    return [`--reporter=${shown}`, ...color];
  }

  /** The report, once the program has ended; `undefined` where it wrote none. */
  async read(isPassed: boolean): Promise<EvaluationReport | undefined> {
    const json = await this.#text('json').catch(() => '');
    if (json === '') return undefined;
    const blocks = blocksOf(await this.#text('junit'));
    const report = shaped(JSON.parse(json) as Report, blocks, isPassed);
    keepTexts(report, { console: await this.#text('console'), blocks });
    return report;
  }

  /** Shows what could not be shown while it went on. */
  async tell(report: EvaluationReport): Promise<void> {
    if (this.#hasEvents && this.#shown) process.stdout.write(await readFile(join(this.#folder, SHOWN), 'utf8'));
    await this.#reporter?.report(report);
  }

  #text(format: keyof typeof OURS): Promise<string> {
    return readFile(join(this.#folder, OURS[format] ?? ''), 'utf8');
  }
}
