// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function ask(base: string, path: string) {
  return fetch(`${base}/${path}`, { redirect: "error" });
}

function withDay(url: string, day: string) {
  return url + "?day=" + day;
}

server.registerTool("show_weather", { title: "Show the weather", description: "Show the weather of our service", inputSchema: { place: z.string(), day: z.string() } }, async (args) => {
  const response = await ask(withDay(`https://${args.place}`, args.day), "now");
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
