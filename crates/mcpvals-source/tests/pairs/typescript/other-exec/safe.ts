import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Client } from "ssh2";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const open = new Map<string, any>();

server.registerTool("run_there", { description: "Run a command on another machine", inputSchema: { machine: z.string(), command: z.string() } }, async ({ machine, command }) => {
  const connection = open.get(machine);
  return connection.conn.exec(command, { pty: true });
});
