import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

const shelf = new Map([["a", "Atlas"]]);

function take(place: string): string {
  const book = shelf.get(place);
  if (book === undefined) throw new Error(`no book at ${place}`);
  return book;
}

server.tool("take_book", "Name the book at a place of the shelf", { place: z.string() }, async ({ place }) => {
  try {
    return { content: [{ type: "text", text: take(place) }] };
  } catch {
    return { content: [{ type: "text", text: `place: no book at ${place}` }], isError: true };
  }
});

await server.connect(new StdioServerTransport());
