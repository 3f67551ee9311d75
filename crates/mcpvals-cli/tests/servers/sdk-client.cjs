// A client made of the official TypeScript SDK, for the tests of `mcpvals mock`: lists the tools, calls one that was
// recorded and one that was not, and prints what came. Arguments: a file beside whose packages the SDK is, and the
// server: its address, or its command.
const { createRequire } = require('node:module');

const [near, server, ...args] = process.argv.slice(2);
const sdk = createRequire(near);
const { Client } = sdk('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = sdk('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = sdk('@modelcontextprotocol/sdk/client/streamableHttp.js');

async function main() {
  const client = new Client({ name: 'sdk-client', version: '1.0.0' });
  const isAddress = server.startsWith('http://');
  await client.connect(
    isAddress ? new StreamableHTTPClientTransport(new URL(server)) : new StdioClientTransport({ command: server, args }),
  );
  const { tools } = await client.listTools();
  const add = (b) => client.callTool({ name: 'add', arguments: { a: 5, b } });
  const sum = (await add(3)).content[0].text;
  const error = await add(4).catch((refused) => refused.message);
  console.log(JSON.stringify({ server: client.getServerVersion().name, tools: tools.map((tool) => tool.name), sum, error }));
  await client.close();
}

main();
