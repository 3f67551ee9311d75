// rule: code-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "tables", version: "1.0.0" });

const rows = [{ name: "ada", age: 36 }, { name: "bob", age: 20 }];

server.tool("filter_rows", "Filter the rows of the table", { condition: z.string() }, async ({ condition }) => {
  const test = new Function("row", `return ${condition}`);
  const found = rows.filter((row) => test(row));
  return { content: [{ type: "text", text: JSON.stringify(found) }] };
});

await server.connect(new StdioServerTransport());
