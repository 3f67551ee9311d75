// Which listed cases a run has: what its options ask for, as the program reads them.

import type { EvaluateOptions } from '../options.js';
import type { SuiteKind } from '../report/report.js';

/** A case, as `mcpvals list --json` says it. */
export interface ListedCase {
  id: string;
  title: string;
  tags: string[];
  skip: string | null;
}

export interface ListedSuite {
  name: string;
  kind: SuiteKind;
  cases: ListedCase[];
}

/** Which option asks for which suites only. */
const ONLY: Readonly<Record<string, SuiteKind>> = {
  toolHealthOnly: 'toolHealth',
  resourcesOnly: 'resource',
  promptsOnly: 'prompt',
  completionsOnly: 'completion',
  samplingOnly: 'sampling',
  elicitationOnly: 'elicitation',
  rootsOnly: 'roots',
  utilitiesOnly: 'utility',
  oauth2Only: 'oauth',
  workflowsOnly: 'workflow',
};

/** The suites of the kinds that are asked for. */
export function ofKinds(suites: readonly ListedSuite[], options: EvaluateOptions): ListedSuite[] {
  const kinds = Object.entries(ONLY)
    .filter(([name]) => options[name as keyof EvaluateOptions] === true)
    .map(([, kind]) => kind);
  return suites.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
}

/** May the options leave this case out? Where they do not, it has to be in the report. */
export type MayLack = (suite: ListedSuite, one: ListedCase) => boolean;

/** @param all the suites of every kind: whether a filter is a whole id is told by all ids. */
export function selection(all: readonly ListedSuite[], { filter = [], tag = [], model }: EvaluateOptions): MayLack {
  const ids = all.flatMap(({ cases }) => cases.map(({ id }) => id));
  const filters = [filter].flat().map((text) => taker(text, ids));
  const tags = [tag].flat();
  const isAsked = ({ id, tags: own }: ListedCase): boolean =>
    (filters.length === 0 || filters.some((takes) => takes(id))) && (tags.length === 0 || own.some((each) => tags.includes(each)));
  // Of the models that a workflow is played with, the list does not tell.
  return ({ kind }, one) => !isAsked(one) || (model !== undefined && kind === 'workflow');
}

/** One filter: a whole id, a glob, or a part of an id. */
function taker(text: string, ids: readonly string[]): (id: string) => boolean {
  if (ids.includes(text)) return (id) => id === text;
  if (/[*?]/.test(text)) {
    const glob = globOf(text);
    return (id) => glob.test(id);
  }
  const part = text.toLowerCase();
  return (id) => id.toLowerCase().includes(part);
}

/** `*` is any text, `?` any character. */
function globOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'isu');
}
