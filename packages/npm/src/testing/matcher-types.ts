// The matchers as `expect` has them. They are done when they return; `await` in front of them does no harm.

export interface McpMatchers<R = void> {
  /** The tool was called. */
  toCallTool(toolName: string): R;
  /** Each of the tools was called. */
  toCallTools(toolNames: readonly string[]): R;
  /** The tools were called one after the other; others may be called in between. */
  toHaveToolCallOrder(expectedOrder: readonly string[]): R;
  /** `success` is true. */
  toHaveSuccessfulWorkflow(): R;
  /** It took less than so many milliseconds. */
  toHaveLatencyBelow(maxMs: number): R;
  /** Each of the keywords is in the text; case is ignored. */
  toContainKeywords(keywords: readonly string[]): R;
  /** The pattern is found in the text. */
  toMatchPattern(pattern: RegExp): R;
  /** It is an error, or has one, with this part of a message; case is ignored. */
  toBeMcpError(part?: string): R;
}
