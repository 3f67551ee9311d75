// rule: argument-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const git = (...argv: string[]) => execFileSync("git", ["-C", "/srv/repo", ...argv], { encoding: "utf8" });

server.registerTool("log_branch", { title: "Log branch", description: "Show the log of a branch", inputSchema: { branch: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: git("log", "--oneline", args.branch) }] };
});

await server.connect(new StdioServerTransport());
