// Installs the packed tarballs as a user does, and runs the tests that are named (all, where none is) against what is installed.

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** No test takes longer, in milliseconds. */
const PATIENCE_MS = 120_000;

const named = process.argv.slice(2);
const all = (await readdir(HERE)).filter((name) => name.endsWith('.test.mjs')).map((name) => join(HERE, name));
const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcpvals-npm-')));
process.env.MCPVALS_TEST_FOLDER = folder;
try {
  const { prepare } = await import('./prepare.mjs');
  await prepare();
  const words = [
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=2',
    `--test-timeout=${PATIENCE_MS}`,
    ...(named.length > 0 ? named : all),
  ];
  const tests = spawn(process.execPath, words, { stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
