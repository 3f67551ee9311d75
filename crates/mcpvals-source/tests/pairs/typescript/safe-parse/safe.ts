import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFile, exec } from "node:child_process";
import { promisify } from "node:util";

const Arguments = z.object({ host: z.string() });

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("ping", { title: "Ping", description: "Ping a machine", inputSchema: Arguments.shape }, async (args) => {
  const parsed = Arguments.safeParse(args);
  if (!parsed.success) throw new Error("host: missing");
  const { stdout } = await promisify(execFile)("ping", ["-c", "1", "--", parsed.data.host]);
  return { content: [{ type: "text" as const, text: stdout }] };
});

await server.connect(new StdioServerTransport());
