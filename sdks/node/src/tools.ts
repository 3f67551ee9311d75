// Single tools of a server: listed, and called once with a verdict.

import type { Http } from './http.js';
import type { RequestOptions } from './settings.js';
import type { Resource, ToolList, ToolListRequest, ToolTest, ToolTestRequest } from './types.js';

/** What the service needs beside the call itself, in milliseconds. */
const BESIDE = 10_000;

export class Tools {
  readonly #http: Http;
  readonly #timeout: number;

  constructor(http: Http, timeout: number) {
    this.#http = http;
    this.#timeout = timeout;
  }

  /** Calls one tool, and says what to think of the answer. */
  test(request: ToolTestRequest, options?: RequestOptions): Promise<Resource<ToolTest>> {
    return this.#http.json({ method: 'POST', path: '/tools/test', body: request }, this.#patient(request, options));
  }

  /** The tools of a server, with their schemas. */
  list(request: ToolListRequest, options?: RequestOptions): Promise<Resource<ToolList>> {
    return this.#http.json({ method: 'POST', path: '/tools/list', body: request }, this.#patient(request, options));
  }

  /** The answer comes after the call: whoever gives the call a minute waits for more than that. */
  #patient({ timeout: ofCall = 0 }: { timeout?: number | undefined }, options: RequestOptions = {}): RequestOptions {
    const timeout = this.#timeout && Math.max(this.#timeout, ofCall + BESIDE);
    return { ...options, timeout: options.timeout ?? timeout };
  }
}
