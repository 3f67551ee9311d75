import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "formatter", version: "1.0.0" });

server.tool("format", "Format a text", { text: z.string() }, async ({ text }) => {
  const separator = atob("IC0tIA==");
  return { content: [{ type: "text", text: text.split(separator).join("\n") }] };
});

await server.connect(new StdioServerTransport());
