// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { spawn } from "node:child_process";

const server = new McpServer({ name: "search", version: "1.0.0" });

server.tool("grep_project", "Search text in the project", { pattern: z.string() }, async ({ pattern }) => {
  const child = spawn("grep", ["-rn", "--", pattern, "."], { shell: true });
  const chunks: string[] = [];
  child.stdout.on("data", (chunk) => chunks.push(String(chunk)));
  await new Promise((resolve) => child.on("close", resolve));
  return { content: [{ type: "text", text: chunks.join("") }] };
});

await server.connect(new StdioServerTransport());
