// rule: code-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("compute", { title: "Compute", description: "Compute with two numbers", inputSchema: { operation: z.string(), left: z.number(), right: z.number() } }, async (args) => {
  const compute = new Function("a", "b", `return a ${args.operation} b`);
  return { content: [{ type: "text" as const, text: String(compute(args.left, args.right)) }] };
});

await server.connect(new StdioServerTransport());
