import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { promises as fs } from "fs";
import path from "path";

const allowed = [path.resolve("/srv/one"), path.resolve("/srv/two")];

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function validatePath(requested: string): Promise<string> {
  const absolute = path.isAbsolute(requested) ? path.resolve(requested) : path.resolve(process.cwd(), requested);
  const real = await fs.realpath(absolute);
  const inside = allowed.some((folder) => real === folder || real.startsWith(folder + path.sep));
  if (!inside) {
    throw new Error("path: outside of the allowed folders");
  }
  return real;
}

server.registerTool("read_text", { title: "Read text", description: "Read a text of the allowed folders", inputSchema: { path: z.string() } }, async (args) => {
  const valid = await validatePath(args.path);
  const text = await fs.readFile(valid, "utf-8");
  return { content: [{ type: "text" as const, text: text }] };
});

await server.connect(new StdioServerTransport());
