import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "rates", version: "1.0.0" });

server.registerTool(
  "rate",
  { description: "Look up an exchange rate online", inputSchema: {}, annotations: { readOnlyHint: true, openWorldHint: true } },
  async () => {
    const response = await fetch("https://rates.example.com/today", { signal: AbortSignal.timeout(5000) });
    return { content: [{ type: "text", text: await response.text() }] };
  },
);

await server.connect(new StdioServerTransport());
