// Events as they happen: what is subscribed to, told to listeners once, also across cuts.

import { APIError } from './api-errors.js';
import { Connection } from './connection.js';
import { ConnectionError, TimeoutError } from './errors.js';
import { ENDS } from './event-types.js';
import type { EventMessage } from './event-types.js';
import { limit, unlessAborted } from './limit.js';
import { Listeners } from './listeners.js';
import { resource } from './resource.js';
import type { RequestOptions, Settings } from './settings.js';
import type { Socket } from './socket.js';
import { Subscriptions, evaluationOf } from './subscriptions.js';
import type { Message, Subscription } from './subscriptions.js';
import type { Evaluation, Resource } from './types.js';
import { Watches } from './watch.js';
import type { Watch } from './watch.js';

export interface SubscribeOptions {
  /** Which: full names, short ones (`progress`), groups (`hook:*`). Default: all. */
  events?: readonly string[] | undefined;
  /** What came after this event comes first; `null` is from now on. Default: of one evaluation all from its begin, of all evaluations from now on. */
  lastEventId?: string | number | null | undefined;
  signal?: AbortSignal | undefined;
}

export class Events {
  readonly listeners = new Listeners();
  readonly #settings: Settings;
  readonly #closed: AbortSignal;
  readonly #connection: Connection;
  readonly #subscriptions = new Subscriptions();
  readonly #watches = new Watches();

  constructor(settings: Settings, closed: AbortSignal) {
    this.#settings = settings;
    this.#closed = closed;
    this.#connection = new Connection(settings, closed, {
      event: (message) => this.#take(message),
      strange: (error) => this.listeners.tell({ type: 'error', data: error }),
      tell: (type, data) => this.listeners.tell({ type, data } as EventMessage),
      restore: (socket) => this.#restore(socket),
      isWanted: () => !this.#subscriptions.isEmpty,
    });
  }

  async connect(options: RequestOptions): Promise<void> {
    await this.#limited(options, () => this.#connection.ready());
  }

  async subscribe(evaluationId: string | undefined, options: SubscribeOptions, isHidden = false): Promise<void> {
    const { events = [], lastEventId = evaluationId === undefined ? null : 0 } = options;
    const after = lastEventId === null ? undefined : Number(lastEventId);
    if (Number.isNaN(after)) throw new TypeError(`\`lastEventId\` must be an event's \`eventId\`, and is ${lastEventId}`);
    const before = this.#subscriptions.get(evaluationId);
    const subscription = { evaluationId, events, isHidden, after };
    const told = () => {
      // What was missed may come in the same breath as the answer: its subscriber must be known by then.
      this.#subscriptions.set(subscription);
      return dataOf(subscription);
    };
    await this.#command('subscribe', told, options).catch((error: unknown) => {
      if (before) this.#subscriptions.set(before);
      else this.#subscriptions.delete(evaluationId);
      throw error;
    });
  }

  async unsubscribe(evaluationId: string | undefined, options: RequestOptions): Promise<void> {
    this.#subscriptions.delete(evaluationId);
    // Without a connection there is nothing to take back.
    if (this.#connection.isOpen) await this.#command('unsubscribe', () => ({ evaluationId }), options);
  }

  async getStatus(evaluationId: string, options: RequestOptions): Promise<Resource<Evaluation>> {
    const data = await this.#command('getStatus', () => ({ evaluationId }), options);
    return resource(data as unknown as Evaluation);
  }

  /** Waits for the end of an evaluation: by its event where the WebSocket is open, and by asking in any case. */
  watch(id: string): Watch {
    const isTold = () => this.#connection.isOpen && this.#subscriptions.hasEndOf(id);
    const watch = this.#watches.begin(id, isTold, () => this.#forget(id));
    const isFree = this.#connection.isOpen && !isTold() && !this.#subscriptions.get(id);
    // Where that fails it is asked for.
    if (isFree) this.subscribe(id, { events: ENDS }, true).catch(() => {});
    return watch;
  }

  #forget(id: string): void {
    if (this.#subscriptions.get(id)?.isHidden) this.unsubscribe(id, {}).catch(() => {});
  }

  #take(message: Message): void {
    if (!this.#subscriptions.take(message)) return this.#wake(message);
    // Names that only a later service knows are told, too: whoever listens to them knows them.
    this.listeners.tell(message as unknown as EventMessage);
    this.#wake(message);
  }

  #wake(message: Message): void {
    if ((ENDS as readonly string[]).includes(message.type)) this.#watches.wake(evaluationOf(message));
  }

  /** Goes on where each subscription stopped hearing. */
  async #restore(socket: Socket): Promise<void> {
    for (const subscription of this.#subscriptions.all()) {
      try {
        await socket.command({ type: 'subscribe', data: dataOf(subscription) });
      } catch (error) {
        if (!(error instanceof APIError) || !socket.isOpen) throw error;
        // The evaluation is gone, say: the others are not to suffer for it.
        this.#subscriptions.delete(subscription.evaluationId);
        this.listeners.tell({ type: 'error', data: error });
      }
    }
  }

  /** Commands may be said twice; where the connection breaks before the answer, they are. */
  #command(type: string, data: () => object, options: RequestOptions): Promise<Record<string, unknown>> {
    return this.#limited(options, async (signal) => {
      for (let attempt = 0; ; attempt += 1) {
        const socket = await this.#connection.ready();
        signal.throwIfAborted();
        try {
          return await socket.command({ type, data: data() });
        } catch (error) {
          if (!(error instanceof ConnectionError) || attempt >= this.#settings.retries) throw error;
        }
      }
    });
  }

  async #limited<T>(options: RequestOptions, what: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = options.timeout ?? this.#settings.timeout;
    const late = () => new TimeoutError(`the WebSocket did not answer within ${timeout} ms`, true);
    const limited = limit([options.signal, this.#closed], timeout, late);
    try {
      limited.signal.throwIfAborted();
      return await unlessAborted(what(limited.signal), limited.signal);
    } finally {
      limited.end();
    }
  }
}

function dataOf({ evaluationId, events, after }: Subscription): object {
  return { evaluationId, events, ...(after !== undefined && { lastEventId: String(after) }) };
}
