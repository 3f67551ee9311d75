// Evaluations: started, looked at, listed, cancelled, waited for.

import { WaitTimeoutError } from './errors.js';
import type { Events } from './events.js';
import type { Query } from './answer.js';
import { segment } from './http.js';
import type { Http } from './http.js';
import { limit } from './limit.js';
import type { RequestOptions } from './settings.js';
import type {
  AcceptedEvaluation,
  CancelledEvaluation,
  DocumentList,
  Evaluation,
  EvaluationFilter,
  EvaluationPage,
  EvaluationRequest,
  EvaluationStatus,
  ListedEvaluation,
  Resource,
} from './types.js';

export interface WaitOptions {
  /** How long it is waited, in milliseconds; 0 is for ever. Default: 600000. */
  timeout?: number | undefined;
  /** How often it is asked, in milliseconds. Default: 2000. */
  pollInterval?: number | undefined;
  /** Ends the wait, and not the evaluation. */
  signal?: AbortSignal | undefined;
}

const PAGE = 50;

export class Evaluations {
  readonly #http: Http;
  readonly #events: Events;

  constructor(http: Http, events: Events) {
    this.#http = http;
    this.#events = events;
  }

  /** Starts an evaluation; it is queued. */
  create(request: EvaluationRequest, options?: RequestOptions): Promise<Resource<AcceptedEvaluation>> {
    return this.#http.json({ method: 'POST', path: '/evaluations', body: request }, options);
  }

  /** How it stands, and what it found. */
  async get(id: string, options?: RequestOptions): Promise<Resource<Evaluation>> {
    return this.#http.json({ method: 'GET', path: pathOf(id) }, options);
  }

  /** A page of the list. */
  list(filter: EvaluationFilter = {}, options?: RequestOptions): Promise<Resource<EvaluationPage>> {
    return this.#http.json({ method: 'GET', path: '/evaluations', query: queryOf(filter) }, options);
  }

  /** All of the list, page by page. What moves down a page because something new came in is given once. */
  async *all(filter: EvaluationFilter = {}, options?: RequestOptions): AsyncGenerator<ListedEvaluation, void, undefined> {
    const seen = new Set<string>();
    let offset = filter.offset ?? 0;
    for (let hasNext = true; hasNext; ) {
      const page = await this.list({ ...filter, limit: filter.limit ?? PAGE, offset }, options);
      for (const evaluation of page.evaluations) {
        if (!seen.has(evaluation.id)) yield evaluation;
        seen.add(evaluation.id);
      }
      offset += page.evaluations.length;
      hasNext = page.pagination.hasNext && page.evaluations.length > 0;
    }
  }

  /** Ends it, whether it waits or runs. */
  async cancel(id: string, options?: RequestOptions): Promise<Resource<CancelledEvaluation>> {
    return this.#http.json({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** What is kept of it: its whole report, its traces. */
  async documents(id: string, options?: RequestOptions): Promise<Resource<DocumentList>> {
    return this.#http.json({ method: 'GET', path: `${pathOf(id)}/documents` }, options);
  }

  /** One of them, as it is. */
  async document(id: string, name: string, options?: RequestOptions): Promise<string> {
    return this.#http.text({ method: 'GET', path: `${pathOf(id)}/documents/${segment('a document', name)}` }, options);
  }

  /**
   * Waits for its end, whatever that is: look at `status`. Where the WebSocket is open, its event says so at once;
   * otherwise it is asked every `pollInterval`.
   *
   * @throws WaitTimeoutError after `timeout`; the evaluation goes on.
   */
  async waitForCompletion(id: string, options: WaitOptions = {}): Promise<Resource<Evaluation>> {
    const { timeout = 600_000, pollInterval = 2000, signal } = options;
    let status: EvaluationStatus | undefined;
    const words = () => `evaluation ${id} has not ended within ${timeout} ms: it is ${status ?? 'not looked at yet'}`;
    const limited = limit([signal, this.#http.closed], timeout, () => new WaitTimeoutError(words(), id, status));
    const watch = this.#events.watch(id);
    try {
      for (;;) {
        const found = await this.get(id, { signal: limited.signal });
        if (isEnd(found.status)) return found;
        status = found.status;
        await watch.pause(pollInterval, limited.signal);
      }
    } finally {
      watch.end();
      limited.end();
    }
  }
}

function pathOf(id: string): string {
  return `/evaluations/${segment('an evaluation', id)}`;
}

function isEnd(status: EvaluationStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function queryOf({ tags, dateFrom, dateTo, ...rest }: EvaluationFilter): Query {
  return {
    ...rest,
    tags: typeof tags === 'string' ? tags : tags?.join(','),
    dateFrom: timeOf(dateFrom),
    dateTo: timeOf(dateTo),
  };
}

function timeOf(time: string | Date | undefined): string | undefined {
  return time instanceof Date ? time.toISOString() : time;
}
