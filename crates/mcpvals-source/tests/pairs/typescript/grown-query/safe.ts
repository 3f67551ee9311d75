import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function ask(url: string) {
  const response = await fetch(url, { redirect: "error" });
  if (!response.ok) throw new Error("no answer");
  return response;
}

server.registerTool("list_files", { title: "List the files", description: "List the files of our service", inputSchema: { owner: z.string(), path: z.string(), branch: z.string().optional() } }, async (args) => {
  let url = `https://api.example.com/repos/${args.owner}/files/${args.path}`;
  if (args.branch) {
    url += `?ref=${args.branch}`;
  }
  url += "&page=" + args.path;
  const response = await ask(url);
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
