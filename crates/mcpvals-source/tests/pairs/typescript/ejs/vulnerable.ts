// rule: template-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import ejs from "ejs";

const server = new McpServer({ name: "mailings", version: "1.0.0" });

server.tool("render_mail", "Render a mail", { template: z.string(), name: z.string() }, async ({ template, name }) => ({
  content: [{ type: "text", text: ejs.render(template, { name }) }],
}));

await server.connect(new StdioServerTransport());
