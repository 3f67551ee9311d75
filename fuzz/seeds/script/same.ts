import type { Config } from "mcpvals";

export default {
  server: { transport: "stdio", command: "server", args: ["--fast"], env: { LEVEL: "3" } },
  toolHealthSuites: [
    {
      name: "Numbers",
      description: "adds",
      parallel: true,
      tests: [
        { name: "add", args: { a: 1, b: 2.5 }, expectedResult: 3.5 }, { name: "add", args: { deep: { list: [1, "two", true] } }, expect: { matches: /^x$/ } },
      ],
    },
  ],
  timeout: 1_000,
} satisfies Config;
