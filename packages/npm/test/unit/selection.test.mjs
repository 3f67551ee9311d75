// Which listed cases may be missing from a report: those that the options leave out, and no others.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ofKinds, selection } from '../../dist/testing/selection.js';

const one = (id, tags = []) => ({ id, title: id, tags, skip: null });
const tools = { name: 'A', kind: 'toolHealth', cases: [one('A/add', ['fast']), one('A/add twice'), one('A/x*y')] };
const workflows = { name: 'W', kind: 'workflow', cases: [one('W/go')] };
const all = [tools, workflows];

/** The ids that may not be missing. */
const needed = (options) => {
  const mayLack = selection(all, options);
  return all.flatMap((suite) => suite.cases.filter((each) => !mayLack(suite, each)).map(({ id }) => id));
};

test('without options every case is needed', () => assert.deepEqual(needed({}), ['A/add', 'A/add twice', 'A/x*y', 'W/go']));

test('a filter is a whole id, a glob, or a part of an id', () => {
  assert.deepEqual(needed({ filter: 'A/add' }), ['A/add']);
  assert.deepEqual(needed({ filter: 'a/ADD' }), ['A/add', 'A/add twice']);
  assert.deepEqual(needed({ filter: 'a/ad?' }), ['A/add']);
  assert.deepEqual(needed({ filter: '*/g*' }), ['W/go']);
  assert.deepEqual(needed({ filter: 'A/x*y' }), ['A/x*y']);
  assert.deepEqual(needed({ filter: ['twice', 'go'] }), ['A/add twice', 'W/go']);
});

test('of tags one is enough, and a model says which workflows are played', () => {
  assert.deepEqual(needed({ tag: ['slow', 'fast'] }), ['A/add']);
  assert.deepEqual(needed({ filter: 'twice', tag: 'fast' }), []);
  assert.deepEqual(needed({ model: 'm' }), ['A/add', 'A/add twice', 'A/x*y']);
});

test('kinds add up', () => {
  const kinds = (options) => ofKinds(all, options).map(({ kind }) => kind);
  assert.deepEqual(kinds({}), ['toolHealth', 'workflow']);
  assert.deepEqual(kinds({ workflowsOnly: true, toolHealthOnly: false }), ['workflow']);
  assert.deepEqual(kinds({ workflowsOnly: true, toolHealthOnly: true }), ['toolHealth', 'workflow']);
});
