// rule: command-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { exec } from "child_process";
import util from "util";

const sh = util.promisify(exec);

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("image_size", { title: "Image size", description: "Say how large an image is", inputSchema: { image: z.string() } }, async (args) => {
  const { stdout } = await sh(`docker image inspect ${args.image} --format "{{.Size}}"`);
  return { content: [{ type: "text" as const, text: stdout }] };
});

await server.connect(new StdioServerTransport());
