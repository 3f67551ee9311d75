// rule: sql-injection
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import Database from "better-sqlite3";

const server = new McpServer({ name: "demo", version: "1.0.0" });

class Contacts {
  private db = new Database("contacts.db");

  byMail(mail: string) {
    return this.db.prepare(`SELECT * FROM contacts WHERE mail = "${mail}"`).get();
  }
}

const contacts = new Contacts();

server.registerTool("find_contact", { title: "Find contact", description: "Find a contact by mail", inputSchema: { mail: z.string() } }, async (args) => {
  return { content: [{ type: "text" as const, text: JSON.stringify(contacts.byMail(args.mail)) }] };
});

await server.connect(new StdioServerTransport());
