// What is not ours. The packages are installed beside the tests' other tools, not beside these files.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The provider has its say on stdout, which belongs to the one line that names the servers.
console.info = console.warn = () => {};

const require = createRequire(join(process.env.OAUTH_PACKAGES, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

export const { Provider, errors } = await load("oidc-provider");
export const jose = await load("jose");
export const { z } = await load("zod");
export const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
export const { StreamableHTTPServerTransport } = await load("@modelcontextprotocol/sdk/server/streamableHttp.js");
export const { ListResourcesRequestSchema, McpError, ReadResourceRequestSchema } = await load(
  "@modelcontextprotocol/sdk/types.js",
);
