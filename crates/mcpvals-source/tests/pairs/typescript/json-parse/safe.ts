import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

const parse = (text: string) => JSON.parse(text);

server.registerTool("count_keys", { title: "Count keys", description: "Count the keys of an object", inputSchema: { object: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: String(Object.keys(parse(args.object)).length) }] };
});

await server.connect(new StdioServerTransport());
