// rule: weak-hash
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { createHash } from "node:crypto";

const server = new McpServer({ name: "store", version: "1.0.0" });

const API_KEY = process.env.STORE_API_KEY ?? "";

server.tool("fingerprint", "Name the store that is used", {}, async () => {
  const mark = createHash("sha1").update(API_KEY).digest("hex");
  return { content: [{ type: "text", text: mark.slice(0, 4) }] };
});

await server.connect(new StdioServerTransport());
