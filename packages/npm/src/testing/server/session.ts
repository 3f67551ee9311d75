// A live session with a server, for tests that call it. The program holds it: it starts the server as a config says, speaks the
// protocol, and ends it.

import { McpvalsError } from '../../errors.js';
import type { WorkflowStep } from '../../generated/config.js';
import type { Violation } from '../../report/report.js';
import { keepFacts } from '../output.js';
import type { MCPWorkflowResult, McpTool, McpUtils, ToolResult } from '../types.js';
import { Dialogue, type Answer, type Ready } from './dialogue.js';
import { McpError, NoAnswerError, ToolCallError } from './errors.js';
import { givenConfig, type ServerSource } from './given.js';
import { allPages, listIn, type Result } from './lists.js';
import { Violations } from './violations.js';
import { playWorkflow, type WorkflowOptions } from './workflow.js';

export interface SessionOptions {
  /**
   * The deadline of each call, and of the start where the server has no `startupTimeout`, in milliseconds.
   *
   * Default: the `timeout` of the config, which is 30000 where it says nothing.
   */
  timeout?: number | undefined;
  /** Show on stderr, when the session ends, how hands were shaken, and what the server wrote to its stderr. */
  debug?: boolean | undefined;
  /** The name of the server, where the config has several. Default: the first. */
  server?: string | undefined;
}

/** A server that runs, and what can be done with it. */
export class ServerSession implements McpUtils {
  /** What the server listed when the session began. */
  tools: McpTool[] = [];
  readonly #violations = new Violations();

  private constructor(
    private readonly given: ServerSource,
    private readonly options: SessionOptions,
    private readonly dialogue: Dialogue,
    private readonly ready: Ready,
  ) {}

  /** Starts the server, or connects to it. @throws McpvalsError */
  static async open(given: ServerSource, options: SessionOptions = {}): Promise<ServerSession> {
    const { timeout, debug = false, server } = options;
    const { words, firstLine } = givenConfig(given, timeout);
    const flags = [...(server === undefined ? [] : [`--server=${server}`]), ...(debug ? ['--debug'] : [])];
    const dialogue = new Dialogue(['session', ...words, ...flags], debug, firstLine);
    try {
      const session = new ServerSession(given, options, dialogue, await dialogue.ready);
      session.tools = await session.listTools();
      return session;
    } catch (error) {
      await dialogue.end();
      if (error instanceof McpvalsError) throw error;
      throw new Error(`the server could not be reached: ${(error as Error).message}`, { cause: error });
    }
  }

  get violations(): readonly Violation[] {
    return this.#violations.all;
  }

  async callTool(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const { result, tookMs } = await this.#ask('tools/call', { name, arguments: args });
    const answer = result as ToolResult;
    keepFacts(answer, { call: { name, args }, latencyMs: tookMs });
    if (answer.isError === true) throw new ToolCallError(name, answer);
    return answer;
  }

  runWorkflow(steps: WorkflowStep[], options: WorkflowOptions = {}): Promise<MCPWorkflowResult> {
    return playWorkflow(this.given, this.options.server, steps, options);
  }

  async listTools(): Promise<McpTool[]> {
    return this.ready.server.capabilities?.['tools'] === undefined ? [] : this.#list('tools/list', 'tools');
  }

  listResources(): ReturnType<McpUtils['listResources']> {
    return this.#list('resources/list', 'resources');
  }

  async readResource(uri: string): ReturnType<McpUtils['readResource']> {
    return listIn(await this.request('resources/read', { uri }), 'resources/read', 'contents');
  }

  listPrompts(): ReturnType<McpUtils['listPrompts']> {
    return this.#list('prompts/list', 'prompts');
  }

  async getPrompt(name: string, args: Record<string, string> = {}): ReturnType<McpUtils['getPrompt']> {
    return listIn(await this.request('prompts/get', { name, arguments: args }), 'prompts/get', 'messages');
  }

  async request(method: string, params?: object): Promise<Result> {
    return (await this.#ask(method, params)).result;
  }

  /** Ends the session, and the server's process with it. */
  async close(): Promise<void> {
    await this.dialogue.end();
    this.#violations.add(this.dialogue.besides);
  }

  #list<T>(method: string, name: string): Promise<T[]> {
    return allPages(method, name, (params) => this.request(method, params));
  }

  async #ask(method: string, params: object | undefined): Promise<{ result: Result; tookMs: number }> {
    const answer = await this.dialogue.ask({ method, params, timeoutMs: this.options.timeout });
    this.#violations.add(answer.violations ?? []);
    return { result: resultOf(method, answer), tookMs: answer.tookMs };
  }
}

function resultOf(method: string, { result, error, fault }: Answer): Result {
  if (fault !== undefined) throw new NoAnswerError(`${method}: ${fault}`);
  if (error !== undefined) throw new McpError(error);
  if (typeof result !== 'object' || result === null) throw new TypeError(`${method}: the result is no object: ${JSON.stringify(result)}`);
  return result as Result;
}
