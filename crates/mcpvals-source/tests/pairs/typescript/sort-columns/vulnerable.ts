// rule: sql-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Pool } from "pg";

const pool = new Pool();

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("list_users", { title: "List users", description: "List users", inputSchema: { sort: z.string() } }, async (args) => {
  const { rows } = await pool.query(`SELECT id, name FROM users ORDER BY ${args.sort}`);
  return { content: [{ type: "text" as const, text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
