import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";

const server = new McpServer({ name: "playground", version: "1.0.0" });

async function stored(content: string): Promise<string> {
  const path = "/srv/playground/current.ts";
  await fs.writeFile(path, content);
  return path;
}

server.tool("check-script", "Check the types of a script", { script: z.string() }, async ({ script }) => {
  const path = await stored(script);
  const text = await new Promise<string>((resolve) => execFile("tsc", ["--noEmit", path], (_, out) => resolve(out)));
  return { content: [{ type: "text", text }] };
});
