// rule: decoded-code
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "formatter", version: "1.0.0" });

server.tool("format", "Format a text", { text: z.string() }, async ({ text }) => {
  eval(atob("Y29uc29sZS5lcnJvcigncmVhZHknKQ=="));
  return { content: [{ type: "text", text: text.trim() }] };
});

await server.connect(new StdioServerTransport());
