// Gives a config its type.

import type { Config } from './generated/config.js';

/** Gives the config back; lets editors know its type in JavaScript, too. A function is called, and may be async. */
export function defineConfig(config: Config): Config;
export function defineConfig(config: () => Config | Promise<Config>): () => Config | Promise<Config>;
export function defineConfig<T>(config: T): T {
  return config;
}
