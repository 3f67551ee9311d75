// The session that `setupMCPServer` opens for the tests of a file.

import type { Server } from '../../generated/config.js';
import type { McpUtils } from '../types.js';
import { ServerSession, type SessionOptions } from './session.js';

let current: ServerSession | undefined;

/**
 * Starts a server for tests (in `beforeAll`), and ends an earlier one. Its process ends with `teardownMCPServer`, and with the
 * process of the tests, however that ends.
 *
 * @throws Error where the server cannot be reached, or the package `@modelcontextprotocol/sdk` is not installed.
 */
export async function setupMCPServer(server: Server, options?: SessionOptions): Promise<McpUtils> {
  await teardownMCPServer();
  current = await ServerSession.open(server, options);
  return current;
}

/** Ends the server (in `afterAll`). */
export async function teardownMCPServer(): Promise<void> {
  const session = current;
  current = undefined;
  await session?.close();
}

/** @throws Error where none was set up. */
export function currentServer(): McpUtils {
  if (current === undefined) throw new Error('no server is set up: await setupMCPServer(…) in beforeAll');
  return current;
}
