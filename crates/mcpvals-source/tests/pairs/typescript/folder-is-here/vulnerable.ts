// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { readFile } from "node:fs/promises";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("read_page", { description: "Read one page", inputSchema: { name: z.string() } }, async ({ name }) => {
  if (path.dirname(name) === ".") throw new Error("name: which folder?");
  return { content: [{ type: "text", text: await readFile(path.join("/srv/pages", name), "utf8") }] };
});

await server.connect(new StdioServerTransport());
