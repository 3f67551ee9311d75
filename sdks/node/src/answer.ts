// What came of a request: an answer, a refusal, something strange, or nothing.

import { apiError } from './api-errors.js';
import { ConnectionError, InvalidResponseError } from './errors.js';
import type { ApiErrorCode } from './errors.js';
import { isObject } from './resource.js';
import { retryAfterOf } from './retry.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Query = Record<string, string | number | undefined>;

export interface Request {
  method: Method;
  /** After `/api/v1`. */
  path: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Of an error: as much of a text that is no answer of ours. */
const QUOTED = 200;

export function named({ method, path }: Request): string {
  return `${method} ${path}`;
}

/** Does it matter how often the service gets it? */
export function isRepeatable({ method }: Request): boolean {
  return method !== 'POST';
}

export function unreachable(request: Request, base: string, error: unknown): ConnectionError {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } } | undefined)?.cause;
  const hasLeft = cause?.code !== 'ECONNREFUSED';
  const why = String(cause?.message || cause?.code || (error as Error | undefined)?.message || error);
  return new ConnectionError(`cannot reach ${base} for ${named(request)}: ${why}`, error, !hasLeft || isRepeatable(request));
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function refusal(request: Request, answer: Answer): Error {
  const envelope = parsed(answer.text);
  const error = isObject(envelope) ? envelope['error'] : undefined;
  if (!isObject(error) || typeof error['code'] !== 'string') return strange(request, answer);
  const { documentation } = error;
  const requestId = answer.headers.get('x-request-id');
  const retryAfter = retryAfterOf(answer.status, answer.headers);
  return apiError(error['code'] as ApiErrorCode, String(error['message'] ?? error['code']), {
    details: isObject(error['details']) ? error['details'] : {},
    status: answer.status,
    ...(typeof documentation === 'string' && { documentation }),
    ...(requestId !== null && { requestId }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

export function strange(request: Request, { status, headers, text }: Answer): InvalidResponseError {
  const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  const message = `${named(request)} was answered with ${status}, and not as the service answers: ${JSON.stringify(quoted)}`;
  return new InvalidResponseError(message, status, retryAfterOf(status, headers));
}
