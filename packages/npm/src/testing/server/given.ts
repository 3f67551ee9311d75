// What tests say of their server, as a config that the program takes.

import type { Config, Server } from '../../generated/config.js';
import type { ConfigInput, ServerInput } from '../../input.js';
import { plainConfig } from '../../run/plain.js';

/** A server as a config has it, a config with one or several, or the path of a config file. */
export type ServerSource = ServerInput | ConfigInput | string;

/** What is played: a session does not need it, and it may name files that are beside the config. */
const PLAYED = /Suites$|^workflows$|^matrix$/;

const isConfig = (given: ServerInput | ConfigInput): given is ConfigInput => 'server' in given || 'servers' in given;

/** The servers of it, and what belongs to them; nothing to play. */
export function serversOf(given: ServerInput | ConfigInput): Config {
  if (!isConfig(given)) return { server: given as Server };
  return Object.fromEntries(Object.entries(given).filter(([name]) => !PLAYED.test(name)));
}

/** How the program gets the config. */
export interface Given {
  /** Of the command line. */
  words: string[];
  /** The first line of its stdin; questions follow. An object goes there, so that no file has what may be secret in it. */
  firstLine?: string;
}

/**
 * @param timeout in milliseconds; that of the config where it is left out.
 * @throws ConfigValueError where the object has what JSON has not.
 */
export function givenConfig(given: ServerSource, timeout: number | undefined): Given {
  if (typeof given === 'string') return { words: [`--config=${given}`] };
  const config = { ...serversOf(given), ...(timeout === undefined ? {} : { timeout }) };
  return { words: ['--config=-'], firstLine: JSON.stringify(plainConfig(config)) };
}
