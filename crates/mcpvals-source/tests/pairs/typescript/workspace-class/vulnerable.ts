// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import * as fs from "node:fs/promises";
import * as path from "node:path";

const server = new McpServer({ name: "demo", version: "1.0.0" });

class Workspace {
  constructor(private readonly root: string) {}

  private locate(name: string): string {
    return path.resolve(this.root, name);
  }

  async read(name: string): Promise<string> {
    return fs.readFile(this.locate(name), "utf8");
  }
}

const workspace = new Workspace("/srv/work");

server.registerTool("read_file", { title: "Read file", description: "Read a file of the workspace", inputSchema: { name: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: await workspace.read(args.name) }] };
});

await server.connect(new StdioServerTransport());
