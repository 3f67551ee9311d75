import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { readFileSync, realpathSync } from "node:fs";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const BASE = realpathSync("/srv/pages");

server.registerTool("read_page", { description: "Read one page", inputSchema: { name: z.string() } }, async ({ name }) => {
  const file = realpathSync(path.resolve(BASE, name));
  const root = BASE.endsWith(path.sep) ? BASE : BASE + path.sep;
  if (file !== BASE && !file.startsWith(root)) throw new Error("name: outside of the pages");
  return { content: [{ type: "text", text: readFileSync(file, "utf8") }] };
});

await server.connect(new StdioServerTransport());
