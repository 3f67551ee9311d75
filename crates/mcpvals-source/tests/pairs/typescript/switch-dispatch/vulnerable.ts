// rule: command-injection
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { execSync } from "child_process";

const server = new Server({ name: "simulator", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "boot_simulator",
      description: "Boot a simulator device",
      inputSchema: { type: "object", properties: { deviceId: { type: "string" } }, required: ["deviceId"] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "boot_simulator": {
      execSync("xcrun simctl boot " + args.deviceId);
      return { content: [{ type: "text", text: "booted" }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
