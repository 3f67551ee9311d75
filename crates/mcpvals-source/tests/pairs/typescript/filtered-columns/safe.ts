import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Pool } from "pg";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const pool = new Pool();
const COLUMNS = ["id", "title", "price"];

server.tool("list_books", "List books", { columns: z.array(z.string()) }, async ({ columns }) => {
  const chosen = columns.filter((c) => COLUMNS.includes(c)).join(", ");
  const { rows } = await pool.query(`SELECT ${chosen} FROM books`);
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
