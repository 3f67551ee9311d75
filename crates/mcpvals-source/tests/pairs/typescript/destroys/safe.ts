import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { rm } from "node:fs/promises";

const server = new McpServer({ name: "drafts", version: "1.0.0" });

server.registerTool(
  "clear_drafts",
  { description: "Delete the drafts", inputSchema: {}, annotations: { readOnlyHint: false, destructiveHint: true } },
  async () => {
    await rm("/srv/drafts", { recursive: true });
    return { content: [{ type: "text", text: "cleared" }] };
  },
);

await server.connect(new StdioServerTransport());
