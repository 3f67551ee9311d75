import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const server = new McpServer({ name: "demo", version: "1.0.0" });

server.registerTool(
  "get_cache_size",
  { description: "Returns the size of the thumbnail cache", inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "thumbs-"));
    const listing = path.join(folder, "listing.txt");
    await fs.writeFile(listing, "");
    await fs.rm(listing);
    await fs.rm(folder, { recursive: true });
    return { content: [{ type: "text", text: "0" }] };
  },
);

await server.connect(new StdioServerTransport());
