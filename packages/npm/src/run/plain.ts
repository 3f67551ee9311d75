// A config object as JSON: what the config files say in TypeScript and JSON cannot.

/** A value that cannot stand in a config object. */
export class ConfigValueError extends TypeError {
  override readonly name = 'ConfigValueError';

  /** @param pointer JSON pointer to it. @param why what is wrong with it. */
  constructor(
    readonly pointer: string,
    readonly why: string,
  ) {
    super(`config${pointer}: ${why}`);
  }
}

type Path = readonly (string | number)[];

/** Flags that the program's regular expressions have, too; `g`, `y`, `u` and `d` say nothing of what matches. */
const FLAGS = 'ims';
const STATES = new Set(['expectedState', 'desiredState']);

/**
 * The config as plain JSON. Regular expressions become what a config file in JSON has in their place.
 *
 * @throws ConfigValueError for a function, and for whatever else JSON has not.
 */
export function plainConfig(config: unknown): unknown {
  return plain(config, [], new Set());
}

function plain(value: unknown, path: Path, open: ReadonlySet<object>): unknown {
  switch (typeof value) {
    case 'function':
      throw wrong(path, 'a function cannot be handed to the program: put the config into a .ts or .js file, and give its path');
    case 'bigint':
    case 'symbol':
      throw wrong(path, `a ${typeof value} cannot stand here: a config has plain values`);
    case 'number':
      if (Number.isFinite(value)) return value;
      throw wrong(path, `${value} cannot stand here: it is no finite number`);
    case 'object':
      return value === null ? null : plainObject(value, path, open);
    default:
      return value;
  }
}

function plainObject(value: object, path: Path, outer: ReadonlySet<object>): unknown {
  if (outer.has(value)) throw wrong(path, 'the value contains itself');
  if (value instanceof RegExp) return plainRegExp(value, path);
  const open = new Set(outer).add(value);
  if (Array.isArray(value)) return value.map((item, index) => plain(item, [...path, index], open) ?? null);
  if (hasToJson(value)) return plain(value.toJSON(), path, open);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag !== 'Object') throw wrong(path, `a ${tag} cannot stand here: a config has plain values`);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member, [...path, name], open)]));
}

const hasToJson = (value: object): value is { toJSON: () => unknown } => 'toJSON' in value && typeof value.toJSON === 'function';

/** As the program reads a literal in a .ts or .js file. */
function plainRegExp(expression: RegExp, path: Path): unknown {
  const name = [...path].reverse().find((part) => typeof part === 'string');
  if (!path.includes('args')) {
    if (name === 'matches') return pattern(expression);
    if (STATES.has(String(name))) return { matches: pattern(expression) };
  }
  throw wrong(path, 'a regular expression cannot stand here: only in `matches`, `expectedState` and `desiredState`');
}

function pattern({ flags, source }: RegExp): string {
  const kept = [...flags].filter((flag) => FLAGS.includes(flag)).join('');
  return kept === '' ? source : `(?${kept})${source}`;
}

const wrong = (path: Path, why: string): ConfigValueError =>
  new ConfigValueError(path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), why);
