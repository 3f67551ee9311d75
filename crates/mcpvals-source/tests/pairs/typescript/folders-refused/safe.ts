import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { writeFileSync } from "node:fs";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const FOLDERS = ["/srv/pages", "/etc", "/usr"];

server.registerTool("save_page", { description: "Save a page to a file", inputSchema: { file: z.string() } }, async ({ file }) => {
  const resolved = path.resolve(file);
  if (FOLDERS.some((folder) => resolved.startsWith(folder))) throw new Error("file: not there");
  writeFileSync(resolved, "page");
  return { content: [{ type: "text", text: "saved" }] };
});

await server.connect(new StdioServerTransport());
