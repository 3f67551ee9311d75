// A real service: `mcpvals serve` on a folder of its own, with a small MCP server to evaluate.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The machine may be slow, and the program a debug build; in milliseconds. */
export const PATIENCE = 240_000;
export const HERE = fileURLToPath(new URL('.', import.meta.url));

const binary = process.env.MCPVALS_BINARY;
if (!binary) {
  throw new Error('MCPVALS_BINARY is not set: it names the program that is tested against, for instance target/debug/mcpvals');
}

/** What is to be done when all tests of a file are over; the last thing first. */
const ends = [];
export const atEnd = (end) => ends.unshift(end);
after(async () => {
  for (const end of ends) await end();
});

const run = promisify(execFile);
const env = { ...process.env, MCPVALS_SECRET: 'of-a-test-of-a-test-of-a-test-of-a-test', HOME: tmpdir() };

/** Starts one; it ends with the tests. */
export async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'mcpvals-sdk-'));
  const root = join(folder, 'servers');
  const data = ['--data-dir', join(folder, 'data')];
  await cp(join(HERE, 'server'), join(root, 'adder'), { recursive: true });
  const service = {
    folder,
    serverPath: join(root, 'adder'),
    baseUrl: '',
    key: async (...scopes) => {
      const { stdout } = await run(binary, ['keys', 'create', ...scopes.flatMap((scope) => ['--scope', scope]), ...data], { env });
      return stdout.trim();
    },
    /** On the same port as before, where there was one. */
    start: async () => {
      const port = service.baseUrl ? new URL(service.baseUrl).port : '0';
      const may = ['--allow-root', root, '--allow-command', 'python3', '--allow-private'];
      service.process = spawn(binary, ['serve', '--port', port, ...data, ...may, '--drain', '0'], { env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
      service.baseUrl = await addressOf(service.process);
    },
    kill: async (signal = 'SIGKILL') => {
      if (service.process.exitCode !== null || service.process.signalCode !== null) return;
      const ended = once(service.process, 'exit');
      service.process.kill(signal);
      await ended;
    },
  };
  atEnd(async () => {
    await service.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  service.apiKey = await service.key('evaluate:admin');
  await service.start();
  return service;
}

async function addressOf(child) {
  const said = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const address = /serves on (http:\/\/[^\s,]+)/.exec(line)?.[1];
    if (!address) continue;
    // What is not read would stop it one day.
    child.stderr.resume();
    return address;
  }
  throw new Error(`\`mcpvals serve\` ended before it served:\n${said.join('\n')}`);
}

/** A code example of the specification, with this service, its key and its server in it. */
export async function example(name, { baseUrl, apiKey, serverPath }) {
  const text = await readFile(join(HERE, 'seed', name), 'utf8');
  return text
    .replaceAll('http://localhost:3457', baseUrl)
    .replaceAll('your-api-key', apiKey)
    .replaceAll('/path/to/server', serverPath);
}
