import { execFileSync, execSync } from "node:child_process";
import { z } from "zod";
import { type InferSchema, type ToolMetadata } from "xmcp";

export const schema = { folder: z.string().describe("Which folder") };

export const metadata: ToolMetadata = { name: "pack", description: "Run tar over a folder" };

export default async function pack({ folder }: InferSchema<typeof schema>) {
  return execFileSync("tar", ["cf", "out.tar", "--", folder]).toString();
}
