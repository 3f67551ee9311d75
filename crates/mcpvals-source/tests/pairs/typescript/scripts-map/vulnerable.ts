// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("do_step", { title: "Do step", description: "Do a step of the build", inputSchema: { step: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: execSync(`make ${args.step}`, { encoding: "utf8" }) }] };
});

await server.connect(new StdioServerTransport());
