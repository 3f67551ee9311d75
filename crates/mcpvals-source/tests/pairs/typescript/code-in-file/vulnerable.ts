// rule: runs-commands-by-design
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "node:child_process";
import * as fs from "node:fs/promises";

const RUNNERS: Record<string, string> = { python: "python3", ruby: "ruby" };
const server = new McpServer({ name: "playground", version: "1.0.0" });

async function stored(content: string): Promise<string> {
  const path = "/srv/playground/current";
  await fs.writeFile(path, content);
  return path;
}

server.tool("execute-script", "Execute a script in one of some languages", { script: z.string(), language: z.string() }, async ({ script, language }) => {
  const runner = RUNNERS[language];
  if (!runner) throw new Error("unknown language");
  const path = await stored(script);
  const text = await new Promise<string>((resolve) => exec(`${runner} "${path}"`, (_, out) => resolve(out)));
  return { content: [{ type: "text", text }] };
});
