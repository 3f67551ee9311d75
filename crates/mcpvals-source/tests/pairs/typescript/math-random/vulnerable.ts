// rule: predictable-token
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { randomBytes } from "node:crypto";

const server = new McpServer({ name: "links", version: "1.0.0" });

server.tool("new_link", "Make a link that nobody guesses", {}, async () => {
  const secret = Math.random().toString(36).slice(2);
  return { content: [{ type: "text", text: `https://links.example.com/${secret}` }] };
});

await server.connect(new StdioServerTransport());
