// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs";
import path from "node:path";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("read_lesson", { title: "Read lesson", description: "Read a lesson", inputSchema: { lesson: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: fs.readFileSync(path.join("/srv/lessons", args.lesson), "utf8") }] };
});

await server.connect(new StdioServerTransport());
