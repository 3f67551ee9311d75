// A live session with a server, for tests that call it.

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

import type { Server, WorkflowStep } from '../../generated/config.js';
import { VERSION } from '../../version.js';
import { keepFacts, textOf } from '../output.js';
import type { MCPWorkflowResult, McpTool, McpUtils, ToolResult } from '../types.js';
import { loadSdk } from './sdk.js';
import { transportFor } from './transport.js';
import { playWorkflow, type WorkflowOptions } from './workflow.js';

export interface SessionOptions {
  /** The deadline of the start, and of each call, in milliseconds. Default: 30000; the start's is `startupTimeout` of the server. */
  timeout?: number;
  /** Show the server's stderr. */
  debug?: boolean;
}

const TIMEOUT_MS = 30_000;
/** No list has more pages. */
const PAGES_MAX = 1000;

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

/** A server that runs, and what can be done with it. */
export class ServerSession implements McpUtils {
  /** What the server listed when the session began. */
  tools: McpTool[] = [];

  private constructor(
    readonly server: Server,
    private readonly client: Client,
    private readonly timeout: number,
  ) {}

  /** Starts the server, or connects to it. @throws Error with the end of its stderr. */
  static async open(server: Server, options: SessionOptions = {}): Promise<ServerSession> {
    const sdk = await loadSdk();
    const { timeout = TIMEOUT_MS, debug = false } = options;
    const client = new sdk.client.Client({ name: 'mcpvals', version: VERSION });
    const { transport, stderr } = transportFor(server, sdk, debug);
    const session = new ServerSession(server, client, timeout);
    try {
      await client.connect(transport, { timeout: server.startupTimeout ?? timeout });
      session.tools = await session.listTools();
    } catch (error) {
      await client.close();
      throw new Error(`the server could not be reached: ${(error as Error).message}${tail(stderr())}`, { cause: error });
    }
    return session;
  }

  async callTool(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const start = performance.now();
    const result = (await this.client.callTool({ name, arguments: args }, undefined, this.#deadline())) as ToolResult;
    keepFacts(result, { call: { name, args }, latencyMs: performance.now() - start });
    if (result.isError === true) throw new ToolCallError(name, result);
    return result;
  }

  runWorkflow(steps: WorkflowStep[], options: WorkflowOptions = {}): Promise<MCPWorkflowResult> {
    return playWorkflow(this.server, steps, options);
  }

  async listTools(): Promise<McpTool[]> {
    if (this.client.getServerCapabilities()?.tools === undefined) return [];
    return allPages(async (page) => {
      const { tools, nextCursor } = await this.client.listTools(page, this.#deadline());
      return { items: tools, nextCursor };
    });
  }

  listResources(): ReturnType<McpUtils['listResources']> {
    return allPages(async (page) => {
      const { resources, nextCursor } = await this.client.listResources(page, this.#deadline());
      return { items: resources, nextCursor };
    });
  }

  async readResource(uri: string): ReturnType<McpUtils['readResource']> {
    return (await this.client.readResource({ uri }, this.#deadline())).contents;
  }

  listPrompts(): ReturnType<McpUtils['listPrompts']> {
    return allPages(async (page) => {
      const { prompts, nextCursor } = await this.client.listPrompts(page, this.#deadline());
      return { items: prompts, nextCursor };
    });
  }

  async getPrompt(name: string, args: Record<string, string> = {}): ReturnType<McpUtils['getPrompt']> {
    return (await this.client.getPrompt({ name, arguments: args }, this.#deadline())).messages;
  }

  /** Ends the session, and the server's process with it. */
  close(): Promise<void> {
    return this.client.close();
  }

  #deadline(): { timeout: number } {
    return { timeout: this.timeout };
  }
}

interface Page<T> {
  items: T[];
  nextCursor: string | undefined;
}

async function allPages<T>(read: (params: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let params: { cursor?: string } = {};
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items, nextCursor } = await read(params);
    all.push(...items);
    if (nextCursor === undefined) return all;
    params = { cursor: nextCursor };
  }
  throw new Error(`the server's list does not end: ${PAGES_MAX} pages were read`);
}

const tail = (stderr: string): string => (stderr.trim() === '' ? '' : `\nstderr    ${stderr.trim()}`);
