import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs";
import path from "node:path";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

server.tool("save_note", "Save a note", { title: z.string(), text: z.string() }, async ({ title, text }) => {
  fs.writeFileSync(path.join("/srv/notes", slug(title) + ".md"), text);
  return { content: [{ type: "text", text: "saved" }] };
});

await server.connect(new StdioServerTransport());
