// A short command of the program, for callers that cannot wait: it starts no server.

import { spawnSync } from 'node:child_process';

import { failureOf, type Failure } from '../errors.js';
import { findProgram } from '../program.js';
import type { Command } from './command.js';

/** The deadline, in milliseconds. */
const PATIENCE_MS = 60_000;
const STDOUT_BYTES_MAX = 256 << 20;

/** What it wrote to stdout, or why it failed. */
export type Said = { stdout: string } | { failure: Failure };

/** @throws Error where it could not be run at all, or not within a minute. */
export function runAtOnce({ words, input = '', cwd, env }: Pick<Command, 'words' | 'input' | 'cwd' | 'env'>): Said {
  const ran = spawnSync(findProgram(), [...words, '--error-format=json'], {
    input,
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    maxBuffer: STDOUT_BYTES_MAX,
  });
  if (ran.error) throw ran.error;
  if (ran.status === 0) return { stdout: ran.stdout };
  const last = ran.stderr.trimEnd().split('\n').pop() ?? '';
  return { failure: failureOf(last) ?? { error: 'internal', exit: ran.status ?? 70, message: ran.stderr } };
}
