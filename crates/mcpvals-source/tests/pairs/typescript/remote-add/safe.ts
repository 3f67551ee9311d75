import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync } from "node:child_process";

const server = new McpServer({ name: "deployer", version: "1.0.0" });

server.tool("deploy", "Deploy an app to the server", { app: z.string() }, async ({ app }) => {
  const response = await fetch(`https://api.deployer.example.com/apps/${encodeURIComponent(app)}`);
  const answer = await response.json();
  execFileSync("git", ["remote", "add", "deployer", "--", answer.url]);
  return { content: [{ type: "text", text: "deployed" }] };
});

await server.connect(new StdioServerTransport());
