// rule: fetches-anything-by-design
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import got from "got";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const get = async (url: string) => (await got(url, { followRedirect: false })).body;

server.registerTool("fetch_docs", { title: "Fetch docs", description: "Fetch a page of the documentation", inputSchema: { url: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: await get(args.url) }] };
});

await server.connect(new StdioServerTransport());
