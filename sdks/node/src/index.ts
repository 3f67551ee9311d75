// What this package gives.

export {
  APIError,
  AuthenticationError,
  ConcurrentLimitError,
  ConflictError,
  EvaluationTimeoutError,
  InternalServerError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerUnreachableError,
  ValidationError,
} from './api-errors.js';
export type { ApiErrorFacts } from './api-errors.js';
export { MCPEvaluatorClient } from './client.js';
export {
  ClientClosedError,
  ConnectionError,
  InvalidResponseError,
  MCPEvaluatorError,
  MethodRemovedError,
  TimeoutError,
  WaitTimeoutError,
} from './errors.js';
export type { ApiErrorCode, ClientErrorCode } from './errors.js';
export type { Evaluations, WaitOptions } from './evaluations.js';
export type { SubscribeOptions } from './events.js';
export type { ConnectionEvents, EventMap, EventMessage, EventName, Listener, ServiceEvents, ServiceMessage } from './event-types.js';
export type { Keys, ServiceConfig, Webhooks } from './operation.js';
export type { Reports } from './reports.js';
export type { ClientOptions, RequestOptions, Retry } from './settings.js';
export { SignatureError, verifyWebhook } from './signature.js';
export type { SignedRequest } from './signature.js';
export type { Tools } from './tools.js';
export type * from './types.js';
export { VERSION } from './version.js';
