// The client: everything of the service by its name.

import { MethodRemovedError } from './errors.js';
import { Evaluations } from './evaluations.js';
import { Events } from './events.js';
import type { SubscribeOptions } from './events.js';
import type { EventName, Listener } from './event-types.js';
import { Http } from './http.js';
import { Keys, ServiceConfig, Webhooks } from './operation.js';
import { Reports } from './reports.js';
import { settingsOf } from './settings.js';
import type { ClientOptions, RequestOptions } from './settings.js';
import { Tools } from './tools.js';
import type { Evaluation, Health, Metrics, Resource } from './types.js';

export class MCPEvaluatorClient {
  readonly evaluations: Evaluations;
  readonly reports: Reports;
  readonly tools: Tools;
  readonly config: ServiceConfig;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly #http: Http;
  readonly #events: Events;

  /** @throws TypeError for what cannot be a setting. */
  constructor(options: ClientOptions = {}) {
    const settings = settingsOf(options);
    this.#http = new Http(settings);
    this.#events = new Events(settings, this.#http.closed);
    this.evaluations = new Evaluations(this.#http, this.#events);
    this.reports = new Reports(this.#http);
    this.tools = new Tools(this.#http, settings.timeout);
    this.config = new ServiceConfig(this.#http);
    this.keys = new Keys(this.#http);
    this.webhooks = new Webhooks(this.#http);
  }

  /** Is the service well? Needs no key. */
  health(options?: RequestOptions): Promise<Resource<Health>> {
    return this.#http.json({ method: 'GET', path: '/health' }, options);
  }

  /** What the last day came to. */
  metrics(options?: RequestOptions): Promise<Resource<Metrics>> {
    return this.#http.json({ method: 'GET', path: '/metrics' }, options);
  }

  /** Listens. Events of evaluations come once they are subscribed to. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): this {
    this.#events.listeners.on(name, listener);
    return this;
  }

  /** Listens to the next one only. */
  once<Name extends EventName>(name: Name, listener: Listener<Name>): this {
    this.#events.listeners.once(name, listener);
    return this;
  }

  /** Listens no more. */
  off<Name extends EventName>(name: Name, listener: Listener<Name>): this {
    this.#events.listeners.off(name, listener);
    return this;
  }

  /** Opens the WebSocket; `subscribe` and `getStatus` do so by themselves. */
  connect(options: RequestOptions = {}): Promise<void> {
    return this.#events.connect(options);
  }

  /**
   * Wants the events of an evaluation, or of all. Resolves when the service has said yes; what happened since the
   * evaluation began is told as well. After a cut, what was missed is told first, and nothing twice.
   */
  subscribe(evaluationId?: string, options: SubscribeOptions = {}): Promise<void> {
    return this.#events.subscribe(evaluationId, options);
  }

  /** Wants no more of them. */
  unsubscribe(evaluationId?: string, options: RequestOptions = {}): Promise<void> {
    return this.#events.unsubscribe(evaluationId, options);
  }

  /** How an evaluation stands, asked over the WebSocket. */
  getStatus(evaluationId: string, options: RequestOptions = {}): Promise<Resource<Evaluation>> {
    return this.#events.getStatus(evaluationId, options);
  }

  /** Ends everything: requests under way and waits are rejected with `ClientClosedError`, the WebSocket is closed. */
  close(): void {
    this.#http.close();
  }

  /**
   * What v0 had.
   *
   * @deprecated Removed in v1: `evaluations.create` starts an evaluation, `evaluations.waitForCompletion` gives its result.
   * @throws MethodRemovedError always.
   */
  async evaluate(..._: unknown[]): Promise<never> {
    throw new MethodRemovedError(
      'client.evaluate(path) was v0, and v1 has it no more. Instead: const { id } = await client.evaluations.create' +
        '({ serverPath: path }); const result = await client.evaluations.waitForCompletion(id). The "Migration Guide v0 → v1" ' +
        'is at /docs/migration of the service.',
    );
  }
}
