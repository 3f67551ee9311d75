// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import axios from "axios";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("get_status", { title: "Get status", description: "Get the status of a service", inputSchema: { url: z.string().url() } }, async (args) => {
  const { data } = await axios.get(args.url, { timeout: 5000, maxRedirects: 0 });
  return { content: [{ type: "text" as const, text: String(data) }] };
});

await server.connect(new StdioServerTransport());
