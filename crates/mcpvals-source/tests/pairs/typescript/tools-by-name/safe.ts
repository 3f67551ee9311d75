import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { execFileSync, execSync } from "node:child_process";

const server = new Server({ name: "demo", version: "1.0.0" }, { capabilities: { tools: {} } });

const tools: Record<string, any> = {
  pack: {
    description: "Run tar over a folder",
    inputSchema: { type: "object", properties: { folder: { type: "string" } } },
    handler: async ({ folder }: { folder: string }) => execFileSync("tar", ["cf", "out.tar", "--", folder]).toString(),
  },
};

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const tool = tools[request.params.name];
  return { content: [{ type: "text", text: await tool.handler(request.params.arguments) }] };
});
