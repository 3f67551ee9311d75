// Why the service refused: a class for each code that somebody may want to catch.

import { MCPEvaluatorError, isRetriedStatus } from './errors.js';
import type { ApiErrorCode } from './errors.js';

/** What the service says of an error beside its code and message, and what is known of the answer. */
export interface ApiErrorFacts {
  details?: Record<string, unknown>;
  documentation?: string;
  /** Of HTTP; nothing for an error that the WebSocket told. */
  status?: number;
  /** To be given to the operator. */
  requestId?: string;
  /** In how many milliseconds it may be asked again. */
  retryAfter?: number;
}

/** The service answered, and refused. */
export class APIError extends MCPEvaluatorError {
  override readonly name: string = 'APIError';
  override readonly code: ApiErrorCode;
  readonly details: Record<string, unknown>;
  readonly documentation: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ApiErrorCode, message: string, facts: ApiErrorFacts = {}) {
    super(code, message, isRetrySafe(code, facts.status));
    this.code = code;
    this.details = facts.details ?? {};
    this.documentation = facts.documentation;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

/** 400: `details` names the field and what it must be. */
export class ValidationError extends APIError {
  override readonly name = 'ValidationError';
}
/** 401: no key, or one that is not taken. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key lacks a scope. */
export class PermissionError extends APIError {
  override readonly name = 'PermissionError';
}
/** 404. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError';
}
/** 409: it has ended already, or has not ended yet. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError';
}
/** 429: `retryAfter` says for how long. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}
/** 422: the MCP server cannot be started or reached. */
export class ServerUnreachableError extends APIError {
  override readonly name = 'ServerUnreachableError';
}
/** 422: the evaluation took too long. */
export class EvaluationTimeoutError extends APIError {
  override readonly name = 'EvaluationTimeoutError';
}
/** 503: the queue is full. */
export class ConcurrentLimitError extends APIError {
  override readonly name = 'ConcurrentLimitError';
}
/** 500. */
export class InternalServerError extends APIError {
  override readonly name = 'InternalServerError';
}

const CLASSES: Partial<Record<string, new (code: ApiErrorCode, message: string, facts: ApiErrorFacts) => APIError>> = {
  VALIDATION_ERROR: ValidationError,
  AUTHENTICATION_REQUIRED: AuthenticationError,
  INSUFFICIENT_PERMISSIONS: PermissionError,
  RESOURCE_NOT_FOUND: NotFoundError,
  CONFLICT: ConflictError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  SERVER_UNREACHABLE: ServerUnreachableError,
  EVALUATION_TIMEOUT: EvaluationTimeoutError,
  CONCURRENT_LIMIT: ConcurrentLimitError,
  INTERNAL_SERVER_ERROR: InternalServerError,
};

/** The error of its code's class; of `APIError` itself for codes that have none. */
export function apiError(code: ApiErrorCode, message: string, facts: ApiErrorFacts): APIError {
  return new (CLASSES[code] ?? APIError)(code, message, facts);
}

/** The table of the API; what a later service calls by a new name is judged by its status. */
const RETRY_SAFE = new Set<string>([
  'RATE_LIMIT_EXCEEDED',
  'SERVER_UNREACHABLE',
  'EVALUATION_TIMEOUT',
  'CONCURRENT_LIMIT',
  'INTERNAL_SERVER_ERROR',
  'REQUEST_TIMEOUT',
]);

function isRetrySafe(code: string, status: number | undefined): boolean {
  return RETRY_SAFE.has(code) || (status !== undefined && isRetriedStatus(status));
}
