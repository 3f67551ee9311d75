// Reports of evaluations: made, listed, downloaded.

import { apiError } from './api-errors.js';
import { segment } from './http.js';
import type { Http } from './http.js';
import { resource } from './resource.js';
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

  /**
   * What is known of a report. The service has no route for that, so it is looked for among the newest.
   *
   * @throws NotFoundError where it is not among them.
   */
  async get(reportId: string, options?: RequestOptions): Promise<Resource<Report>> {
    const list = await this.list(options);
    const found = list.reports.find((report) => report.reportId === reportId);
    if (found) return resource(found, list.meta);
    const message = `There is no report \`${reportId}\` among the newest ${list.reports.length}`;
    throw apiError('RESOURCE_NOT_FOUND', message, { details: { value: reportId } });
  }

  /** Its text: every format is one. */
  async download(report: string | Pick<Report, 'reportId'>, options?: RequestOptions): Promise<string> {
    const id = typeof report === 'object' ? report.reportId : report;
    return this.#http.text({ method: 'GET', path: `/reports/${segment('a report', id)}/download` }, options);
  }
}
