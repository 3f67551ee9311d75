// rule: read-only-hint-writes
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs";

const server = new McpServer({ name: "todo", version: "1.0.0" });

server.registerTool(
  "next_task",
  { description: "Show the next task", annotations: { readOnlyHint: true }, inputSchema: {} },
  async () => {
    const tasks = JSON.parse(fs.readFileSync("tasks.json", "utf8"));
    const next = tasks.shift();
    fs.writeFileSync("tasks.json", JSON.stringify(tasks));
    return { content: [{ type: "text", text: next }] };
  },
);

await server.connect(new StdioServerTransport());
