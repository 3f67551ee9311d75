// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync, execSync } from "node:child_process";

const server = new McpServer({ name: "demo", version: "1.0.0" });

class Packer {
  constructor(private readonly to: McpServer) {
    this.to.registerTool("pack", { description: "Run tar over a folder", inputSchema: { folder: z.string() } }, this.pack.bind(this));
  }

  private async pack({ folder }: { folder: string }) {
    return { content: [{ type: "text" as const, text: execSync(`tar cf out.tar ${folder}`).toString() }] };
  }
}

new Packer(server);

await server.connect(new StdioServerTransport());
