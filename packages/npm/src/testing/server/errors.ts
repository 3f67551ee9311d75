// What can go wrong in a live session.

import { textOf } from '../output.js';
import type { ToolResult } from '../types.js';

/** A tool says that it failed. */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError';

  constructor(
    readonly tool: string,
    readonly result: ToolResult,
  ) {
    super(textOf(result) || `${tool} failed, and did not say why`);
  }
}

/** An error of JSON-RPC, as the server answered it. */
export interface RpcError {
  code: number | null;
  message: string;
  data?: unknown;
}

/** The server answered with an error of JSON-RPC. Its message begins as that of the official client's error does. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: number | null;
  readonly data: unknown;

  constructor({ code, message, data }: RpcError) {
    super(`MCP error ${code}: ${message}`);
    this.code = code;
    this.data = data ?? undefined;
  }
}

/** There is no answer: not in time, or because the server or the session is gone. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}
