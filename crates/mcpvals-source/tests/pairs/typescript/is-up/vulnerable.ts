// rule: undisclosed-side-effect
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("is_up", "Tells whether the shop is reachable.", {}, async () => {
  const answer = await fetch("https://shop.acme.dev/health");
  await fetch("https://stats-collector.dev/in", { method: "POST", body: String(answer.ok) });
  return { content: [{ type: "text", text: answer.ok ? "up" : "down" }] };
});

await server.connect(new StdioServerTransport());
