// One WebSocket: opened and introduced, commands with their answers, events passed on, its end told once.

import WebSocket from 'ws';

import { APIError, apiError } from './api-errors.js';
import { ConnectionError, InvalidResponseError, isRetriedStatus } from './errors.js';
import type { ApiErrorCode } from './errors.js';
import { unlessAborted } from './limit.js';
import { isObject } from './resource.js';
import type { Settings } from './settings.js';
import type { Message } from './subscriptions.js';
import { VERSION } from './version.js';

/** How it ended. */
export interface Closing {
  code: number;
  reason: string;
  /** What the service said of it, if it did. */
  error: APIError | undefined;
}

export interface Handlers {
  event(message: Message): void;
  /** Something came that cannot be understood. */
  strange(error: InvalidResponseError): void;
  closed(socket: Socket, closing: Closing): void;
}

interface Waiting {
  resolve(data: Record<string, unknown>): void;
  reject(error: Error): void;
}

export class Socket {
  readonly #ws: WebSocket;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<string, Waiting>();
  readonly #silence: number;
  #heard: NodeJS.Timeout | undefined;
  #commands = 0;
  #refusal: APIError | undefined;

  /** Opens it, and says who we are. */
  static async open(settings: Settings, handlers: Handlers, signal: AbortSignal): Promise<Socket> {
    const socket = new Socket(settings, handlers);
    try {
      await unlessAborted(socket.#opened(settings), signal);
      if (settings.apiKey !== undefined) await unlessAborted(socket.#introduced(settings.apiKey), signal);
      return socket;
    } catch (error) {
      socket.#ws.terminate();
      throw error;
    }
  }

  private constructor(settings: Settings, handlers: Handlers) {
    const headers = { 'user-agent': `mcp-evaluator-sdk/${VERSION}` };
    const patience = settings.timeout > 0 ? { handshakeTimeout: settings.timeout } : {};
    this.#ws = new WebSocket(settings.socketUrl, { headers, ...patience });
    this.#handlers = handlers;
    this.#silence = settings.heartbeatTimeout;
    this.#ws.on('message', (text, isBinary) => this.#hear(isBinary ? '' : String(text)));
    this.#ws.on('ping', () => this.#listen());
    this.#ws.on('close', (code, reason) => this.#end(code, String(reason)));
    // Its `close` follows, and says it to everybody who waits.
    this.#ws.on('error', () => {});
  }

  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  /** Sends a command; resolves with the data of its answer. */
  command(message: { type: string; data?: object; token?: string }): Promise<Record<string, unknown>> {
    this.#commands += 1;
    const id = String(this.#commands);
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new ConnectionError('the WebSocket is not open'));
      this.#waiting.set(id, { resolve, reject });
      this.#ws.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Says goodbye; whoever does not answer that in time is hung up on. */
  close(): void {
    if (this.#ws.readyState === WebSocket.CLOSED) return;
    this.#ws.close(1000);
    const patience = setTimeout(() => this.#ws.terminate(), 2000);
    this.#ws.once('close', () => clearTimeout(patience));
  }

  #opened(settings: Settings): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string, cause?: unknown, retrySafe = true) =>
        reject(new ConnectionError(`cannot open ${settings.socketUrl}: ${why}`, cause, retrySafe));
      this.#ws.once('open', () => {
        this.#listen();
        resolve();
      });
      this.#ws.once('unexpected-response', (request, response) => {
        const status = response.statusCode ?? 0;
        request.destroy();
        fail(`answered with ${status}`, undefined, isRetriedStatus(status));
      });
      this.#ws.once('error', (error: NodeJS.ErrnoException) => fail(error.message || String(error.code), error));
    });
  }

  /** Whoever waits too long for the answer has the caller's limit. */
  async #introduced(token: string): Promise<void> {
    await this.command({ type: 'auth', token });
  }

  /** The service is heard from again and again: a connection that says nothing is dead, though nobody closed it. */
  #listen(): void {
    clearTimeout(this.#heard);
    if (this.#silence > 0) this.#heard = setTimeout(() => this.#ws.terminate(), this.#silence);
  }

  #hear(text: string): void {
    this.#listen();
    const message = read(text);
    if (!message) return this.#handlers.strange(new InvalidResponseError('the WebSocket said something strange', undefined));
    const waiting = this.#waiting.get(String(message.id));
    if (waiting) this.#waiting.delete(String(message.id));
    if (message.type === 'error') {
      const error = errorOf(message);
      // Without an id it is about the connection, which is closed next.
      if (waiting) waiting.reject(error);
      else this.#refusal = error;
    } else if (waiting) waiting.resolve(message.data);
    else if (message.type.includes(':')) this.#handlers.event(message);
  }

  #end(code: number, reason: string): void {
    clearTimeout(this.#heard);
    const words = `the WebSocket was closed: ${code}${reason && ` ${reason}`}`;
    for (const { reject } of this.#waiting.values()) reject(this.#refusal ?? new ConnectionError(words));
    this.#waiting.clear();
    this.#handlers.closed(this, { code, reason, error: this.#refusal });
  }
}

function read(text: string): (Message & { id?: unknown }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = isObject(value) && typeof value['type'] === 'string' && isObject(value['data']);
    return isMessage ? (value as unknown as Message) : undefined;
  } catch {
    return undefined;
  }
}

function errorOf({ data }: Message): APIError {
  const { code, message, details } = isObject(data['error']) ? data['error'] : ({} as Record<string, unknown>);
  const known = String(code ?? 'INTERNAL_SERVER_ERROR') as ApiErrorCode;
  return apiError(known, String(message ?? known), { details: isObject(details) ? details : {} });
}
