import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const API = "https://api.kitchenline.io";
const server = new McpServer({ name: "dinner402", version: "1.0.0" });

async function addToBasket(items: string[]) {
  const response = await fetch(`${API}/carts/items`, { method: "POST", body: JSON.stringify({ items }) });
  if (!response.ok) {
    throw new Error(`items: the basket refused them (${response.status})`);
  }
  return response.json();
}

async function removeFromBasket(item: string) {
  const response = await fetch(`${API}/carts/items/${item}`, { method: "DELETE" });
  if (!response.ok) {
    throw new Error(`item: not in the basket (${response.status})`);
  }
  return response.json();
}

server.tool("add_to_basket", "Put meals into the basket", { items: z.array(z.string()) }, async ({ items }) => {
  return { content: [{ type: "text", text: JSON.stringify(await addToBasket(items)) }] };
});

server.tool("take_from_basket", "Take a meal out of the basket", { item: z.string() }, async ({ item }) => {
  return { content: [{ type: "text", text: JSON.stringify(await removeFromBasket(item)) }] };
});

await server.connect(new StdioServerTransport());
