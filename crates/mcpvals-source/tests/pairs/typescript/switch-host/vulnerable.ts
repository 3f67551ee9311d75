// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("read_status", { title: "Read status", description: "Read a status", inputSchema: { link: z.string() } }, async (args) => {
  const answer = await fetch(args.link, { redirect: "error" });
  return { content: [{ type: "text" as const, text: await answer.text() }] };
});

await server.connect(new StdioServerTransport());
