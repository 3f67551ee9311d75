// An answer without its envelope.

import type { Meta, Resource } from './types.js';

/**
 * The resource, with itself as `data`, so that `result.score` and `result.data.score` are the same. Neither `data` nor
 * `meta` is enumerable: what is printed, compared or stored is the resource.
 */
export function resource<T extends object>(data: T, meta?: Meta): Resource<T> {
  const hidden = { enumerable: false, configurable: true };
  return Object.defineProperties(data, {
    data: { ...hidden, get: () => data },
    meta: { ...hidden, get: () => meta },
  }) as Resource<T>;
}

/** Is it an object, and no list? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
