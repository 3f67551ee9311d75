// Servers and configs as code has them: of what is right, TypeScript often knows less than the program.

import type { Config, Server } from './generated/config.js';

/**
 * The same, with any text where only some are right, and lists that are not changed: in `const server = { transport: "stdio", … }` the
 * transport is a `string`, and with `as const` its lists are `readonly`. The program says what cannot be.
 */
type Loose<T> = T extends RegExp
  ? T
  : T extends string
    ? T | (string & {})
    : T extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Loose<T[Name]> }
        : T;

/** A server as it may be given. */
export type ServerInput = Loose<Server>;

/** A config as it may be given. */
export type ConfigInput = Loose<Config>;
