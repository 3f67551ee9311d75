// How a config reaches the program.

import { plainConfig } from './plain.js';

/** A path, or the config itself. */
export interface ConfigSource {
  words: readonly string[];
  input: string | undefined;
}

/**
 * A path is handed on as it is. An object goes over stdin, so that no file of ours has what may be secret in it; its relative
 * paths are against the working folder.
 *
 * @throws ConfigValueError where the object has what JSON has not.
 */
export function configSource(config: string | object): ConfigSource {
  if (typeof config === 'string') return { words: ['--config', config], input: undefined };
  return { words: ['--config', '-'], input: JSON.stringify(plainConfig(config)) };
}
