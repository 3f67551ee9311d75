import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Octokit } from "@octokit/rest";

class Hub {
  private readonly octokit = new Octokit({ auth: process.env.GITHUB_TOKEN });

  one(repo: string) {
    return this.octokit.rest.repos.get({ owner: "me", repo });
  }

  none(repo: string) {
    return this.octokit.rest.repos.delete({ owner: "me", repo });
  }
}

const hub = new Hub();

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("get_repo", { description: "Return one repository", inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } }, async ({ id }) => {
  const found = await hub.one(id);
  return { content: [{ type: "text", text: JSON.stringify(found) }] };
});

await server.connect(new StdioServerTransport());
