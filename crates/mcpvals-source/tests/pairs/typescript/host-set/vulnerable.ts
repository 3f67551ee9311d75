// rule: fetches-anything-by-design
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("download", { title: "Download", description: "Download a picture", inputSchema: { url: z.string() } }, async (args) => {
  const response = await fetch(args.url, { redirect: "error" });
  return { content: [{ type: "text" as const, text: Buffer.from(await response.arrayBuffer()).toString("base64") }] };
});

await server.connect(new StdioServerTransport());
