import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

function ours(link: string): URL {
  const url = new URL(link);
  switch (url.hostname) {
    case "status.example.com":
    case "health.example.com":
      return url;
    default:
      throw new Error("link: not ours");
  }
}

server.registerTool("read_status", { title: "Read status", description: "Read a status", inputSchema: { link: z.string() } }, async (args) => {
  const answer = await fetch(ours(args.link), { redirect: "error" });
  return { content: [{ type: "text" as const, text: await answer.text() }] };
});

await server.connect(new StdioServerTransport());
