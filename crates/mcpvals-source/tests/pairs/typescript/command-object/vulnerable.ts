// rule: path-traversal
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import fs from "node:fs/promises";
import path from "node:path";

const ROOT = "/srv/bank";
const server = new Server({ name: "bank", version: "1.0.0" }, { capabilities: { tools: {} } });
const properties = { file: { type: "string" }, content: { type: "string" } };

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "read_note", description: "Read a note", inputSchema: { type: "object", properties: { file: { type: "string" } } } },
    { name: "write_note", description: "Write a note", inputSchema: { type: "object", properties } },
  ],
}));

class Notes {
  async handle(command) {
    const target = path.join(ROOT, command.file);
    switch (command.operation) {
      case "read":
        return fs.readFile(target, "utf8");
      case "write":
        await fs.writeFile(target, command.content, "utf8");
        return "written";
    }
  }
}

const notes = new Notes();

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  let command;
  switch (name) {
    case "read_note": {
      command = { operation: "read", file: args.file };
      break;
    }
    case "write_note": {
      command = { operation: "write", file: args.file, content: args.content };
      break;
    }
  }
  return { content: [{ type: "text", text: await notes.handle(command) }] };
});

await server.connect(new StdioServerTransport());
