import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import ejs from "ejs";

const server = new McpServer({ name: "mailings", version: "1.0.0" });

const TEMPLATE = "Dear <%= name %>,\n<%= body %>";

server.tool("render_mail", "Render a mail", { body: z.string(), name: z.string() }, async ({ body, name }) => ({
  content: [{ type: "text", text: ejs.render(TEMPLATE, { name, body }) }],
}));

await server.connect(new StdioServerTransport());
