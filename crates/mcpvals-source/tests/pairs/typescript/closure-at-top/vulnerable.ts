// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync, execSync } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const runner = (program: string) => (name: string) => execSync(`${program} ${name}`);
const setTheme = runner("theme");

server.tool("render", "Renders a page with a theme.", { theme: z.string() }, async ({ theme }) => {
  setTheme(theme);
  return { content: [{ type: "text", text: "done" }] };
});

await server.connect(new StdioServerTransport());
