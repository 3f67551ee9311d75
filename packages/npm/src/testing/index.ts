/**
 * What tests need with every runner; `mcpvals/vitest`, `mcpvals/jest` and `mcpvals/node-test` have it, too.
 *
 * @packageDocumentation
 */

export { McpvalsError } from '../errors.js';
export { bind } from './bind.js';
export { expectError, expectLatency, expectToolCall, expectToolCalls, expectWorkflowSuccess } from './expectations.js';
export type { FromConfigOptions } from './from-config.js';
export * as matchers from './matchers.js';
export type { Matched } from './matchers.js';
export { TestFailure, type Runner, type Skip, type TestOptions } from './runner.js';
export * from './scorers/index.js';
export { setupMCPServer, teardownMCPServer } from './server/current.js';
export { McpError, NoAnswerError, ToolCallError } from './server/errors.js';
export type { ConfigInput, ServerInput } from '../input.js';
export type { ServerSource } from './server/given.js';
export type { SessionOptions } from './server/session.js';
export type { WorkflowOptions } from './server/workflow.js';
export type * from './types.js';
