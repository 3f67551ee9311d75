import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import postgres from "postgres";

const sql = postgres();

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("find_city", { title: "Find city", description: "Find a city", inputSchema: { name: z.string() } }, async (args) => {
  const rows = await sql`SELECT * FROM cities WHERE name = ${args.name}`;
  return { content: [{ type: "text" as const, text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
