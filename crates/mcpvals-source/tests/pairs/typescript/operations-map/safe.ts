import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "demo", version: "1.0.0" });

const OPERATIONS: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
};

server.registerTool("compute", { title: "Compute", description: "Compute with two numbers", inputSchema: { operation: z.string(), left: z.number(), right: z.number() } }, async (args) => {
  const compute = OPERATIONS[args.operation];
  if (!compute) throw new Error("operation: + or -");
  return { content: [{ type: "text" as const, text: String(compute(args.left, args.right)) }] };
});

await server.connect(new StdioServerTransport());
