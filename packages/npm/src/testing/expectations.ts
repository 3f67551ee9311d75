// The matchers as functions that throw, for every test runner. They are async, as those of the npm package 0.4.0 were.

import { AssertionError } from 'node:assert';

import { toBeMcpError, toCallTool, toCallTools, toHaveLatencyBelow, toHaveSuccessfulWorkflow, type Matched } from './matchers.js';

async function hold({ pass, message }: Matched): Promise<void> {
  if (!pass) throw new AssertionError({ message: message() });
}

/** The output has a call of the tool. */
export const expectToolCall = (output: unknown, toolName: string): Promise<void> => hold(toCallTool(output, toolName));

/** The output has a call of each of the tools. */
export const expectToolCalls = (output: unknown, toolNames: readonly string[]): Promise<void> => hold(toCallTools(output, toolNames));

/** The workflow succeeded. */
export const expectWorkflowSuccess = (output: unknown): Promise<void> => hold(toHaveSuccessfulWorkflow(output));

/** It took less than so many milliseconds. */
export const expectLatency = (output: unknown, maxMs: number): Promise<void> => hold(toHaveLatencyBelow(output, maxMs));

/** It is an error, or has one, with this part of a message; case is ignored. */
export const expectError = (output: unknown, expectedMessage?: string): Promise<void> => hold(toBeMcpError(output, expectedMessage));
