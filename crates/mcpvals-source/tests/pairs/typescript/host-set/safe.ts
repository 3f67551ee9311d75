import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

const ALLOWED_HOSTS = new Set(["images.example.com", "cdn.example.com"]);

server.registerTool("download", { title: "Download", description: "Download a picture", inputSchema: { url: z.string() } }, async (args) => {
  const target = new URL(args.url);
  if (!ALLOWED_HOSTS.has(target.host)) {
    return { isError: true, content: [{ type: "text" as const, text: "url: not an allowed host" }] };
  }
  const response = await fetch(target, { redirect: "error" });
  return { content: [{ type: "text" as const, text: Buffer.from(await response.arrayBuffer()).toString("base64") }] };
});

await server.connect(new StdioServerTransport());
