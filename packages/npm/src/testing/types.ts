// What tests and scorers get and give.

import type { Server, WorkflowStep } from '../generated/config.js';
import type { ServerInput } from '../input.js';
import type { Violation } from '../report/report.js';
import type { WorkflowOptions } from './server/workflow.js';

/** A tool as the server lists it. */
export interface McpTool {
  name: string;
  description?: string | undefined;
  inputSchema?: unknown;
}

/** A call of a tool that was made. */
export interface ToolCall {
  name: string;
  args?: Record<string, unknown> | undefined;
}

/** What a server answers to `tools/call`. */
export interface McpContent {
  type: string;
  text?: string;
  [name: string]: unknown;
}

/** What a server answers to `tools/call`. */
export interface ToolResult {
  content: McpContent[];
  structuredContent?: unknown;
  isError?: boolean;
  [name: string]: unknown;
}

/** What `runWorkflow` gives, and a task may. */
export interface MCPWorkflowResult {
  /** Did everything hold that the steps expect? */
  success: boolean;
  /** The conversation: `user` and `assistant`. */
  messages: { role: string; content: string }[];
  /** Every call that the model made, in order. */
  toolCalls: ToolCall[];
  /** What the model said last. */
  result?: unknown;
  /** Milliseconds. */
  executionTime?: number | undefined;
  /** What the console shows where it did not succeed. */
  details?: string | undefined;
}

/** What tests do with a server. */
export interface McpUtils {
  /**
   * Calls a tool.
   *
   * @throws ToolCallError where the tool says that it failed (`isError`); McpError where the server does; NoAnswerError.
   */
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  /** Lets a model play steps. That is done by mcpvals, with a server process of its own. */
  runWorkflow(steps: WorkflowStep[], options?: WorkflowOptions): Promise<MCPWorkflowResult>;
  listTools(): Promise<McpTool[]>;
  listResources(): Promise<{ uri: string; name: string; [name: string]: unknown }[]>;
  readResource(uri: string): Promise<{ uri: string; [name: string]: unknown }[]>;
  listPrompts(): Promise<{ name: string; [name: string]: unknown }[]>;
  getPrompt(name: string, args?: Record<string, string>): Promise<{ role: string; content: unknown }[]>;
  /** Any other request: its result, as it came. @throws McpError, NoAnswerError. */
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  /** What the server did against the protocol since the session began. It fails no test by itself. */
  readonly violations: readonly Violation[];
}

/** One case of `describeEval`. */
export interface MCPTestCase {
  input: unknown;
  /** What scorers compare with: `{result, tools, error}`, or the result itself. */
  expected?: unknown;
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** What a task and a scorer get to know. */
export interface MCPTestContext {
  /** The server, as it was given. */
  server: Server;
  /** What it lists. */
  tools: McpTool[];
  testCase: MCPTestCase;
  utils: McpUtils;
}

/** Says how good an output is. */
export interface EvalScorer {
  name: string;
  /** 0 to 1. What it throws fails the case. */
  score(output: unknown, expected: unknown, context: MCPTestContext): Promise<number> | number;
  /** Why, in a line. */
  /** Does a score of 0 fail the case, whatever the other scorers and the threshold say? Default: false. */
  isDecisive?: boolean | undefined;
  explain?(output: unknown, expected: unknown, context: MCPTestContext): Promise<string> | string;
}

/** What `describeEval` evaluates. */
export interface MCPTestConfig {
  name: string;
  description?: string | undefined;
  server: ServerInput;
  /** The cases: a list, a function that gives it, or one that promises it (then they are one test together). */
  data: readonly MCPTestCase[] | (() => readonly MCPTestCase[] | Promise<readonly MCPTestCase[]>);
  /** Makes an output of a case's input, with the server. */
  task(input: any, context: MCPTestContext): Promise<unknown>;
  scorers: readonly EvalScorer[];
  /** A case passes from this mean of its scores on, 0 to 1. Default: 0.8. */
  threshold?: number | undefined;
  /** The deadline of each case, in milliseconds. Default: 60000. */
  timeout?: number | undefined;
}

/** What came of a case. */
export interface EvalResult {
  testCase: MCPTestCase;
  output: unknown;
  scores: { scorerName: string; score: number; explanation?: string }[];
  /** The scorer that decided: it gave 0, and `isDecisive`. */
  decidedBy?: string;
  /** The mean of the scores; 0 where something was thrown. */
  overallScore: number;
  passed: boolean;
  /** Of the task, in milliseconds. */
  executionTime: number;
  /** What the task or a scorer threw. */
  error?: Error;
}

/** A usual case of tests of tools. */
export interface ToolCallTestCase {
  name?: string | undefined;
  input: { operation: string; [key: string]: unknown };
  expected: { result?: unknown; tools?: string[] | undefined; error?: string | undefined };
}

/** A usual case of tests of workflows. */
export interface WorkflowTestCase {
  name?: string | undefined;
  input: { query: string };
  expected: { result?: unknown; tools?: string[] | undefined; success?: boolean | undefined };
}

/** A usual output of a task. */
export interface MCPToolResult {
  content?: { type: string; text?: string | undefined }[] | undefined;
  result?: unknown;
  toolCalls?: ToolCall[] | undefined;
  /** Milliseconds. */
  latency?: number | undefined;
  executionTime?: number | undefined;
  success?: boolean | undefined;
  error?: string | undefined;
}
