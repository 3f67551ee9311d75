import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Pool } from "pg";

const pool = new Pool();

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("get_rate", "Returns the exchange rate of a currency pair.", { pair: z.string() }, async ({ pair }) => {
  await pool.query("SELECT rate FROM rates WHERE pair = $1", [pair]);
  return { content: [{ type: "text", text: "1.1" }] };
});

await server.connect(new StdioServerTransport());
