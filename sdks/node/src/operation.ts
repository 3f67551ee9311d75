// What operators look after: settings, keys, webhooks.

import { segment } from './http.js';
import type { Http } from './http.js';
import type { RequestOptions } from './settings.js';
import type {
  Config,
  ConfigUpdate,
  ConfigUpdated,
  CreatedKey,
  CreatedWebhook,
  Deleted,
  KeyList,
  KeyRequest,
  Resource,
  WebhookList,
  WebhookRequest,
} from './types.js';

/** Settings of the service; needs the scope `evaluate:admin`. */
export class ServiceConfig {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  get(options?: RequestOptions): Promise<Resource<Config>> {
    return this.#http.json({ method: 'GET', path: '/config' }, options);
  }

  /** Changes what is given; the rest stays. */
  update(update: ConfigUpdate, options?: RequestOptions): Promise<Resource<ConfigUpdated>> {
    return this.#http.json({ method: 'PUT', path: '/config', body: update }, options);
  }
}

/** API keys; needs the scope `evaluate:admin`. */
export class Keys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Makes a key: `key` of the answer is shown this once. */
  create(request: KeyRequest, options?: RequestOptions): Promise<Resource<CreatedKey>> {
    return this.#http.json({ method: 'POST', path: '/keys', body: request }, options);
  }

  list(options?: RequestOptions): Promise<Resource<KeyList>> {
    return this.#http.json({ method: 'GET', path: '/keys' }, options);
  }

  async revoke(id: string, options?: RequestOptions): Promise<Resource<Deleted>> {
    return this.#http.json({ method: 'DELETE', path: `/keys/${segment('a key', id)}` }, options);
  }
}

/** Addresses that events are sent to. */
export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** `secret` of the answer, with which each event is signed, is shown this once; `verifyWebhook` wants it. */
  create(request: WebhookRequest, options?: RequestOptions): Promise<Resource<CreatedWebhook>> {
    return this.#http.json({ method: 'POST', path: '/webhooks', body: request }, options);
  }

  list(options?: RequestOptions): Promise<Resource<WebhookList>> {
    return this.#http.json({ method: 'GET', path: '/webhooks' }, options);
  }

  async delete(id: string, options?: RequestOptions): Promise<Resource<Deleted>> {
    return this.#http.json({ method: 'DELETE', path: `/webhooks/${segment('a webhook', id)}` }, options);
  }
}
