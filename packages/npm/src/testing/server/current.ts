// The session that `setupMCPServer` opens for the tests of a file.

import type { McpUtils } from '../types.js';
import type { ServerSource } from './given.js';
import { ServerSession, type SessionOptions } from './session.js';

let current: ServerSession | undefined;

/**
 * Starts a server for tests (in `beforeAll`), and ends an earlier one. Its process ends with `teardownMCPServer`, and with the
 * process of the tests, however that ends.
 *
 * @param given the server as a config has it, a config, or the path of a config file.
 * @throws McpvalsError where the server cannot be reached, or the config cannot be used.
 */
export async function setupMCPServer(given: ServerSource, options?: SessionOptions): Promise<McpUtils> {
  await teardownMCPServer();
  current = await ServerSession.open(given, options);
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
