// rule: all-interfaces
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import express from "express";

const server = new McpServer({ name: "dice", version: "1.0.0" });

server.tool("add", "Add two numbers", { one: z.number(), other: z.number() }, async ({ one, other }) => ({
  content: [{ type: "text", text: String(one + other) }],
}));

const app = express();
app.listen(8300, "0.0.0.0");

await server.connect(new StdioServerTransport());
