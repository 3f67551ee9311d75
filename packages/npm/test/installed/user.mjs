// What a user does in a shell.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { FIXTURES, HOME, PATH, USER } from './places.mjs';

/** How long something may take that is said to happen, in milliseconds. */
const PATIENCE_MS = 20_000;

/** A new folder beside what is installed, with copies of files of ours, and of what is in folders. */
export const folderWith = (...sources) => folderOf(USER, ...sources);

export async function folderOf(user, ...sources) {
  await mkdir(join(user, 'work'), { recursive: true });
  const folder = await mkdtemp(join(user, 'work/'));
  for (const source of sources) await cp(source, extname(source) === '' ? folder : join(folder, basename(source)), { recursive: true });
  return folder;
}

export const fixture = (name) => join(FIXTURES, name);

export const variables = (more = {}) => ({ PATH, HOME, npm_config_update_notifier: 'false', ...more });

/** Starts a program; `done` is how it ended, with what it wrote. */
export function start(program, words, { cwd = USER, env = {}, input } = {}) {
  const child = spawn(program, words, { cwd, env: variables(env), stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const done = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, done };
}

export const run = (program, words, options) => start(program, words, options).done;

export const mcpvals = join(USER, 'node_modules/.bin/mcpvals');
/** The program itself. */
export const program = join(USER, `node_modules/@mcpvals/${process.platform}-${process.arch}/bin/mcpvals`);

/** Waits until it holds, and fails where it does not in time. */
export async function until(holds, what) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
    await sleep(20);
  }
}

/** The folders of the package among temporary files. */
export const oursIn = async (place) => (await readdir(place)).filter((name) => name.startsWith('mcpvals-'));

export const nothingOfOursIn = (place) => until(async () => (await oursIn(place)).length === 0, `nothing of ours is left in ${place}`);

/** The id of a process that writes it into a file. */
export async function pidIn(file) {
  await until(async () => existsSync(file) && (await readFile(file, 'utf8')).trim() !== '', `${file} is written`);
  return Number(await readFile(file, 'utf8'));
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
