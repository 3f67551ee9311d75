// The WebSocket that is there when it is needed: opened for the first command, opened again when it broke.

import { ClientClosedError, ConnectionError, MCPEvaluatorError, TimeoutError } from './errors.js';
import type { ConnectionEvents } from './event-types.js';
import { limit, sleep, unlessAborted } from './limit.js';
import { reconnectDelay } from './retry.js';
import type { Settings } from './settings.js';
import { Socket } from './socket.js';
import type { Closing, Handlers } from './socket.js';

export interface Owner extends Omit<Handlers, 'closed'> {
  tell<Name extends keyof ConnectionEvents>(name: Name, data: ConnectionEvents[Name]): void;
  /** Says to a new socket what the old one knew. */
  restore(socket: Socket): Promise<void>;
  /** Is there anything for which a broken socket is opened again? */
  isWanted(): boolean;
}

export class Connection {
  readonly #settings: Settings;
  readonly #closed: AbortSignal;
  readonly #owner: Owner;
  #socket: Socket | undefined;
  #opening: Promise<Socket> | undefined;

  constructor(settings: Settings, closed: AbortSignal, owner: Owner) {
    this.#settings = settings;
    this.#closed = closed;
    this.#owner = owner;
    closed.addEventListener('abort', () => this.#socket?.close(), { once: true });
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen === true && this.#opening === undefined;
  }

  /** An open socket, with every subscription in force. */
  ready(): Promise<Socket> {
    if (this.#closed.aborted) return Promise.reject(new ClientClosedError());
    if (this.#opening) return this.#opening;
    if (this.#socket?.isOpen) return Promise.resolve(this.#socket);
    return this.#begin(0, this.#settings.retries);
  }

  #begin(first: number, retries: number): Promise<Socket> {
    this.#opening = this.#open(first, retries);
    // Whoever began it tells of it; without this the process would end where nobody did.
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(first: number, retries: number): Promise<Socket> {
    for (let attempt = first; ; attempt += 1) {
      try {
        if (attempt > 0) await this.#pause(attempt);
        const socket = await this.#once();
        this.#opening = undefined;
        this.#owner.tell('connected', {});
        return socket;
      } catch (error) {
        if (this.#closed.aborted) throw new ClientClosedError();
        const isHopeless = !(error instanceof MCPEvaluatorError && error.retrySafe);
        if (isHopeless || attempt - first >= retries) throw error;
      }
    }
  }

  async #pause(attempt: number): Promise<void> {
    const delay = reconnectDelay(attempt - 1, this.#settings.retryDelay);
    this.#owner.tell('reconnecting', { attempt, delay });
    await sleep(delay, this.#closed);
  }

  async #once(): Promise<Socket> {
    const { timeout } = this.#settings;
    const late = () => new TimeoutError(`the WebSocket was not ready within ${timeout} ms`, true);
    const limited = limit([this.#closed], timeout, late);
    const { event, strange } = this.#owner;
    const closed: Handlers['closed'] = (socket, closing) => this.#lost(socket, closing);
    try {
      const socket = await Socket.open(this.#settings, { event, strange, closed }, limited.signal);
      this.#socket = socket;
      await unlessAborted(this.#owner.restore(socket), limited.signal);
      if (!socket.isOpen) throw new ConnectionError('the WebSocket was closed as soon as it was open');
      return socket;
    } catch (error) {
      this.#socket?.close();
      throw error;
    } finally {
      limited.end();
    }
  }

  #lost(socket: Socket, { code, reason, error }: Closing): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#owner.tell('disconnected', { code, reason });
    // Where it is being opened, that goes on by itself; 1000 is an end that the service meant.
    if (this.#closed.aborted || this.#opening) return;
    if (error && !error.retrySafe) return this.#owner.tell('error', error);
    if (code === 1000 || !this.#settings.reconnect || !this.#owner.isWanted()) return;
    this.#begin(1, Number.POSITIVE_INFINITY).catch((failure: Error) => {
      if (!this.#closed.aborted) this.#owner.tell('error', failure);
    });
  }
}
