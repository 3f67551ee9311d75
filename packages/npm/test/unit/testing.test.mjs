// Matchers, what outputs are read as, conversations of traces, and cases of `describeEval`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evaluateCase, inLines } from '../../dist/testing/evaluate-case.js';
import { expectError, expectLatency, expectToolCall, expectToolCalls, expectWorkflowSuccess } from '../../dist/testing/expectations.js';
import * as matchers from '../../dist/testing/matchers.js';
import { callsOf, errorOf, keepFacts, latencyOf, textOf } from '../../dist/testing/output.js';
import { ContentScorer, WorkflowScorer } from '../../dist/testing/scorers/index.js';
import { conversationOf } from '../../dist/testing/server/conversation.js';

const answer = (text, more = {}) => ({
  content: [
    { type: 'text', text },
    { type: 'image', data: '' },
  ],
  ...more,
});

test('a scorer that decides fails a case by its 0, whatever the others say', async () => {
  const scorer = (name, score, isDecisive) => ({ name, score: () => score, isDecisive });
  const judge = (decisive) => {
    const scorers = [scorer('a', 1), scorer('b', 1), scorer('c', 1), scorer('d', 1), decisive];
    const config = { name: 'x', task: async () => '18', scorers, threshold: 0.5 };
    return evaluateCase(config, { testCase: { input: 0 } }).then((result) => [result.passed, inLines('x', config, result)]);
  };
  assert.equal((await judge(scorer('Other', 0, false)))[0], true);
  assert.equal((await judge(scorer('Deciding', 0.01, true)))[0], true);
  const [passed, lines] = await judge(scorer('Deciding', 0, true));
  assert.equal(passed, false);
  assert.match(lines, /actual {4}a score of 80 %, and 0 % by Deciding, which decides/);
  const parts = [new ContentScorer(), new WorkflowScorer()];
  assert.deepEqual(parts.map(({ isDecisive }) => isDecisive), [true, true]);
});

test('outputs of every shape are read', () => {
  const texts = [
    ['a', 'a'],
    [7, '7'],
    [answer('x'), 'x'],
    [{ result: answer('y') }, 'y'],
    [new Error('e'), 'e'],
    [{ z: 1 }, '{"z":1}'],
    [
      {
        messages: [
          { role: 'user', content: 'u' },
          { role: 'assistant', content: 'v' },
        ],
      },
      'v',
    ],
  ];
  for (const [output, text] of texts) assert.equal(textOf(output), text);
  assert.deepEqual(
    [callsOf({ toolCalls: ['a', { name: 'b' }, { toolName: 'c' }] }), callsOf({}), callsOf('x')],
    [['a', 'b', 'c'], undefined, undefined],
  );
  assert.deepEqual(
    [latencyOf({ latency: 3 }), latencyOf({ executionTime: 4 }), latencyOf({ latency: 'x' }), latencyOf(null)],
    [3, 4, undefined, undefined],
  );
  const errors = [
    [new Error('e'), 'e'],
    [answer('broke', { isError: true }), 'broke'],
    [{ error: 'f' }, 'f'],
    [{ error: { message: 'g' } }, 'g'],
    [answer('fine'), undefined],
  ];
  for (const [output, error] of errors) assert.equal(errorOf(output), error);
});

test('what is known of a call stands beside the answer', () => {
  const result = answer('8');
  keepFacts(result, { call: { name: 'add', args: {} }, latencyMs: 5 });
  assert.deepEqual([callsOf(result), latencyOf(result), Object.keys(result)], [['add'], 5, ['content']]);
});

test('every matcher passes and fails, and says why', () => {
  const calls = { toolCalls: ['a', 'b'], latency: 10 };
  const check = (name, good, bad, expected, actual) => {
    assert.equal(matchers[name](...good).pass, true, name);
    const failed = matchers[name](...bad);
    assert.equal(failed.pass, false, name);
    assert.equal(failed.message(), `expected  ${expected}\nactual    ${actual}`);
  };
  check('toCallTool', [calls, 'a'], [calls, 'c'], 'a call of c', 'calls: a, b');
  check(
    'toCallTool',
    [calls, 'a'],
    ['text', 'c'],
    'a call of c',
    'nothing that tells of calls: neither an answer of `callTool` nor `toolCalls`',
  );
  check('toCallTools', [calls, ['b', 'a']], [calls, ['a', 'c']], 'calls of a, c', 'calls: a, b');
  check('toHaveToolCallOrder', [calls, ['a', 'b']], [calls, ['b', 'a']], 'calls in this order: b, a', 'calls: a, b');
  check('toHaveLatencyBelow', [calls, 11], [calls, 10], 'less than 10 ms', '10 ms');
  check('toHaveLatencyBelow', [calls, 11], ['text', 10], 'less than 10 ms', 'no time is known');
  check(
    'toHaveSuccessfulWorkflow',
    [{ success: true }],
    [{ success: false, messages: [1], details: 'FAIL  w' }],
    'a workflow that succeeded',
    'success: false, 1 messages\nFAIL  w',
  );
  check('toContainKeywords', ['A b', ['a', 'B']], ['A b', ['a', 'c']], 'text with a, c', 'without c: "A b"');
  check('toMatchPattern', ['x1', /\d/g], ['x', /\d/], 'text that matches /\\d/', '"x"');
  check('toBeMcpError', [new Error('Division by zero'), 'division'], [answer('8'), 'x'], 'an error that contains "x"', 'no error: "8"');
  assert.match(matchers.toCallTool(calls, 'a').message(), /^expected {2}not: a call of a/);
});

test('expectations throw what the matchers say', async () => {
  const calls = { toolCalls: ['a'], latency: 10, success: true };
  await Promise.all([
    expectToolCall(calls, 'a'),
    expectToolCalls(calls, ['a']),
    expectLatency(calls, 11),
    expectWorkflowSuccess(calls),
    expectError(new Error('x')),
  ]);
  for (const failing of [
    expectToolCall(calls, 'b'),
    expectToolCalls(calls, ['b']),
    expectLatency(calls, 9),
    expectWorkflowSuccess({}),
    expectError(calls),
  ]) {
    await assert.rejects(failing, { name: 'AssertionError', message: /^expected {2}/ });
  }
});

test('a conversation is read from a trace', () => {
  const reply = (step, reply) =>
    JSON.stringify({ type: 'frame', frame: { direction: 'received', channel: 'llm', text: JSON.stringify({ step, reply }) } });
  const wire = JSON.stringify({ type: 'frame', frame: { direction: 'received', channel: 'wire', text: '{}' } });
  const trace = [
    '{"type":"header"}',
    reply(0, { text: '', calls: [{ tool: 'add', args: { a: 1 } }] }),
    wire,
    reply(0, { text: 'Three.' }),
    reply(1, { text: 'Bye.' }),
    '',
  ].join('\n');
  assert.deepEqual(conversationOf(trace, ['Add', 'Thanks']), {
    messages: [
      { role: 'user', content: 'Add' },
      { role: 'assistant', content: 'Three.' },
      { role: 'user', content: 'Thanks' },
      { role: 'assistant', content: 'Bye.' },
    ],
    toolCalls: [{ name: 'add', args: { a: 1 } }],
  });
});

const scorer = (score, name = 'Scorer') => ({ name, score: () => score, explain: () => 'so it is' });
const config = (more) => ({ name: 'Suite', server: {}, data: [], task: async (input) => input, scorers: [scorer(1)], ...more });
const evaluated = (more) => evaluateCase(config(more), { testCase: { input: 'in', expected: 'out' } });

test('a case passes when the mean of its scores does', async () => {
  const result = await evaluated({ scorers: [scorer(1), scorer(0.6)] });
  assert.deepEqual([result.passed, result.overallScore, result.output], [true, 0.8, 'in']);
  assert.equal((await evaluated({ scorers: [scorer(1), scorer(0.59)] })).passed, false);
  assert.equal((await evaluated({ scorers: [scorer(0.7), scorer(0.1), scorer(0.1)], threshold: 0.3 })).passed, true);
});

test('what is thrown fails a case, and is no score', async () => {
  const task = await evaluated({ task: () => Promise.reject(new Error('no server')) });
  assert.deepEqual([task.passed, task.overallScore, task.error.message], [false, 0, 'no server']);
  for (const score of [NaN, 1.5, -1, undefined])
    assert.match((await evaluated({ scorers: [scorer(1), scorer(score)] })).error.message, /a score is a number from 0 to 1/);
});

test('a failing case is told in lines', async () => {
  const given = config({ scorers: [scorer(0.5, 'First'), scorer(1, 'Second')] });
  const lines = inLines('Suite/case', given, await evaluateCase(given, { testCase: {} })).split('\n');
  assert.match(lines[0], /^FAIL {2}Suite\/case {2}\d+\.\d ms$/);
  assert.deepEqual(lines.slice(1), [
    '  expected  a score of at least 80 %',
    '  actual    a score of 75 %',
    '  First  50 %: so it is',
    '  Second  100 %: so it is',
  ]);
});
