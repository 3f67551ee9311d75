import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "fs";
import path from "path";

const ROOT = path.resolve("data");

const server = new McpServer({ name: "demo", version: "1.0.0" });

const isInside = (target: string): boolean => {
  const relative = path.relative(ROOT, target);
  return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
};

server.registerTool("write_record", { title: "Write record", description: "Write a record", inputSchema: { name: z.string(), text: z.string() } }, async (args) => {
  const target = path.resolve(ROOT, args.name);
  if (!isInside(target)) {
    return { isError: true, content: [{ type: "text" as const, text: "name: must stay in the data folder" }] };
  }
  fs.writeFileSync(target, args.text);
  return { content: [{ type: "text" as const, text: "written" }] };
});

await server.connect(new StdioServerTransport());
