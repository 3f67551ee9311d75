// Did a workflow succeed?

import { messagesOf, successOf } from '../output.js';
import type { EvalScorer } from '../types.js';
import { CannotScoreError, inWords, weighted, type Part } from './weighted.js';

export interface WorkflowScorerOptions {
  /** Must `success` be true? Default: true. */
  requireSuccess?: boolean | undefined;
  /** Must every message have a role and a content? Default: true. */
  checkMessages?: boolean | undefined;
  /** So many messages at least. Default: 1. */
  minMessages?: number | undefined;
}

/** 60 % for success, 40 % for messages as they should be; of those, what is asked. 0 where success is asked for and there is none. */
export class WorkflowScorer implements EvalScorer {
  readonly name = 'WorkflowScorer';
  readonly isDecisive = true;

  constructor(private readonly options: WorkflowScorerOptions = {}) {
    if (options.requireSuccess === false && options.checkMessages === false)
      throw new TypeError('WorkflowScorer has nothing to look at: ask for `requireSuccess` or `checkMessages`');
  }

  score(output: unknown): number {
    const parts = this.#parts(output);
    return parts.some(({ name, value }) => name === 'success' && value === 0) ? 0 : weighted(parts);
  }

  explain(output: unknown): string {
    return inWords(this.#parts(output));
  }

  #parts(output: unknown): Part[] {
    const { requireSuccess = true, checkMessages = true, minMessages = 1 } = this.options;
    const parts: Part[] = [];
    if (requireSuccess) parts.push({ name: 'success', weight: 0.6, value: isSuccess(output) ? 1 : 0 });
    if (checkMessages) parts.push({ name: 'messages', weight: 0.4, value: hasMessages(output, minMessages) ? 1 : 0 });
    return parts;
  }
}

function isSuccess(output: unknown): boolean {
  const success = successOf(output);
  if (success === undefined) throw new CannotScoreError('WorkflowScorer finds no `success` in the output: return what `runWorkflow` gave');
  return success;
}

function hasMessages(output: unknown, least: number): boolean {
  const messages = messagesOf(output) ?? [];
  return messages.length >= least && messages.every(isMessage);
}

const isMessage = (message: unknown): boolean => isText(message, 'role') && isText(message, 'content');
const isText = (value: unknown, name: string): boolean => typeof (value as Record<string, unknown> | null)?.[name] === 'string';
