import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs/promises";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("get_report", "Returns the report.", {}, async () => {
  const text = await fs.readFile("/srv/report.txt", "utf8").catch((e) => {
    console.error(e);
    throw new Error("the report is not there yet: run build_report first");
  });
  return { content: [{ type: "text", text: String(text) }] };
});

await server.connect(new StdioServerTransport());
