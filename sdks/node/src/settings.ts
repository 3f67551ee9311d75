// What a client is made with: checked once, so that the rest need not ask.

/** Said before a request is sent once more. */
export interface Retry {
  /** 1 for the first repetition. */
  attempt: number;
  /** How long it is waited before, in milliseconds. */
  delay: number;
  /** Why. */
  error: Error;
}

export interface ClientOptions {
  /** Where the service is. Default: `http://localhost:3457`. */
  baseUrl?: string | URL | undefined;
  /** An API key (`mcpvals keys create`) or a JWT; none for a service that asks nobody. */
  apiKey?: string | undefined;
  /** How long one request may take, in milliseconds; 0 is for ever. Default: 30000. */
  timeout?: number | undefined;
  /** How often a request is sent again. Default: 3. */
  retries?: number | undefined;
  /** The first repetition comes after this and a random part of it, in milliseconds; each further after twice as much. Default: 1000. */
  retryDelay?: number | undefined;
  /** Where the service says to wait longer than this, in milliseconds, the error is thrown at once. Default: 60000. */
  maxRetryDelay?: number | undefined;
  /** Told before each repetition. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Is a WebSocket that broke opened again? Default: true. */
  reconnect?: boolean | undefined;
  /** After so much silence of the WebSocket it is taken for broken, in milliseconds; the service is heard every 20 seconds. Default: 60000. */
  heartbeatTimeout?: number | undefined;
  /** Instead of the built-in `fetch`, for instance for a proxy. */
  fetch?: typeof fetch | undefined;
}

/** What a single request may have of its own. */
export interface RequestOptions {
  /** Ends the request; what is thrown is the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  timeout?: number | undefined;
  /** Instead of the client's. */
  retries?: number | undefined;
}

export interface Settings {
  /** Without a slash at its end. */
  readonly base: string;
  readonly socketUrl: string;
  readonly apiKey: string | undefined;
  readonly timeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  readonly maxRetryDelay: number;
  readonly onRetry: ((retry: Retry) => void) | undefined;
  readonly reconnect: boolean;
  readonly heartbeatTimeout: number;
  readonly fetch: typeof fetch;
}

const API = '/api/v1';

/** @throws TypeError for what cannot be a setting. */
export function settingsOf(options: ClientOptions): Settings {
  const base = baseOf(options.baseUrl ?? 'http://localhost:3457');
  return {
    base: base + API,
    socketUrl: `${base.replace(/^http/, 'ws')}/ws`,
    apiKey: keyOf(options.apiKey),
    timeout: numberOf('timeout', options.timeout ?? 30_000),
    retries: numberOf('retries', options.retries ?? 3),
    retryDelay: numberOf('retryDelay', options.retryDelay ?? 1000),
    maxRetryDelay: numberOf('maxRetryDelay', options.maxRetryDelay ?? 60_000),
    onRetry: options.onRetry,
    reconnect: options.reconnect ?? true,
    heartbeatTimeout: numberOf('heartbeatTimeout', options.heartbeatTimeout ?? 60_000),
    fetch: options.fetch ?? ((...request) => fetch(...request)),
  };
}

function baseOf(address: string | URL): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new TypeError(`\`baseUrl\` must be an address like http://localhost:3457, and is ${String(address)}`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`\`baseUrl\` must begin with http: or https:, and begins with ${url.protocol}`);
  }
  // The service listens on 127.0.0.1, and Node 18 tries nothing but ::1 where a machine calls both localhost.
  if (url.hostname === 'localhost' && Number.parseInt(process.versions.node, 10) < 20) url.hostname = '127.0.0.1';
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API) ? path.slice(0, -API.length) : path);
}

function keyOf(key: string | undefined): string | undefined {
  // Whatever stands in such a message stands in a log: the key must not.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('`apiKey` must be printable ASCII without blanks: is there a line break at its end?');
  }
  return key;
}

function numberOf(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new TypeError(`\`${name}\` must be a number of 0 or more, and is ${String(value)}`);
}
