import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs/promises";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("save_report", "Saves the report.", { text: z.string() }, async ({ text }) => {
  const before = await fs.readFile("/srv/report.txt", "utf8").catch(() => null);
  if (before === null) {
    return { isError: true, content: [{ type: "text", text: "there is no report yet: run build_report first" }] };
  }
  await fs.writeFile("/srv/report.txt", before + text);
  return { content: [{ type: "text", text: "saved" }] };
});

await server.connect(new StdioServerTransport());
