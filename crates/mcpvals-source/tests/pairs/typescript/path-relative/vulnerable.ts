// rule: path-traversal
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "fs";
import path from "path";

const ROOT = path.resolve("data");

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("write_record", { title: "Write record", description: "Write a record", inputSchema: { name: z.string(), text: z.string() } }, async (args) => {
  fs.writeFileSync(path.join(ROOT, args.name), args.text);
  return { content: [{ type: "text" as const, text: "written" }] };
});

await server.connect(new StdioServerTransport());
