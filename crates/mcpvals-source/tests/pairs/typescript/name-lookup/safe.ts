import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import dns from "node:dns";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("resolve_host", "Looks up the address of a host name.", { pair: z.string() }, async ({ pair }) => {
  dns.lookup(pair, () => {});
  return { content: [{ type: "text", text: "1.1" }] };
});

await server.connect(new StdioServerTransport());
