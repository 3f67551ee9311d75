// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import axios from "axios";

const server = new McpServer({ name: "links", version: "1.0.0" });

server.tool("preview_link", "Show the title of a bookmark", { bookmark: z.string() }, async ({ bookmark }) => {
  const response = await axios.get("http://" + bookmark, { timeout: 5000 });
  return { content: [{ type: "text", text: response.data.slice(0, 200) }] };
});

await server.connect(new StdioServerTransport());
