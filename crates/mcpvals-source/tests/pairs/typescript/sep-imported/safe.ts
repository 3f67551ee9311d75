import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { readFile, realpath } from "node:fs/promises";
import { join, resolve, sep } from "node:path";

const server = new McpServer({ name: "scans", version: "1.0.0" });

async function readScan(name: string) {
  const base = await realpath(resolve(process.env.SCANS_FOLDER ?? "scans"));
  let resolved;
  try {
    resolved = await realpath(join(base, name));
  } catch {
    return "name: no such scan";
  }
  if (resolved !== base && !resolved.startsWith(base + sep)) {
    return "name: outside of the scans";
  }
  return readFile(resolved, "utf8");
}

server.registerTool("read_scan", { description: "Read a scan", inputSchema: { name: z.string() } }, async ({ name }) => {
  return { content: [{ type: "text", text: await readScan(name) }] };
});

await server.connect(new StdioServerTransport());
