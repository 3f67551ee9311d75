import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { randomBytes } from "node:crypto";

const server = new McpServer({ name: "links", version: "1.0.0" });

server.tool("new_link", "Make a link that nobody guesses", {}, async () => {
  const secret = randomBytes(18).toString("base64url");
  const colour = Math.random() < 0.5 ? "red" : "blue";
  return { content: [{ type: "text", text: `https://links.example.com/${secret} ${colour}` }] };
});

await server.connect(new StdioServerTransport());
