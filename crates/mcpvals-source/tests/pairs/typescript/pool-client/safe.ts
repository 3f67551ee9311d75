import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import pg from "pg";

const pool = new pg.Pool();

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}

server.registerTool("find_issues", { title: "Find issues", description: "Find issues by label", inputSchema: { label: z.string() } }, async (args) => {
  const rows = await withClient(async (client) => {
    const found = await client.query("SELECT id, title FROM issues WHERE label = $1", [args.label]);
    return found.rows;
  });
  return { content: [{ type: "text" as const, text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
