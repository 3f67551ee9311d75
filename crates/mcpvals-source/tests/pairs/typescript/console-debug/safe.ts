import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("get_rate", "Returns the exchange rate of a pair.", { pair: z.string() }, async ({ pair }) => {
  console.warn("asked for", pair);
  return { content: [{ type: "text", text: "1.1" }] };
});

await server.connect(new StdioServerTransport());
