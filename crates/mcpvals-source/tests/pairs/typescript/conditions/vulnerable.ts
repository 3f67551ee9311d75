// rule: sql-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import Database from "better-sqlite3";

const db = new Database("tasks.db");

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("find_tasks", { title: "Find tasks", description: "Find tasks", inputSchema: { owner: z.string().optional(), state: z.string().optional() } }, async (args) => {
  const conditions: string[] = [];
  if (args.owner) conditions.push(`owner = '${args.owner}'`);
  if (args.state) conditions.push(`state = '${args.state}'`);
  const rows = db.prepare(`SELECT * FROM tasks WHERE ${conditions.join(" AND ") || "1"}`).all();
  return { content: [{ type: "text" as const, text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
