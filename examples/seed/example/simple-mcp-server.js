// A calculator that speaks MCP on stdio: add, subtract, multiply, divide. No dependencies.

const readline = require("node:readline");

const twoNumbers = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};

const operations = {
  add: { description: "Adds two numbers", run: (a, b) => a + b },
  subtract: { description: "Subtracts b from a", run: (a, b) => a - b },
  multiply: { description: "Multiplies two numbers", run: (a, b) => a * b },
  divide: {
    description: "Divides a by b",
    run: (a, b) => {
      if (b === 0) throw new Error("Division by zero is not allowed");
      return a / b;
    },
  },
};

function call({ name, arguments: { a, b } = {} }) {
  try {
    return { content: [{ type: "text", text: String(operations[name].run(a, b)) }] };
  } catch (error) {
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

const methods = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "simple-mcp-server", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: Object.entries(operations).map(([name, { description }]) => ({ name, description, inputSchema: twoNumbers })),
  }),
  "tools/call": call,
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const known = Object.hasOwn(methods, method) && (method !== "tools/call" || Object.hasOwn(operations, params.name));
  const answer = known
    ? { result: methods[method](params) }
    : { error: { code: -32601, message: `unknown: ${params?.name ?? method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
