// A workflow that a test plays: mcpvals plays it, with a process of the server of its own.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { evaluateIn } from '../../evaluate.js';
import type { Config, Workflow, WorkflowStep } from '../../generated/config.js';
import type { CaseResult, EvaluationReport } from '../../report/report.js';
import { blockOf } from '../../report/texts.js';
import { inScratch } from '../../run/scratch.js';
import type { MCPWorkflowResult } from '../types.js';
import { conversationOf } from './conversation.js';
import { serversOf, type ServerSource } from './given.js';

export interface WorkflowOptions {
  /** The model: a name of `config.models`, or `provider/model`. */
  model?: string | undefined;
  /** What the workflow has beside its steps: `expectTools`, `maxSteps`, `system` … */
  workflow?: Partial<Workflow> | undefined;
  /** What the config has beside servers and workflow: `models`, `budget`, `secrets` … */
  config?: Partial<Config> | undefined;
  signal?: AbortSignal | undefined;
}

const NAME = 'workflow';
/** Traces of sessions; the others are those of suites. */
const OF_SESSION = /^session-/;

/** @throws Error with what the console shows, where no model could be asked: nothing is known of the server then. */
export async function playWorkflow(
  given: ServerSource,
  server: string | undefined,
  steps: WorkflowStep[],
  options: WorkflowOptions,
): Promise<MCPWorkflowResult> {
  if (typeof given === 'string')
    throw new TypeError(`a workflow cannot be put into ${given}: give setupMCPServer the server, or the config itself`);
  return inScratch(async (scratch) => {
    const trace = join(scratch.folder, 'trace');
    const workflow: Workflow = { name: NAME, server, ...options.workflow, steps };
    const config: Config = { ...serversOf(given), ...options.config, workflows: [workflow] };
    const report = await evaluateIn(scratch, config, {
      reporter: 'none',
      workflowsOnly: true,
      trace,
      model: options.model,
      signal: options.signal,
    });
    const played = theCase(report);
    const details = blockOf(report, played.id);
    if (played.verdict === 'errored' && played.fault?.kind !== 'unfinished') throw new Error(details);
    const conversation = conversationOf(
      await traceOf(trace),
      steps.map(({ user }) => user),
    );
    return {
      success: played.verdict === 'passed',
      ...conversation,
      result: conversation.messages.filter(({ role }) => role === 'assistant').pop()?.content,
      executionTime: played.durationMs,
      ...(details === undefined ? {} : { details }),
    };
  });
}

function theCase({ report }: EvaluationReport): CaseResult {
  const [played] = report.suites.flatMap(({ cases }) => cases);
  if (played === undefined) throw new Error('the report has no workflow');
  return played;
}

async function traceOf(folder: string): Promise<string> {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl') && !OF_SESSION.test(file));
  return name === undefined ? '' : readFile(join(folder, name), 'utf8');
}
