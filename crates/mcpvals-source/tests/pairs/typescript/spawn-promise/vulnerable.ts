// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { spawn } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

function run(program: string, argv: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    const child = spawn(program, argv, { shell: true });
    child.stdout.on("data", (chunk) => { out += chunk; });
    child.on("error", reject);
    child.on("close", () => resolve(out));
  });
}

server.registerTool("convert", { title: "Convert", description: "Convert a document", inputSchema: { source: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: await run("pandoc", ["-t", "plain", args.source]) }] };
});

await server.connect(new StdioServerTransport());
