// rule: command-injection
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { execSync } from "node:child_process";

const server = new Server({ name: "demo", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "zip_folder", description: "Run zip over a folder", inputSchema: { type: "object", properties: { name: { type: "string" } } } }],
}));

function packed(given: Record<string, string>): string {
  const { name } = given;
  return execSync(`zip -r out.zip ${name}`).toString();
}

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  if (name === "zip_folder") {
    return { content: [{ type: "text", text: packed(args as Record<string, string>) }] };
  }
  throw new Error(`no tool ${name}`);
});
