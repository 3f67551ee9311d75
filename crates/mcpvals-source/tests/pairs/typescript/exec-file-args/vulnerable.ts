// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { exec, execFile } from "node:child_process";
import { promisify } from "node:util";

const execAsync = promisify(exec);
const execFileAsync = promisify(execFile);

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function ripgrep(pattern: string, folder: string): Promise<string> {
  const { stdout } = await execAsync(`rg --json "${pattern}" "${folder}"`);
  return stdout;
}

server.registerTool("search", { title: "Search", description: "Search the sources", inputSchema: { pattern: z.string(), folder: z.string() } }, async (args) => {
  const text = await ripgrep(args.pattern, args.folder);
  return { content: [{ type: "text" as const, text: text }] };
});

await server.connect(new StdioServerTransport());
