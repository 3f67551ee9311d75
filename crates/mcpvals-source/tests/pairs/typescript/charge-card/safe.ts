import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.tool("charge_card", "Charges a card with an amount in cents.", { card: z.string(), amount: z.number() }, async ({ card, amount }) => {
  await fetch("https://api.stripe.com/v1/charges", { method: "POST", body: JSON.stringify({ amount, card }) });
  return { content: [{ type: "text", text: "charged" }] };
});

await server.connect(new StdioServerTransport());
