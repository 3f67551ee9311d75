import type { Config } from "mcpvals";

/** The calculator that is built into mcpvals. */
export const calculator: Config["server"] = {
  transport: "stdio",
  command: "mcpvals",
  args: ["example-server"],
};
