// The arithmetic of docs/testing.md, number by number.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CannotScoreError, ContentScorer, LatencyScorer, ToolCallScorer, WorkflowScorer } from '../../dist/testing/scorers/index.js';

const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual} is not ${expected}`);
const PASSES = 0.8;

test('ToolCallScorer: 70, 20 and 10 of what is asked', () => {
  const check = (options, calls, expected) =>
    near(new ToolCallScorer(options).score({ toolCalls: calls }, { tools: ['a', 'b'] }), expected, JSON.stringify([options, calls]));
  check({}, ['a', 'b'], 1);
  check({}, ['b', 'x', 'a'], 1);
  check({}, ['a'], 1 / 2);
  check({}, ['x'], 0);
  check({}, [], 0);
  check({ expectedOrder: true }, ['a', 'x', 'b'], 1);
  check({ expectedOrder: true }, ['b', 'a'], 0.7 / 0.9);
  check({ expectedOrder: true }, ['a'], 0.35 / 0.9);
  check({ allowExtraTools: false }, ['a', 'b', 'b'], 0.7 / 0.8);
  check({ allowExtraTools: false }, ['x'], 0);
  check({ expectedOrder: true, allowExtraTools: false }, ['a', 'b'], 1);
  check({ expectedOrder: true, allowExtraTools: false }, ['a', 'b', 'x'], 0.9);
  check({ expectedOrder: true, allowExtraTools: false }, ['b', 'a'], 0.7);
  check({ expectedTools: ['a', 'a'] }, ['a'], 1 / 2);
  check({ expectedTools: [] }, [], 1);
  check({ expectedTools: [] }, ['a'], 0);
});

test('ToolCallScorer: what is not known is no score', () => {
  assert.throws(() => new ToolCallScorer().score({ toolCalls: ['a'] }, { result: 1 }), CannotScoreError);
  assert.throws(() => new ToolCallScorer({ expectedTools: ['a'] }).score({ result: 1 }, undefined), /finds no calls in the output/);
  assert.throws(() => new ToolCallScorer({ expectedTools: ['a'] }).score({ toolCalls: [{}] }, undefined), TypeError);
});

test('LatencyScorer: 1, a line, 0.1', () => {
  const at = (latency, options = { maxLatencyMs: 1000 }) => new LatencyScorer(options).score({ latency });
  for (const [latency, expected] of [
    [0, 1],
    [500, 1],
    [750, 0.55],
    [1000, 0.1],
    [1001, 0.1],
    [1e9, 0.1],
  ])
    near(at(latency), expected, `${latency} ms`);
  near(at(900, { maxLatencyMs: 1000, penaltyThreshold: 1000 }), 1, 'no line');
  near(at(1500, { maxLatencyMs: 1000, penaltyThreshold: 2000 }), 0.1, 'a threshold above the maximum');
  near(new LatencyScorer({ maxLatencyMs: 10 }).score({ executionTime: 2 }), 1, 'executionTime');
  assert.throws(() => new LatencyScorer({ maxLatencyMs: 10 }).score({ result: 1 }), CannotScoreError);
  assert.throws(() => new LatencyScorer({ maxLatencyMs: 0 }), RangeError);
});

test('WorkflowScorer: 60 and 40 of what is asked', () => {
  const good = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'Done' },
  ];
  const check = (options, output, expected) => near(new WorkflowScorer(options).score(output), expected, JSON.stringify([options, output]));
  check({}, { success: true, messages: good }, 1);
  check({ minMessages: 3 }, { success: true, messages: good }, 0.6);
  check({}, { success: true, messages: [{ role: 'user' }] }, 0.6);
  check({}, { success: true }, 0.6);
  check({}, { success: false, messages: good, toolCalls: [] }, 0);
  check({ requireSuccess: false }, { success: false, messages: good }, 1);
  check({ checkMessages: false }, { success: true }, 1);
  assert.throws(() => new WorkflowScorer().score({ messages: good }), CannotScoreError);
  assert.throws(() => new WorkflowScorer({ requireSuccess: false, checkMessages: false }), TypeError);
});

test('ContentScorer: 40, 40 and 20 of what is asked, less 20', () => {
  const check = (options, output, expected, score) =>
    near(new ContentScorer(options).score(output, expected), score, JSON.stringify([options, output, expected]));
  check({ patterns: [/\d/, /x/] }, '8', undefined, 1 / 2);
  check({ requiredKeywords: ['Sum', 'mean'] }, 'the sum', undefined, 1 / 2);
  check({ requiredKeywords: ['Sum'], caseSensitive: true }, 'the sum', undefined, 0);
  check({ patterns: [/\d/], requiredKeywords: ['sum'] }, 'sum: 8', { result: '8' }, 1);
  check({ patterns: [/x/], requiredKeywords: ['sum'] }, 'sum: 8', { result: '8' }, 0.6);
  check({ forbiddenKeywords: ['error'] }, 'fine', undefined, 1);
  check({ patterns: [/\d/], requiredKeywords: ['sum'] }, 'sum: 9', { result: '8' }, 0);
  check({ patterns: [/\d/, /x/], requiredKeywords: ['sum', 'of'] }, 'sum of 8', undefined, 0.75);
  check({ forbiddenKeywords: ['error'] }, 'an Error', undefined, 0.5);
  check({ patterns: [/x/, /e/], forbiddenKeywords: ['error'] }, 'an error', undefined, 0.3);
  check({}, { content: [{ type: 'text', text: '{"a": [1]}' }] }, { result: { a: [1] } }, 1);
  check({ exactMatch: true }, ' 8 ', '8', 1);
  check({ exactMatch: true }, '8!', '8', 0);
  check({ exactMatch: true }, { result: 8 }, { result: 8 }, 1);
  assert.throws(() => new ContentScorer().score('x', { tools: [] }), CannotScoreError);
  assert.throws(() => new ContentScorer({ exactMatch: true }).score('x', undefined), CannotScoreError);
});

test('ContentScorer: the expected result stands for itself', () => {
  const says = (output, result) => new ContentScorer().score(output, { result }) === 1;
  for (const [output, result] of [
    ['8', 8],
    ['It is 8.', '8'],
    ['(8)', 8],
    ['8, or so', 8],
    ['HELLO  world', 'hello world'],
    [{ result: [1, 2] }, [1, 2]],
  ])
    assert.ok(says(output, result), JSON.stringify([output, result]));
  for (const [output, result] of [
    ['18', 8],
    ['8.5', 8],
    ['-8', 8],
    ['80', '8'],
    ['8th', 8],
    ['2,8', 8],
    ['', '8'],
    [{ result: [2, 1] }, [1, 2]],
  ])
    assert.ok(!says(output, result), JSON.stringify([output, result]));
});

test('a wrong answer does not pass, whatever else is right about it', () => {
  const content = new ContentScorer({ patterns: [/\d+/, /answer/], requiredKeywords: ['the', 'answer', 'is'] });
  for (const wrong of ['the answer is 9', 'the answer is 18', 'the answer is 8.5', 'the answer is -8']) {
    assert.equal(content.score(wrong, { result: 'the answer is 8' }), 0, wrong);
  }
  const tools = new ToolCallScorer({ expectedOrder: true, allowExtraTools: false });
  for (const wrong of [['b', 'a'], ['a'], ['a', 'x'], []])
    assert.ok(tools.score({ toolCalls: wrong }, { tools: ['a', 'b'] }) < PASSES, wrong.join());
  assert.ok(new WorkflowScorer().score({ success: false, messages: [{ role: 'user', content: '' }], toolCalls: [] }) < PASSES);
  assert.ok(new LatencyScorer({ maxLatencyMs: 100 }).score({ latency: 101 }) < PASSES);
});

test('explanations say what was asked and what came', () => {
  assert.equal(
    new ToolCallScorer({ expectedOrder: true }).explain({ toolCalls: ['b', 'a'] }, { tools: ['a', 'b'] }),
    'expected a, b, called b, a: expected tools 100 %, order 0 %',
  );
  assert.equal(new LatencyScorer({ maxLatencyMs: 100 }).explain({ latency: 99.6 }), '100 ms of at most 100 ms');
  assert.equal(
    new ContentScorer({ patterns: [/x/] }).explain('9', { result: 8 }),
    'expected 8, got "9"; patterns 0 %, expected result 0 %',
  );
  assert.equal(new ContentScorer({ forbiddenKeywords: ['no'] }).explain('no', undefined), 'forbidden: no');
  assert.equal(new WorkflowScorer().explain({ success: true }), 'success 100 %, messages 0 %');
});
