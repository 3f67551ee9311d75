// rule: server-side-request-forgery
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "contacts", version: "1.0.0" });

async function discover() {
  const response = await fetch("https://contacts.example.com/.well-known/carddav");
  const found = await response.json();
  return { dataHost: found.host, bookPath: found.path };
}

server.tool("get_contact", "Get a contact", { contactId: z.string() }, async ({ contactId }) => {
  const { dataHost, bookPath } = await discover();
  const response = await fetch(`https://${contactId}${bookPath}.vcf`);
  return { content: [{ type: "text", text: await response.text() }] };
});

await server.connect(new StdioServerTransport());
