// Reads what a task gave: a server's answer, an object of the user's, a workflow's result, or a text.

import type { ToolCall } from './types.js';

type Members = Record<string, unknown>;

/** What is known of a server's answer beside what is in it. */
interface CallFacts {
  call: ToolCall;
  latencyMs: number;
}

/** Beside the answers, so that an answer is equal to what the server said. */
const FACTS = new WeakMap<object, CallFacts>();

export const keepFacts = (answer: object, facts: CallFacts): void => void FACTS.set(answer, facts);

const membersOf = (value: unknown): Members | undefined => (typeof value === 'object' && value !== null ? (value as Members) : undefined);
const factsOf = (output: unknown): CallFacts | undefined => (membersOf(output) ? FACTS.get(output as object) : undefined);

/** The text of it: of content blocks, of `result`, of what an assistant said; anything else as JSON. */
export function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  if (output instanceof Error) return output.message;
  const members = membersOf(output);
  if (members === undefined) return String(output);
  if (Array.isArray(members['content'])) return joined(members['content'], 'text');
  if (members['result'] !== undefined) return textOf(members['result']);
  if (Array.isArray(members['messages'])) return joined(members['messages'].filter(isAnswer), 'content');
  return JSON.stringify(output);
}

const isAnswer = (message: unknown): boolean => membersOf(message)?.['role'] === 'assistant';

function joined(parts: unknown[], name: string): string {
  return parts
    .map((part) => membersOf(part)?.[name])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** The calls that were made, in order; `undefined` where nothing is known of calls. */
export function callsOf(output: unknown): string[] | undefined {
  const facts = factsOf(output);
  if (facts) return [facts.call.name];
  const calls = membersOf(output)?.['toolCalls'];
  return Array.isArray(calls) ? calls.map(nameOf) : undefined;
}

function nameOf(call: unknown): string {
  const name = typeof call === 'string' ? call : (membersOf(call)?.['name'] ?? membersOf(call)?.['toolName']);
  if (typeof name === 'string') return name;
  throw new TypeError(`\`toolCalls\` has names, or objects with a \`name\`, and not ${JSON.stringify(call)}`);
}

/** How long it took, in milliseconds; `undefined` where that is not known. */
export function latencyOf(output: unknown): number | undefined {
  const members = membersOf(output);
  const latency = factsOf(output)?.latencyMs ?? members?.['latency'] ?? members?.['executionTime'];
  return typeof latency === 'number' && Number.isFinite(latency) ? latency : undefined;
}

/** The words of the error that it is or has; `undefined` where there is none. */
export function errorOf(output: unknown): string | undefined {
  if (output instanceof Error) return output.message;
  const members = membersOf(output);
  if (members?.['isError'] === true) return textOf(output);
  const error = members?.['error'];
  if (error === undefined || error === null) return undefined;
  return typeof error === 'string' ? error : String(membersOf(error)?.['message'] ?? JSON.stringify(error));
}

/** `success` of it, where it says so. */
export function successOf(output: unknown): boolean | undefined {
  const success = membersOf(output)?.['success'];
  return typeof success === 'boolean' ? success : undefined;
}

/** `messages` of it, where it has a list. */
export function messagesOf(output: unknown): unknown[] | undefined {
  const messages = membersOf(output)?.['messages'];
  return Array.isArray(messages) ? messages : undefined;
}

/** A member of `expected`, where that is an object. */
export const expectedMember = (expected: unknown, name: string): unknown =>
  Array.isArray(expected) ? undefined : membersOf(expected)?.[name];

/** The result that is expected: `expected.result`, or what `expected` is itself where it is no object; `undefined` where none is. */
export function expectedResult(expected: unknown): unknown {
  return membersOf(expected) && !Array.isArray(expected) ? expectedMember(expected, 'result') : expected;
}
