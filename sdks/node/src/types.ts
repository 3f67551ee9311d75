// What is sent and what comes, by short names: made of the generated types.

import type { components, operations } from './generated/openapi.js';

type Schemas = components['schemas'];

/** What came, as it is; once more as `data`, for code that expects the envelope. `meta` is there for answers over HTTP. Neither is enumerable. */
export type Resource<T> = T & { readonly data: T; readonly meta: Meta | undefined };

/** What is known of a request: its id, the API's version, how far the caller is from a limit. */
export type Meta = Schemas['Meta'];

export type EvaluationStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
export type EvaluationRequest = Schemas['EvaluationRequest'];
export type EvaluationOptions = NonNullable<EvaluationRequest['options']>;
export type ServerBlock = NonNullable<EvaluationRequest['server']>;
export type AcceptedEvaluation = Schemas['Accepted'];
export type Evaluation = Omit<Schemas['EvaluationView'], 'status'> & { status: EvaluationStatus };
export type ListedEvaluation = Omit<Schemas['ListedEvaluation'], 'status'> & { status: EvaluationStatus };
export type EvaluationPage = Omit<Schemas['EvaluationList'], 'evaluations'> & { evaluations: ListedEvaluation[] };
export type CancelledEvaluation = Schemas['Cancelled'];
export type DocumentList = Schemas['DocumentList'];

type ListQuery = NonNullable<operations['listEvaluations']['parameters']['query']>;

/** Which evaluations are listed. Tags may be a list, times may be a `Date`. */
export type EvaluationFilter = Omit<ListQuery, 'tags' | 'dateFrom' | 'dateTo'> & {
  tags?: string | readonly string[] | undefined;
  dateFrom?: string | Date | undefined;
  dateTo?: string | Date | undefined;
};

export type ReportRequest = Schemas['ReportRequest'];
export type Report = Schemas['ReportView'];
export type ReportList = Schemas['ReportList'];

export type ToolTestRequest = Schemas['ToolTestRequest'];
export type ToolListRequest = Schemas['ToolListRequest'];

/** What a call of a tool came to. The OpenAPI document leaves these members open. */
export type ToolTest = Omit<Schemas['ToolTestView'], 'status' | 'executionTime' | 'result' | 'validation'> & {
  status: 'passed' | 'failed';
  /** In milliseconds. */
  executionTime: number;
  result: { success: boolean; data: unknown };
  validation: { responseTime: string; errorHandling: string; dataFormat: string };
};

/** A tool as its server lists it. */
export interface Tool {
  name: string;
  description?: string;
  inputSchema?: unknown;
  [member: string]: unknown;
}
export type ToolList = Omit<Schemas['ToolListView'], 'tools'> & { tools: Tool[] };

export type ConfigUpdate = Schemas['ConfigUpdate'];
export type ConfigUpdated = Schemas['ConfigUpdated'];
type Settings = Required<ConfigUpdate>;
/** What the service can do, and its settings. The OpenAPI document leaves the last two open. */
export type Config = Omit<Schemas['ConfigView'], 'limits' | 'observability'> & {
  limits: Required<Settings['limits']>;
  observability: Settings['observability'];
};

export type Health = Schemas['Health'];
export type Metrics = Schemas['MetricsView'];

export type WebhookRequest = Schemas['WebhookRequest'];
export type Webhook = Schemas['WebhookView'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
export type WebhookList = Schemas['WebhookList'];

export type KeyRequest = Schemas['KeyRequest'];
export type Key = Schemas['KeyView'];
export type CreatedKey = Schemas['CreatedKey'];
export type KeyList = Schemas['KeyList'];

export type Deleted = Schemas['Deleted'];
