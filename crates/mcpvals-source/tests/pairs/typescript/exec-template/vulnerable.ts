// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { exec } from "node:child_process";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(exec);
const runFile = promisify(execFile);

const server = new McpServer({ name: "images", version: "1.0.0" });

server.tool("image_info", "Show the size of an image", { file: z.string() }, async ({ file }) => {
  const { stdout } = await run(`identify "${file}"`);
  return { content: [{ type: "text", text: stdout }] };
});

await server.connect(new StdioServerTransport());
