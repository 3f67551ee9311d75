// The official client of MCP, which is an optional peer: only tests that speak to a server need it.

/** What we use of it. Its types are not in ours: whoever has it not must be able to compile. */
export interface Sdk {
  readonly client: typeof import('@modelcontextprotocol/sdk/client/index.js');
  readonly stdio: typeof import('@modelcontextprotocol/sdk/client/stdio.js');
  readonly http: typeof import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  readonly sse: typeof import('@modelcontextprotocol/sdk/client/sse.js');
  readonly framing: typeof import('@modelcontextprotocol/sdk/shared/stdio.js');
}

/** @throws Error that says what to install. */
export async function loadSdk(): Promise<Sdk> {
  try {
    // One after the other: Jest's loader of modules does not bear several at once.
    return {
      client: await import('@modelcontextprotocol/sdk/client/index.js'),
      stdio: await import('@modelcontextprotocol/sdk/client/stdio.js'),
      http: await import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      sse: await import('@modelcontextprotocol/sdk/client/sse.js'),
      framing: await import('@modelcontextprotocol/sdk/shared/stdio.js'),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error('tests that speak to a server need its client: npm install --save-dev @modelcontextprotocol/sdk', { cause: error });
  }
}

/** As Node says it, as Jest does, and as bundlers do. */
const isMissing = (error: unknown): boolean =>
  /Cannot find (?:package|module)|ERR_MODULE_NOT_FOUND|Failed to (?:load|resolve)/.test(String(error));
