// What tests say of their server, as a config that the program takes.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config, Server } from '../../generated/config.js';
import { plainConfig } from '../../run/plain.js';

/** A server as a config has it, a config with one or several, or the path of a config file. */
export type ServerSource = Server | Config | string;

/** What is played: a session does not need it, and it may name files that are beside the config. */
const PLAYED = /Suites$|^workflows$|^matrix$/;

const isConfig = (given: Server | Config): given is Config => 'server' in given || 'servers' in given;

/** The servers of it, and what belongs to them; nothing to play. */
export function serversOf(given: Server | Config): Config {
  if (!isConfig(given)) return { server: given };
  return Object.fromEntries(Object.entries(given).filter(([name]) => !PLAYED.test(name)));
}

/**
 * The words of the command line that name the config. The program's stdin is for questions, so an object becomes a file; it may hold
 * secrets, so only this user may read it.
 *
 * @param folder for that file: it is needed until the session is open.
 * @param timeout in milliseconds; that of the config where it is left out.
 * @throws ConfigValueError where the object has what JSON has not.
 */
export async function configWords(given: ServerSource, timeout: number | undefined, folder: string): Promise<string[]> {
  if (typeof given === 'string') return [`--config=${given}`];
  const config = { ...serversOf(given), ...(timeout === undefined ? {} : { timeout }) };
  const file = join(folder, 'mcp-eval.config.json');
  // On lines of its own, since of what is wrong the line is shown.
  await writeFile(file, JSON.stringify(plainConfig(config), null, 2), { mode: 0o600 });
  return [`--config=${file}`];
}
