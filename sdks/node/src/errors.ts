// Why something was not done, where the service said nothing, or nothing that can be understood.

import type { components } from './generated/openapi.js';

/** A code of the API. */
export type ApiErrorCode = components['schemas']['Error']['error']['code'];

/** A code of our own. */
export type ClientErrorCode =
  | 'CONNECTION_FAILED'
  | 'INVALID_RESPONSE'
  | 'CLIENT_TIMEOUT'
  | 'WAIT_TIMEOUT'
  | 'CLIENT_CLOSED'
  | 'METHOD_REMOVED'
  | 'INVALID_SIGNATURE';

/** Whatever this package throws, but for `TypeError`s and the reason of an `AbortSignal`. */
export class MCPEvaluatorError extends Error {
  override readonly name: string = 'MCPEvaluatorError';

  constructor(
    /** Tells errors apart, also between versions of this package. */
    readonly code: ApiErrorCode | ClientErrorCode,
    message: string,
    /** May the same be asked again? */
    readonly retrySafe: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** No connection, or it broke. */
export class ConnectionError extends MCPEvaluatorError {
  override readonly name = 'ConnectionError';
  constructor(message: string, cause?: unknown, retrySafe = true) {
    super('CONNECTION_FAILED', message, retrySafe, cause);
  }
}

/** The service did not answer within `timeout`. */
export class TimeoutError extends MCPEvaluatorError {
  override readonly name = 'TimeoutError';
  constructor(message: string, retrySafe: boolean) {
    super('CLIENT_TIMEOUT', message, retrySafe);
  }
}

/** `waitForCompletion` waited as long as it may. The evaluation goes on. */
export class WaitTimeoutError extends MCPEvaluatorError {
  override readonly name = 'WaitTimeoutError';
  constructor(
    message: string,
    readonly evaluationId: string,
    /** How it stood when it was looked at last. */
    readonly status: string | undefined,
  ) {
    super('WAIT_TIMEOUT', message, true);
  }
}

/** What answered is not the service, or something between us changed what it said. */
export class InvalidResponseError extends MCPEvaluatorError {
  override readonly name = 'InvalidResponseError';
  constructor(
    message: string,
    /** Of the answer; nothing for a message of the WebSocket. */
    readonly status: number | undefined,
    /** In how many milliseconds it may be asked again, where the answer says so. */
    readonly retryAfter?: number,
  ) {
    super('INVALID_RESPONSE', message, status !== undefined && isRetriedStatus(status));
  }
}

/** `close()` was called. */
export class ClientClosedError extends MCPEvaluatorError {
  override readonly name = 'ClientClosedError';
  constructor() {
    super('CLIENT_CLOSED', 'the client was closed', false);
  }
}

/** A method of v0, which v1 has not. */
export class MethodRemovedError extends MCPEvaluatorError {
  override readonly name = 'MethodRemovedError';
  constructor(message: string) {
    super('METHOD_REMOVED', message, false);
  }
}

/** Is an answer with this status asked for again by itself? */
export function isRetriedStatus(status: number): boolean {
  return status === 429 || status >= 500;
}
