

// Tests can be made in a loop …
const sums: ToolTest[] = [{a: 1, b: 2, sum: 3}].map(({ a, b, sum }) => ({
  name: "add",
  description: `${a} + ${b} = ${sum}`,
  args: { a, b },
  expectedResult: sum,
}));

// … or by a function.
function refuses(tool: string, args: Record<string, unknown>, words: string): ToolTest {
  return { name: tool, description: `${tool} refuses ${JSON.stringify(args)}`, args, expectedError: words };
}

export default {
  server: {transport: "stdio", command: "x"},
  // The environment is read as in Node; ${SLOW_MS:-2000} in a string means the same.
  timeout: Number(process.env.SLOW_MS ?? 2000),
  toolHealthSuites: [
    { name: "Sums", tests: sums },
    {
      name: "Refusals",
      tests: [
        refuses("divide", { a: 1, b: 0 }, "division by zero"),
        { ...refuses("add", { a: "one", b: 2 }, "must be numbers"), invalidArgs: true },
      ],
    },
    {
      name: "Patterns",
      tests: [{ name: "divide", args: { a: 22, b: 7 }, expect: { matches: /^3\.14\d+$/ } }],
    },
  ],
} satisfies Config;
