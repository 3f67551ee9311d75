import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { createHash } from "node:crypto";

const server = new McpServer({ name: "store", version: "1.0.0" });

const ADDRESS = "https://store.example.com";

server.tool("fingerprint", "Name the store that is used", {}, async () => {
  const mark = createHash("sha1").update(ADDRESS).digest("hex");
  return { content: [{ type: "text", text: mark.slice(0, 4) }] };
});

await server.connect(new StdioServerTransport());
