import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync, execSync } from "node:child_process";
import { withSpan } from "@example/spans";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("pack", { description: "Run tar over a folder", inputSchema: { folder: z.string() } }, withSpan("pack", async ({ folder }: { folder: string }) => {
  return { content: [{ type: "text" as const, text: execFileSync("tar", ["cf", "out.tar", "--", folder]).toString() }] };
}));

await server.connect(new StdioServerTransport());
