import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { execFileSync, execSync } from "node:child_process";

const server = new Server({ name: "demo", version: "1.0.0" }, { capabilities: { tools: {} } });

const handlers = new Map<string, (given: any) => Promise<string>>();
handlers.set("pack", async ({ folder }) => execFileSync("tar", ["cf", "out.tar", "--", folder]).toString());

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "pack", description: "Run tar over a folder", inputSchema: { type: "object", properties: { folder: { type: "string" } } } }],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const handler = handlers.get(request.params.name);
  if (!handler) throw new Error("no such tool");
  return { content: [{ type: "text", text: await handler(request.params.arguments) }] };
});
