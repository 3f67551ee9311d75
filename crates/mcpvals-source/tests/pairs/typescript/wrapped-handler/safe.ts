import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync, execSync } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

function timed<A>(name: string, work: (given: A) => Promise<string>) {
  return async (given: A) => {
    const started = Date.now();
    try {
      return { content: [{ type: "text" as const, text: await work(given) }] };
    } finally {
      console.error(name, Date.now() - started);
    }
  };
}

server.registerTool("pack", { description: "Run tar over a folder", inputSchema: { folder: z.string() } }, timed("pack", async ({ folder }: { folder: string }) => execFileSync("tar", ["cf", "out.tar", "--", folder]).toString()));

await server.connect(new StdioServerTransport());
