// Schemas of configs. The program checks, so that what passes here runs there: no second set of rules, and no zod to keep in step
// with it. Each has zod's `parse` and `safeParse`, and is a Standard Schema (https://standardschema.dev).

import type { ConfigMistake } from './errors.js';
import type { Config, Server, Workflow } from './generated/config.js';
import { runAtOnce } from './run/at-once.js';
import { ConfigValueError, plainConfig } from './run/plain.js';

/** One thing that is wrong. */
export interface Issue {
  path: (string | number)[];
  message: string;
}

/** All that is wrong with a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly issues: Issue[]) {
    super(issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('\n'));
  }
}

export type Parsed<T> = { success: true; data: T } | { success: false; error: ConfigError };

/** The Standard Schema interface, version 1. */
interface Standard<T> {
  readonly version: 1;
  readonly vendor: 'mcpvals';
  readonly validate: (value: unknown) => { value: T } | { issues: Issue[] };
  readonly types?: { readonly input: T; readonly output: T };
}

export interface Schema<T> {
  /** @returns the value itself: nothing is filled in. @throws ConfigError. */
  parse(value: unknown): T;
  safeParse(value: unknown): Parsed<T>;
  readonly '~standard': Standard<T>;
}

const SERVER = { transport: 'stdio', command: 'server' };
const SUITES = [{ name: 'suite', tests: [{ name: 'tool' }] }];

/** A whole config. */
export const ConfigSchema: Schema<Config> = schema((value) => value, '');
/** `server` of a config. */
export const ServerSchema: Schema<Server> = schema((server) => ({ server, toolHealthSuites: SUITES }), '/server');
/** One of a config's `workflows`. */
export const WorkflowSchema: Schema<Workflow> = schema((workflow) => ({ server: SERVER, workflows: [workflow] }), '/workflows/0');

/** @param whole puts a part into a config, where it stands at `place`. */
function schema<T>(whole: (part: unknown) => unknown, place: string): Schema<T> {
  const safeParse = (value: unknown): Parsed<T> => {
    const issues = issuesOf(() => whole(value), place);
    return issues.length === 0 ? { success: true, data: value as T } : { success: false, error: new ConfigError(issues) };
  };
  const parse = (value: unknown): T => {
    const parsed = safeParse(value);
    if (parsed.success) return parsed.data;
    throw parsed.error;
  };
  const validate = (value: unknown): { value: T } | { issues: Issue[] } => {
    const parsed = safeParse(value);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  };
  return { parse, safeParse, '~standard': { version: 1, vendor: 'mcpvals', validate } };
}

function issuesOf(config: () => unknown, place: string): Issue[] {
  try {
    return mistakes(plainConfig(config())).map((mistake) => issue(mistake, place));
  } catch (error) {
    if (error instanceof ConfigValueError) return [issue({ pointer: error.pointer, message: error.why, nearest: null }, place)];
    throw error;
  }
}

function issue({ pointer, message, nearest }: Pick<ConfigMistake, 'pointer' | 'message' | 'nearest'>, place: string): Issue {
  const rest = pointer.startsWith(place) ? pointer.slice(place.length) : pointer;
  const path = rest
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { path: named, message: nearest === null ? message : `${message}; did you mean \`${nearest}\`?` };
}

/** What `mcpvals list` finds wrong with a config. */
function mistakes(config: unknown): Pick<ConfigMistake, 'pointer' | 'message' | 'nearest'>[] {
  const said = runAtOnce({ words: ['list', '--config=-', '--json'], input: JSON.stringify(config ?? null) });
  if ('stdout' in said) return [];
  return said.failure.details ?? [{ pointer: '', message: said.failure.message, nearest: null }];
}
