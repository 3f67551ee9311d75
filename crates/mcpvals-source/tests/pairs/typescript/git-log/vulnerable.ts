// rule: argument-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync } from "node:child_process";

const server = new McpServer({ name: "history", version: "1.0.0" });

server.tool("file_history", "Show the commits of a branch", { branch: z.string() }, async ({ branch }) => {
  const log = execFileSync("git", ["log", "--oneline", branch], { encoding: "utf8" });
  return { content: [{ type: "text", text: log }] };
});

await server.connect(new StdioServerTransport());
