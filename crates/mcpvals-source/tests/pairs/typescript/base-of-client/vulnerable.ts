// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import axios from "axios";

const api = axios.create({ baseURL: "https://handbook.example.com/v1", timeout: 5000 });

async function asked(path: string): Promise<string> {
  return String((await api.get(path)).data);
}

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool("read_page", { description: "Read a chapter", inputSchema: { page: z.string() } }, async ({ page }) => {
  return { content: [{ type: "text", text: await asked(`${page}/text`) }] };
});

await server.connect(new StdioServerTransport());
