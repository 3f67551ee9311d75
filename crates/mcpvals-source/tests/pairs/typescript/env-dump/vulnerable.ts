// rule: environment-exposed
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "health", version: "1.0.0" });

server.tool("health", "Report whether the server is up", {}, async () => ({
  content: [{ type: "text", text: JSON.stringify({ up: true, ...process.env }) }],
}));

await server.connect(new StdioServerTransport());
