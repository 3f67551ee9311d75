// One request: sent, limited in time, sent again where that is right, its answer checked and unwrapped.

import { isRepeatable, named, parsed, refusal, strange, unreachable } from './answer.js';
import type { Answer, Request } from './answer.js';
import { ClientClosedError, TimeoutError } from './errors.js';
import { limit, sleep } from './limit.js';
import { isObject, resource } from './resource.js';
import { delayBeforeRetry } from './retry.js';
import type { RequestOptions, Settings } from './settings.js';
import type { Meta, Resource } from './types.js';
import { VERSION } from './version.js';

export class Http {
  readonly #settings: Settings;
  readonly #closed = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Ends what is under way, and lets nothing more begin. */
  close(): void {
    this.#closed.abort(new ClientClosedError());
  }

  /** Aborted by `close()`. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  async json<T extends object>(request: Request, options: RequestOptions = {}): Promise<Resource<T>> {
    const answer = await this.#answer(request, options);
    const envelope = parsed(answer.text);
    if (!isObject(envelope) || envelope['success'] !== true || !isObject(envelope['data'])) {
      throw strange(request, answer);
    }
    return resource(envelope['data'] as T, envelope['meta'] as Meta);
  }

  async text(request: Request, options: RequestOptions = {}): Promise<string> {
    return (await this.#answer(request, options)).text;
  }

  async #answer(request: Request, options: RequestOptions): Promise<Answer> {
    const retries = options.retries ?? this.#settings.retries;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#once(request, options);
      } catch (error) {
        const delay = delayBeforeRetry(error, attempt, this.#settings, retries);
        if (delay === undefined) throw error;
        this.#settings.onRetry?.({ attempt: attempt + 1, delay, error: error as Error });
        await this.#pause(delay, options.signal);
      }
    }
  }

  async #pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
    const both = limit([signal, this.closed]);
    await sleep(delay, both.signal).finally(() => both.end());
  }

  async #once(request: Request, options: RequestOptions): Promise<Answer> {
    const timeout = options.timeout ?? this.#settings.timeout;
    const late = () => new TimeoutError(`no answer to ${named(request)} within ${timeout} ms`, isRepeatable(request));
    const limited = limit([options.signal, this.closed], timeout, late);
    try {
      limited.signal.throwIfAborted();
      const answer = await this.#exchange(request, limited.signal);
      if (answer.status < 200 || answer.status > 299) throw refusal(request, answer);
      return answer;
    } finally {
      limited.end();
    }
  }

  async #exchange(request: Request, signal: AbortSignal): Promise<Answer> {
    // Out of what is tried: a body that is no JSON is the caller's fault, and not the connection's.
    const init = this.#init(request, signal);
    try {
      const response = await this.#settings.fetch(this.#address(request), init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw signal.aborted ? signal.reason : unreachable(request, this.#settings.base, error);
    }
  }

  #address({ path, query = {} }: Request): string {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    const search = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string])));
    return this.#settings.base + path + (search && `?${search}`);
  }

  #init({ method, body }: Request, signal: AbortSignal): RequestInit {
    const headers: Record<string, string> = { accept: 'application/json', 'user-agent': `mcp-evaluator-sdk/${VERSION}` };
    if (this.#settings.apiKey !== undefined) headers['authorization'] = `Bearer ${this.#settings.apiKey}`;
    if (body === undefined) return { method, headers, signal };
    return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  }
}

/**
 * An id as a part of a path.
 *
 * @throws TypeError for what would lead elsewhere, as `..` does.
 */
export function segment(what: string, id: string): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError(`the id of ${what} must be a text like the one that the service gave, and is ${String(id)}`);
  }
  return encodeURIComponent(id);
}
