// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import got from "got";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const api = got.extend({ timeout: { request: 5000 } });

server.registerTool("read_page", { description: "Read a chapter", inputSchema: { page: z.string() } }, async ({ page }) => {
  return { content: [{ type: "text", text: await api.get(`${page}/text`).text() }] };
});

await server.connect(new StdioServerTransport());
