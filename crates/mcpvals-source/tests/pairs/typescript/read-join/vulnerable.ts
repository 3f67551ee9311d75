// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs/promises";
import path from "node:path";

const server = new McpServer({ name: "wiki", version: "1.0.0" });

const PAGES = "/srv/wiki";

async function load(page: string): Promise<string> {
  const file = path.join(PAGES, page);
  return fs.readFile(file, "utf8");
}

server.tool("read_page", "Read a page of the wiki", { page: z.string() }, async ({ page }) => ({
  content: [{ type: "text", text: await load(page) }],
}));

await server.connect(new StdioServerTransport());
