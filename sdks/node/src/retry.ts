// When something is tried again, and after how long.

import { APIError } from './api-errors.js';
import { ConnectionError, InvalidResponseError, isRetriedStatus } from './errors.js';
import type { Settings } from './settings.js';

/** No pause before a reconnect is longer, in milliseconds. */
const RECONNECT_MAX = 30_000;

/** Twice as long each time, and a random part more, so that many clients do not come back at once. `attempt` is 0 at first. */
export function backoff(attempt: number, base: number, random = Math.random): number {
  return base * 2 ** attempt + random() * base;
}

/** The pause before the WebSocket is opened again. */
export function reconnectDelay(attempt: number, base: number, random = Math.random): number {
  return Math.min(backoff(Math.min(attempt, 30), base, random), RECONNECT_MAX);
}

/**
 * How long to wait before the request is sent again; nothing where it is not.
 *
 * Answers with 429 and 5xx are asked for again, no other. Without an answer only what the service cannot do twice by
 * that is sent again: not a POST, unless it never left (then `retrySafe` is true).
 */
export function delayBeforeRetry(error: unknown, attempt: number, settings: Settings, retries: number): number | undefined {
  if (attempt >= retries) return undefined;
  if (error instanceof ConnectionError) return error.retrySafe ? backoff(attempt, settings.retryDelay) : undefined;
  if (!(error instanceof APIError || error instanceof InvalidResponseError)) return undefined;
  if (error.status === undefined || !isRetriedStatus(error.status)) return undefined;
  if (error.retryAfter === undefined) return backoff(attempt, settings.retryDelay);
  const asked = error.retryAfter + Math.random() * settings.retryDelay;
  return error.retryAfter > settings.maxRetryDelay ? undefined : Math.max(asked, backoff(attempt, settings.retryDelay));
}

/** In how many milliseconds the service wants to be asked again, if it says so. */
export function retryAfterOf(status: number, headers: Headers, now = Date.now()): number | undefined {
  const after = headers.get('retry-after');
  if (after !== null) {
    const milliseconds = /^\d+$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - now;
    if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  }
  const reset = headers.get('x-ratelimit-reset');
  // Other answers have it, too: there it says nothing about when to come again.
  if (status !== 429 || reset === null || !/^\d+$/.test(reset.trim())) return undefined;
  return Math.max(0, Number(reset) * 1000 - now);
}
