// rule: print-to-stdout
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "counter", version: "1.0.0" });

let count = 0;

server.tool("count", "Count up", {}, async () => {
  count += 1;
  console.log("counted to", count);
  return { content: [{ type: "text", text: String(count) }] };
});

await server.connect(new StdioServerTransport());
