import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import dns from "node:dns/promises";
import ipaddr from "ipaddr.js";

const server = new McpServer({ name: "demo", version: "1.0.0" });

async function refusePrivate(url: URL): Promise<void> {
  const addresses = await dns.lookup(url.hostname, { all: true });
  for (const { address } of addresses) {
    if (ipaddr.parse(address).range() !== "unicast") {
      throw new Error("url: a private address");
    }
  }
}

server.registerTool("page_text", { title: "Page text", description: "Get the text of a page", inputSchema: { url: z.string() } }, async (args) => {
  const url = new URL(args.url);
  await refusePrivate(url);
  const response = await fetch(url, { redirect: "manual" });
  return { content: [{ type: "text" as const, text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
