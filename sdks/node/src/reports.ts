// Reports of evaluations: made, listed, downloaded.

import { segment } from './http.js';
import type { Http } from './http.js';
import type { RequestOptions } from './settings.js';
import type { Report, ReportList, ReportRequest, Resource } from './types.js';

export class Reports {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Makes a report of an evaluation that was completed. */
  async create(evaluationId: string, request: ReportRequest = {}, options?: RequestOptions): Promise<Resource<Report>> {
    const path = `/evaluations/${segment('an evaluation', evaluationId)}/reports`;
    return this.#http.json({ method: 'POST', path, body: request }, options);
  }

  /** The newest 200 that have not expired. */
  list(options?: RequestOptions): Promise<Resource<ReportList>> {
    return this.#http.json({ method: 'GET', path: '/reports' }, options);
  }

  /** What is known of a report that has not expired. */
  async get(reportId: string, options?: RequestOptions): Promise<Resource<Report>> {
    return this.#http.json({ method: 'GET', path: `/reports/${segment('a report', reportId)}` }, options);
  }

  /** Its text: every format is one. */
  async download(report: string | Pick<Report, 'reportId'>, options?: RequestOptions): Promise<string> {
    const id = typeof report === 'object' ? report.reportId : report;
    return this.#http.text({ method: 'GET', path: `/reports/${segment('a report', id)}/download` }, options);
  }
}
