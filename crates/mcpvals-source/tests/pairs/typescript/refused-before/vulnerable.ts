// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import path from "node:path";
import { writeFileSync } from "node:fs";

async function listed(): Promise<string> {
  return "none";
}

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("artifact", { description: "List or download artifacts into a folder", inputSchema: { action: z.string(), name: z.string() } }, async ({ action, name }) => {
  if (action === "list") {
    const hasSeparators = (value: string) => /[\\/]/.test(value);
    const leadsUp = (value: string) => value.split(/[\\/]+/).some((part) => part === "." || part === "..");
    if (leadsUp(name) || hasSeparators(name)) throw new Error("name: a file name, and no path");
  }
  const found = await listed();
  if (action === "download") {
    const file = name;
    writeFileSync(path.join("/srv/artifacts", `${file}.zip`), found);
  }
  return { content: [{ type: "text", text: "done" }] };
});

await server.connect(new StdioServerTransport());
