// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { readFileSync, realpathSync } from "node:fs";

const server = new McpServer({ name: "demo", version: "1.0.0" });

function within(file: string, options: { folder: string }): string {
  let found: string;
  try {
    found = realpathSync(path.resolve(file));
  } catch {
    throw new Error("file: there is none");
  }
  const folder = realpathSync(path.resolve(options.folder));
  if (found === folder) throw new Error("file: which one?");
  return found;
}

server.registerTool("upload", { description: "Read an upload of its folder", inputSchema: { file: z.string() } }, async ({ file }) => {
  const uploaded = within(`uploads/${file}`, { folder: process.env.UPLOADS ?? "/srv/uploads" });
  return { content: [{ type: "text", text: readFileSync(uploaded, "utf8") }] };
});

await server.connect(new StdioServerTransport());
