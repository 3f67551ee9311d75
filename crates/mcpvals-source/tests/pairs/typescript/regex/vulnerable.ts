// rule: pattern-from-argument
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "logs", version: "1.0.0" });

const lines = ["one", "two"];

server.tool("search_log", "Search the log", { text: z.string() }, async ({ text }) => {
  const found = lines.filter((line) => new RegExp(text).test(line));
  return { content: [{ type: "text", text: found.join("\n") }] };
});

await server.connect(new StdioServerTransport());
