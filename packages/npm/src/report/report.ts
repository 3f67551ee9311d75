// What `evaluate` returns: the shape that users of the npm package 0.4.0 know, with the whole report beside it.

import type { components } from '../generated/report.js';

type Schemas = components['schemas'];

/** The whole report, as `mcpvals eval -r json` writes it. */
export type Report = Schemas['Report'];
export type SuiteReport = Schemas['SuiteReport'];
export type CaseResult = Schemas['CaseResult'];
export type Metric = Schemas['Metric'];
export type Mismatch = Schemas['Mismatch'];
export type Fault = Schemas['Fault'];
export type Violation = Schemas['Violation'];
export type SuiteKind = Schemas['SuiteKind'];

/** A case. */
export interface ToolTestResult {
  testName: string;
  /** The tool that it calls; of a test that calls none, its name. */
  toolName: string;
  passed: boolean;
  /** 0 to 1: the mean of the metrics about which something was asserted; 1 or 0 where nothing was. */
  score: number;
  /** Milliseconds, the mean of the tested calls; 0 where none was answered. */
  latency: number;
  /** What the console shows of it where it did not pass; else how it ended. */
  details: string;
  /** The first mismatch or the fault, in one line. */
  error?: string;
  /** Attempts after the first. */
  retryCount: number;
  /** The case as it stands in the whole report. */
  metadata: { case: CaseResult };
}

/** A suite of tests of tools; those of other kinds have the same shape. */
export interface ToolHealthResult {
  suiteName: string;
  results: ToolTestResult[];
  /** Passed cases of those that ran, 0 to 1. */
  overallScore: number;
  passed: boolean;
  totalTests: number;
  passedTests: number;
  /** Failed and errored. */
  failedTests: number;
  /** Milliseconds. */
  averageLatency: number;
}

/** A metric of a workflow about which something was asserted. */
export interface EvaluationResult {
  metric: string;
  passed: boolean;
  /** 0 to 1. */
  score: number;
  details: string;
}

/** A workflow. */
export interface WorkflowEvaluation {
  workflowName: string;
  results: EvaluationResult[];
  /** The mean of its metrics. */
  overallScore: number;
  passed: boolean;
}

/** What came of a run. */
export interface EvaluationReport {
  /** Did every case that ran pass, and did at least one run? With options that fail a run (`strictProtocol`): did it pass? */
  passed: boolean;
  /** When it began. */
  timestamp: Date;
  /** Of `workflows`. */
  evaluations: WorkflowEvaluation[];
  /** Of `toolHealthSuites`. */
  toolHealthResults: ToolHealthResult[];
  /** Of `resourceSuites`, and so on. */
  resourceResults: ToolHealthResult[];
  promptResults: ToolHealthResult[];
  completionResults: ToolHealthResult[];
  samplingResults: ToolHealthResult[];
  elicitationResults: ToolHealthResult[];
  rootsResults: ToolHealthResult[];
  utilityResults: ToolHealthResult[];
  oauth2Results: ToolHealthResult[];
  /** The whole report: sessions, suites, cases, mismatches, violations, coverage. */
  report: Report;
}
