// rule: path-prefix-bypass
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import * as fs from "fs";
import * as path from "path";

const server = new McpServer({ name: "vault", version: "1.0.0" });

const root = path.resolve(process.env.VAULT ?? "/vault");

server.tool("append_note", "Append a line to a note", { note: z.string(), line: z.string() }, async ({ note, line }) => {
  const target = path.resolve(root, note);
  if (!target.startsWith(root)) {
    throw new Error("note: outside of the vault");
  }
  fs.appendFileSync(target, line);
  return { content: [{ type: "text", text: "appended" }] };
});

await server.connect(new StdioServerTransport());
