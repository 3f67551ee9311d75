import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("render", "Renders a page with a theme.", { theme: z.string() }, async ({ theme }) => {
  setTimeout(() => console.error(theme), 10);
  return { content: [{ type: "text", text: "done" }] };
});

await server.connect(new StdioServerTransport());
