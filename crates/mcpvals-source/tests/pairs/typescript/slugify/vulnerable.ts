// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs";
import path from "node:path";
import slugify from "slugify";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("save_note", "Save a note", { title: z.string(), text: z.string() }, async ({ title, text }) => {
  fs.writeFileSync(path.join("/srv/notes", `${title}.md`), text);
  return { content: [{ type: "text", text: slugify(title) }] };
});

await server.connect(new StdioServerTransport());
