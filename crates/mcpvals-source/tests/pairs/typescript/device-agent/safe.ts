import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "phone", version: "1.0.0" });

class Agent {
  constructor(private readonly host: string, private readonly port: number) {}

  async session(): Promise<string> {
    const response = await fetch(`http://${this.host}:${this.port}/session`);
    return `http://${this.host}:${this.port}/session/${(await response.json()).id}`;
  }

  async tap(x: number, y: number) {
    const session = await this.session();
    await fetch(`${session}/actions`, { method: "POST", body: JSON.stringify({ x, y }) });
  }
}

server.tool("click_on_screen", "Click on the screen of the phone", { device: z.string(), x: z.number(), y: z.number() }, async ({ device, x, y }) => {
  const agent = new Agent(await addressOf(device), 8100);
  await agent.tap(x, y);
  return { content: [{ type: "text", text: "clicked" }] };
});

await server.connect(new StdioServerTransport());
