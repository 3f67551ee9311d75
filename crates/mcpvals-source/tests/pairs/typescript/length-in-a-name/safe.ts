import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { readFileSync } from "node:fs";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("menu", { description: "Read the template of a menu", inputSchema: { items: z.array(z.string()) } }, async ({ items }) => {
  const template = items.length;
  return { content: [{ type: "text", text: readFileSync(path.join("/srv/menus", `template-${template}-${Date.now()}.md`), "utf8") }] };
});

await server.connect(new StdioServerTransport());
