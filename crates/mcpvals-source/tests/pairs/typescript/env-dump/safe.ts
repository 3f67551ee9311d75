import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "health", version: "1.0.0" });

server.tool("health", "Report whether the server is up", {}, async () => ({
  content: [{ type: "text", text: JSON.stringify({ up: true, node: process.version }) }],
}));

await server.connect(new StdioServerTransport());
