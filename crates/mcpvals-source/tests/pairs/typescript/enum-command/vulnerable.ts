// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync } from "node:child_process";

const server = new McpServer({ name: "services", version: "1.0.0" });

server.registerTool(
  "restart_service",
  { description: "Restart one of our services", inputSchema: { service: z.string() } },
  async ({ service }) => {
    execSync(`systemctl restart ${service}`);
    return { content: [{ type: "text", text: "restarted" }] };
  },
);

await server.connect(new StdioServerTransport());
