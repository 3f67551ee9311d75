// Does the output say what it should?

import { isDeepStrictEqual } from 'node:util';

import { expectedResult, textOf } from '../output.js';
import type { EvalScorer } from '../types.js';
import { CannotScoreError, inWords, weighted, type Part } from './weighted.js';

export interface ContentScorerOptions {
  /** Only the expected result itself is right: 1, all else is 0. Default: false. */
  exactMatch?: boolean | undefined;
  /** Does case count, in keywords and the expected result? Default: false. */
  caseSensitive?: boolean | undefined;
  /** Each is to be found. */
  patterns?: readonly RegExp[] | undefined;
  /** Each is to be in the text. */
  requiredKeywords?: readonly string[] | undefined;
  /** None may be in the text. */
  forbiddenKeywords?: readonly string[] | undefined;
}

/** What is taken away where a forbidden keyword is there. */
const FORBIDDEN = 0.2;
/** The most for an output that has one, whatever else is right about it. */
const FORBIDDEN_MAX = 0.5;

/**
 * 40 % for the share of patterns that are found, 40 % for that of required keywords, 20 % for the expected result; of those, what is asked. 0
 * where the expected result is not there. 20 points less for a forbidden keyword, and at most 0.5.
 */
export class ContentScorer implements EvalScorer {
  readonly name = 'ContentScorer';
  readonly isDecisive = true;

  constructor(private readonly options: ContentScorerOptions = {}) {}

  score(output: unknown, expected: unknown): number {
    const result = expectedResult(expected);
    if (this.options.exactMatch === true) return this.#isExact(output, result) ? 1 : 0;
    const parts = this.#parts(output, result);
    if (result !== undefined && !this.#says(output, result)) return 0;
    const score = parts.length === 0 ? 1 : weighted(parts);
    if (this.#forbidden(output).length === 0) return score;
    return Math.min(FORBIDDEN_MAX, Math.max(0, score - FORBIDDEN));
  }

  explain(output: unknown, expected: unknown): string {
    const result = expectedResult(expected);
    const forbidden = this.#forbidden(output);
    const parts = this.options.exactMatch === true ? '' : inWords(this.#parts(output, result));
    const wrong = result === undefined || this.#says(output, result) ? '' : `expected ${shown(result)}, got ${shown(textOf(output))}`;
    return (
      [wrong, parts, forbidden.length === 0 ? '' : `forbidden: ${forbidden.join(', ')}`].filter((words) => words !== '').join('; ') ||
      'as expected'
    );
  }

  #parts(output: unknown, result: unknown): Part[] {
    const { patterns = [], requiredKeywords = [], forbiddenKeywords = [] } = this.options;
    const text = textOf(output);
    const parts: Part[] = [];
    if (patterns.length > 0) parts.push({ name: 'patterns', weight: 0.4, value: share(patterns, (one) => text.search(one) >= 0) });
    if (requiredKeywords.length > 0)
      parts.push({ name: 'keywords', weight: 0.4, value: share(requiredKeywords, (one) => this.#has(text, one)) });
    if (result !== undefined) parts.push({ name: 'expected result', weight: 0.2, value: this.#says(output, result) ? 1 : 0 });
    if (parts.length === 0 && forbiddenKeywords.length === 0) {
      throw new CannotScoreError(
        'ContentScorer has no expectation: give `patterns`, `requiredKeywords`, `forbiddenKeywords`, or `expected.result` in the case',
      );
    }
    return parts;
  }

  #isExact(output: unknown, result: unknown): boolean {
    if (result === undefined)
      throw new CannotScoreError('ContentScorer with `exactMatch` has no expectation: give `expected.result` in the case');
    return typeof result === 'string' ? this.#fold(textOf(output)) === this.#fold(result) : isSame(output, result);
  }

  /** Is the expected result there: as the value, or as a text that stands for itself? */
  #says(output: unknown, result: unknown): boolean {
    if (isSame(output, result)) return true;
    return typeof result !== 'object' && standsIn(this.#fold(textOf(output)), this.#fold(String(result)));
  }

  #forbidden(output: unknown): string[] {
    const text = textOf(output);
    return (this.options.forbiddenKeywords ?? []).filter((word) => this.#has(text, word));
  }

  #has(text: string, word: string): boolean {
    return this.#fold(text).includes(this.#fold(word));
  }

  #fold(text: string): string {
    const trimmed = text.trim().replace(/\s+/g, ' ');
    return this.options.caseSensitive === true ? trimmed : trimmed.toLowerCase();
  }
}

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number => (all.length === 0 ? 0 : all.filter(holds).length / all.length);
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 200);

const WORD_BEFORE = '(?<![\\p{L}\\p{N}]|[-.,](?=\\d))';
const WORD_AFTER = '(?![\\p{L}\\p{N}]|[.,]\\d)';
const IN_WORD = /[\p{L}\p{N}]/u;

/** "8" stands in "is 8." and not in "18", "8.5" or "-8". */
function standsIn(text: string, part: string): boolean {
  if (part === '') return text === '';
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = IN_WORD.test(part.charAt(0)) ? WORD_BEFORE : '';
  const after = IN_WORD.test(part.charAt(part.length - 1)) ? WORD_AFTER : '';
  return new RegExp(before + escaped + after, 'u').test(text);
}

/** Is the output, its result, its structured content or its text as JSON this value? */
function isSame(output: unknown, value: unknown): boolean {
  const members = output as { result?: unknown; structuredContent?: unknown } | null | undefined;
  return [output, members?.result, members?.structuredContent, parsed(textOf(output))].some((one) => isDeepStrictEqual(one, value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
