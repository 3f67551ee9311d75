import type { Config } from "mcpvals";

const suite = (name: string) => ({ name, tests: [{ name: "t", arg: {} }] });

export default {
  server: { transport: "stdio", command: "node", url: "http://x" },
  toolHealthSuites: [
    { name: "a", tests: [{ name: "t", args: { a: 1n, f: () => 1, r: /x/ }, expect: { matches: /x+/i } }] },
    ...["x", "y"].map(suite),
  ],
  workflows: [{ name: "w", steps: [{ user: "go", expectedState: (text: string) => text.length > 3 }] }],
  timeout: NaN,
} satisfies Config;
