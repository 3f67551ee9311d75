// What can be asserted of an output: each is a plain function, which Vitest and Jest take as a matcher.

import { callsOf, errorOf, latencyOf, messagesOf, successOf, textOf } from './output.js';
import { isInOrder } from './scorers/tool-calls.js';

/** As `expect.extend` wants it. The message is for the outcome that was not wanted. */
export interface Matched {
  pass: boolean;
  message: () => string;
}

/** Both messages; `actual` says what came. */
const matched = (pass: boolean, expected: string, actual: string): Matched => ({
  pass,
  message: () => `expected  ${pass ? `not: ${expected}` : expected}\nactual    ${actual}`,
});

const list = (names: readonly string[]): string => (names.length === 0 ? 'no calls' : names.join(', '));

function called(output: unknown, expected: string, holds: (calls: string[]) => boolean): Matched {
  const calls = callsOf(output);
  if (calls === undefined) return matched(false, expected, 'nothing that tells of calls: neither an answer of `callTool` nor `toolCalls`');
  return matched(holds(calls), expected, `calls: ${list(calls)}`);
}

/** The tool was called. */
export const toCallTool = (output: unknown, tool: string): Matched => called(output, `a call of ${tool}`, (calls) => calls.includes(tool));

/** Each of the tools was called. */
export const toCallTools = (output: unknown, tools: readonly string[]): Matched =>
  called(output, `calls of ${list(tools)}`, (calls) => tools.every((tool) => calls.includes(tool)));

/** The tools were called one after the other; others may be called in between. */
export const toHaveToolCallOrder = (output: unknown, order: readonly string[]): Matched =>
  called(output, `calls in this order: ${list(order)}`, (calls) => isInOrder(order, calls));

/** `success` is true. */
export function toHaveSuccessfulWorkflow(output: unknown): Matched {
  const success = successOf(output);
  const details = (output as { details?: unknown } | null)?.details;
  const why = typeof details === 'string' ? `\n${details}` : '';
  return matched(success === true, 'a workflow that succeeded', `success: ${success}, ${messagesOf(output)?.length ?? 0} messages${why}`);
}

/** It took less than so many milliseconds. */
export function toHaveLatencyBelow(output: unknown, maxMs: number): Matched {
  const latency = latencyOf(output);
  return matched(
    latency !== undefined && latency < maxMs,
    `less than ${maxMs} ms`,
    latency === undefined ? 'no time is known' : `${latency} ms`,
  );
}

/** Each of the keywords is in the text; case is ignored. */
export function toContainKeywords(output: unknown, keywords: readonly string[]): Matched {
  const text = textOf(output);
  const missing = keywords.filter((word) => !text.toLowerCase().includes(word.toLowerCase()));
  return matched(
    missing.length === 0,
    `text with ${keywords.join(', ')}`,
    `${missing.length === 0 ? '' : `without ${missing.join(', ')}: `}${JSON.stringify(text)}`,
  );
}

/** The pattern is found in the text. */
export function toMatchPattern(output: unknown, pattern: RegExp): Matched {
  const text = textOf(output);
  return matched(text.search(pattern) >= 0, `text that matches ${pattern}`, JSON.stringify(text));
}

/** It is an error, or has one, and its words have this part; case is ignored. */
export function toBeMcpError(output: unknown, part = ''): Matched {
  const error = errorOf(output);
  const expected = part === '' ? 'an error' : `an error that contains ${JSON.stringify(part)}`;
  return matched(
    error !== undefined && error.toLowerCase().includes(part.toLowerCase()),
    expected,
    error === undefined ? `no error: ${JSON.stringify(textOf(output))}` : `the error ${JSON.stringify(error)}`,
  );
}
