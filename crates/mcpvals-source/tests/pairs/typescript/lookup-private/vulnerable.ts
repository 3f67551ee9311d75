// rule: fetches-anything-by-design
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import dns from "node:dns/promises";
import ipaddr from "ipaddr.js";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("page_text", { title: "Page text", description: "Get the text of a page", inputSchema: { url: z.string() } }, async (args) => {
  const response = await fetch(args.url, { redirect: "manual" });
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
