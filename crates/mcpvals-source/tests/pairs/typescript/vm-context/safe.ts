import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import vm from "node:vm";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const evaluate = (formula: string, values: Record<string, number>) =>
  formula.split("+").map((part) => values[part.trim()] ?? Number(part)).reduce((one, other) => one + other, 0);

server.registerTool("total", { title: "Total", description: "Add up values", inputSchema: { formula: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: String(evaluate(args.formula, { a: 1 })) }] };
});

await server.connect(new StdioServerTransport());
