// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("show_user", { title: "Show a user", description: "Show a user of our service", inputSchema: { place: z.string(), user: z.string() } }, async (args) => {
  const url = ["https:/", args.place, "users", args.user].join("/");
  const response = await fetch(url, { redirect: "error" });
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
