// The SDK's transports for what a config says of a server.

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import type { Server } from '../../generated/config.js';
import type { Sdk } from './sdk.js';
import { startServer, type ServerProcess } from './process.js';

/** What a live session heeds; the rest of a config's `server` is for mcpvals itself. */
const HEEDED = new Set(['transport', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'startupTimeout']);
/** How much of stderr is kept for an error, in characters. */
const STDERR_MAX = 4000;

/** A transport, and what the server wrote to stderr. */
export interface Line {
  transport: Transport;
  stderr: () => string;
}

/** @throws TypeError for what a live session cannot do. */
export function transportFor(server: Server, sdk: Sdk, debug: boolean): Line {
  const other = Object.keys(server).find((name) => !HEEDED.has(name));
  if (other !== undefined)
    throw new TypeError(
      `server.${other}: a live session in tests cannot heed this; it takes ${[...HEEDED].join(', ')}. Use describeEvalFromConfig`,
    );
  if (server.transport === 'stdio') return overStdio(server, sdk, debug);
  const url = new URL(required(server, 'url'));
  const options = { requestInit: { headers: server.headers ?? {} } };
  const transport =
    server.transport === 'sse' ? new sdk.sse.SSEClientTransport(url, options) : new sdk.http.StreamableHTTPClientTransport(url, options);
  return { transport: transport as Transport, stderr: () => '' };
}

function required(server: Server, name: 'command' | 'url'): string {
  const value = server[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`server.${name} is missing`);
}

/** As the SDK's own, with a process that ends with ours. */
function overStdio(server: Server, sdk: Sdk, debug: boolean): Line {
  const command = required(server, 'command');
  let running: ServerProcess | undefined;
  let stderr = '';
  const buffer = new sdk.framing.ReadBuffer();
  const transport: Transport = {
    async start() {
      const env = { ...sdk.stdio.getDefaultEnvironment(), ...server.env };
      running = startServer(command, server.args ?? [], { env, cwd: server.cwd, stderr: debug ? 'inherit' : 'pipe' });
      const { child } = running;
      child.once('error', (error) => transport.onerror?.(error));
      child.once('close', () => transport.onclose?.());
      child.stdin?.on('error', (error) => transport.onerror?.(error));
      child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + String(chunk)).slice(-STDERR_MAX)));
      child.stdout?.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        deliver(buffer, transport);
      });
    },
    async send(message) {
      running?.child.stdin?.write(sdk.framing.serializeMessage(message));
    },
    async close() {
      await running?.end();
    },
  };
  return { transport, stderr: () => stderr };
}

/** Hands on every message that is whole; what is none is told, and the rest goes on. */
function deliver(buffer: InstanceType<Sdk['framing']['ReadBuffer']>, transport: Transport): void {
  for (;;) {
    try {
      const message = buffer.readMessage();
      if (message === null) return;
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  }
}
