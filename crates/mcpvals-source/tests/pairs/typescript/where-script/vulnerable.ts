// rule: sql-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { MongoClient } from "mongodb";

const db = new MongoClient("mongodb://localhost").db("site");

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("render", "Renders a page with a theme.", { theme: z.string() }, async ({ theme }) => {
  await db.collection("pages").find({ $where: `this.theme == "${theme}"` }).toArray();
  return { content: [{ type: "text", text: "done" }] };
});

await server.connect(new StdioServerTransport());
