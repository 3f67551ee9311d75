import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import https from "node:https";
import axios from "axios";

const server = new McpServer({ name: "billing", version: "1.0.0" });

const agent = new https.Agent({ keepAlive: true });

server.tool("invoices", "List the invoices", {}, async () => {
  const response = await axios.get("https://billing.example.com/invoices", { httpsAgent: agent, timeout: 5000 });
  return { content: [{ type: "text", text: JSON.stringify(response.data) }] };
});

await server.connect(new StdioServerTransport());
