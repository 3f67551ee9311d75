import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import axios from "axios";

const server = new McpServer({ name: "demo", version: "1.0.0" });

const WIKI = "https://wiki.example.com/";

server.registerTool("read_entry", { title: "Read entry", description: "Read an entry of our wiki", inputSchema: { link: z.string() } }, async (args) => {
  if (!args.link.startsWith(WIKI)) throw new Error("link: not of our wiki");
  const { data } = await axios.get(args.link, { maxRedirects: 0 });
  return { content: [{ type: "text" as const, text: String(data) }] };
});

await server.connect(new StdioServerTransport());
