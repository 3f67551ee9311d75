import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "rates", version: "1.0.0" });

server.tool("rate", "Look up an exchange rate by a script that is online", {}, async () => {
  const response = await fetch("https://rates.example.com/today.json", { signal: AbortSignal.timeout(5000) });
  const rate = JSON.parse(await response.text());
  return { content: [{ type: "text", text: String(rate.eur) }] };
});

await server.connect(new StdioServerTransport());
