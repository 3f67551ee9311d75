import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const PATTERNS = [/^https:\/\/wiki\.example\.com\//, /^https:\/\/([a-z0-9-]+\.)?example\.org(\/|$)/];

server.registerTool("read_entry", { title: "Read an entry", description: "Read an entry of our service", inputSchema: { link: z.string() } }, async (args) => {
  if (!PATTERNS.some((pattern) => pattern.test(args.link))) throw new Error("link: not of our wiki");
  const response = await fetch(args.link, { redirect: "error" });
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
