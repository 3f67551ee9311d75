import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import fs from "node:fs/promises";
import path from "node:path";

const Arguments = z.object({ file: z.string() });
const BASE = path.resolve("/srv/recipes");

const server = new Server({ name: "demo", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "read_recipe", description: "Read a recipe", inputSchema: { type: "object", properties: { file: { type: "string" } } } }],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "read_recipe": {
      const { file } = Arguments.parse(args);
      const text = await fs.readFile(path.join(BASE, path.basename(file)), "utf8");
      return { content: [{ type: "text", text }] };
    }
    default:
      throw new Error(`no tool ${name}`);
  }
});

await server.connect(new StdioServerTransport());
