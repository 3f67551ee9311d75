import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const API = "https://api.example.com";

server.registerTool("show_user", { title: "Show a user", description: "Show a user of our service", inputSchema: { place: z.string(), user: z.string() } }, async (args) => {
  const url = [API, "places", args.place, "users", args.user].join("/");
  const response = await fetch(url.concat("?of=", args.place), { redirect: "error" });
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
