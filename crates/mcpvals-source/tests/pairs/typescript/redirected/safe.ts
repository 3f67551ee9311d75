import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "feeds", version: "1.0.0" });

const ALLOWED = ["feeds.example.com", "news.example.com"];

function check(url: string): URL {
  const parsed = new URL(url);
  if (!ALLOWED.includes(parsed.hostname)) throw new Error("url: not one of our feeds");
  return parsed;
}

server.tool("read_feed", "Read a feed by its URL", { url: z.string().url() }, async ({ url }) => {
  const target = check(url);
  const response = await fetch(target, { redirect: "error" });
  return { content: [{ type: "text", text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
