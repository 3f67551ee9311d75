// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { exec, execFile } from "node:child_process";
import { promisify } from "node:util";

const server = new McpServer({ name: "demo", version: "1.0.0" });

class Git {
  constructor(private readonly folder: string) {}

  private async run(...argv: string[]): Promise<string> {
    const { stdout } = await promisify(exec)(`git ${argv.join(" ")}`, { cwd: this.folder });
    return stdout;
  }

  diff(file: string): Promise<string> {
    return this.run("diff", "--", file);
  }
}

server.registerTool("diff_file", { title: "Diff file", description: "Show what changed in a file", inputSchema: { file: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: await new Git("/srv/repo").diff(args.file) }] };
});

await server.connect(new StdioServerTransport());
