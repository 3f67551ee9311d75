import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import axios from "axios";

const server = new McpServer({ name: "links", version: "1.0.0" });

const HOSTS = new Set(["docs.example.com", "blog.example.com"]);

server.tool("preview_link", "Show the title of a bookmark", { bookmark: z.string() }, async ({ bookmark }) => {
  const target = new URL("http://" + bookmark);
  if (!HOSTS.has(target.hostname)) {
    throw new Error("bookmark: not one of our sites");
  }
  const response = await axios.get(target.href, { timeout: 5000, maxRedirects: 0 });
  return { content: [{ type: "text", text: response.data.slice(0, 200) }] };
});

await server.connect(new StdioServerTransport());
