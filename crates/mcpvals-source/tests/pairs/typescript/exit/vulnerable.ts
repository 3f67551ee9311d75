// rule: handler-ends-process
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "rates", version: "1.0.0" });

server.registerTool("get_rate", { description: "Gets the rate of the day", inputSchema: { pair: z.string() } }, async ({ pair }) => {
  if (pair.length !== 6) {
    process.exit(1);
  }
  return { content: [{ type: "text", text: "1.1" }] };
});

process.on("SIGINT", () => process.exit(0));
server.connect(new StdioServerTransport()).catch((error) => {
  console.error(error);
  process.exit(1);
});
