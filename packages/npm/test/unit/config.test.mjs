// Config objects as JSON, options as words, and what the program's texts are read as.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { failureOf, McpvalsError } from '../../dist/errors.js';
import { wordsOf } from '../../dist/options.js';
import { blocksOf } from '../../dist/report/texts.js';
import { LastWords } from '../../dist/run/last-words.js';
import { plainConfig } from '../../dist/run/plain.js';

test('regular expressions are as a file in JSON has them', () => {
  const given = {
    workflows: [{ expectedState: /done/gi, steps: [{ desiredState: /a.b/su }] }],
    expect: { matches: [/^x/m, 'y'], not: { matches: /z/ } },
  };
  assert.deepEqual(plainConfig(given), {
    workflows: [{ expectedState: { matches: '(?i)done' }, steps: [{ desiredState: { matches: '(?s)a.b' } }] }],
    expect: { matches: ['(?m)^x', 'y'], not: { matches: 'z' } },
  });
});

test('a regular expression elsewhere is an error, also in arguments', () => {
  assert.throws(
    () => plainConfig({ expectedResult: /x/ }),
    /^ConfigValueError: config\/expectedResult: a regular expression cannot stand here/,
  );
  assert.throws(() => plainConfig({ args: { matches: /x/ } }), /config\/args\/matches/);
});

test('what JSON has not is told with its place', () => {
  const check = (value, words) =>
    assert.throws(
      () => plainConfig({ 'a/b': [value] }),
      (error) => error.pointer === '/a~1b/0' && error.message.includes(words),
      words,
    );
  check(() => 1, 'a function cannot be handed to the program');
  check(1n, 'a bigint cannot stand here');
  check(Symbol('s'), 'a symbol cannot stand here');
  check(NaN, 'NaN cannot stand here: it is no finite number');
  check(new Map(), 'a Map cannot stand here');
  check(Promise.resolve(), 'a Promise cannot stand here');
});

test('plain values stay; what is undefined is left out', () => {
  const shared = { a: 1 };
  assert.equal(
    JSON.stringify(plainConfig({ x: shared, y: shared, z: undefined, list: [undefined, null, 'é'], at: new Date(0) })),
    '{"x":{"a":1},"y":{"a":1},"list":[null,null,"é"],"at":"1970-01-01T00:00:00.000Z"}',
  );
});

test('options are words; none is without effect', () => {
  const words = wordsOf({
    debug: true,
    llmJudge: false,
    model: '-x',
    filter: ['a', 'b c'],
    tag: 't',
    timeout: 5,
    toolHealthOnly: true,
    workflowsOnly: undefined,
    cwd: '/',
  });
  assert.deepEqual(words, ['--debug', '--model=-x', '--filter=a', '--filter=b c', '--tag=t', '--timeout=5', '--tool-health-only']);
  assert.throws(() => wordsOf({ reporters: 'json' }), /evaluate has no option `reporters`; it has debug, /);
  assert.throws(() => wordsOf({ llmJudge: 'yes' }), /the option `llmJudge` is true or false, and no string/);
});

test('failures are told from other lines', () => {
  assert.equal(failureOf('3 cases: 1 passed'), undefined);
  assert.equal(failureOf('{"error": broken'), undefined);
  const detail = { file: 'f', line: 1, column: 2, pointer: '/a', message: 'wrong', nearest: null, frame: 'error: wrong\n --> f:1:2' };
  const error = new McpvalsError(
    failureOf(JSON.stringify({ error: 'usage', exit: 2, message: 'the config has a mistake', details: [detail] })),
  );
  assert.deepEqual([error.code, error.exitCode, error.mistakes.length], ['usage', 2, 1]);
  assert.equal(error.message, 'error: wrong\n --> f:1:2\n\nthe config has a mistake');
  const placeless = { error: 'usage', exit: 2, message: 'a mistake', details: [{ ...detail, line: 0, column: 0, frame: null }] };
  assert.equal(new McpvalsError(placeless).message, 'f: wrong\n\na mistake');
  const secret = { ...detail, file: '<stdin>', nearest: 'b', frame: 'error: wrong\n1 | {"key": "hunter2"}' };
  const ofObject = new McpvalsError({ error: 'usage', exit: 2, message: 'a mistake', details: [secret] });
  assert.deepEqual([ofObject.message, ofObject.mistakes[0].frame], ['config/a: wrong; did you mean `b`?\n\na mistake', null]);
});

test('a failure that the program does not tell has its last lines', () => {
  const told = [];
  const check = (code, lines, failure) => {
    const words = new LastWords((line) => told.push(line));
    lines.forEach((line) => words.hear(line));
    assert.deepEqual(words.failure(code), failure);
  };
  const dead = { error: 'unreachable', exit: 3, message: 'it died', stderr: 'no licence\n' };
  check(3, ['sign in: here', JSON.stringify(dead)], dead);
  check(101, ['a panic', 'of ours'], { error: 'internal', exit: 101, message: 'mcpvals ended with exit code 101\na panic\nof ours' });
  check(null, [], { error: 'internal', exit: 70, message: 'mcpvals ended with a signal' });
  assert.deepEqual(told, ['sign in: here', 'a panic', 'of ours']);
});

test('an error ends with what the server wrote to stderr, of which the end is kept', () => {
  const error = (stderr) => new McpvalsError({ error: 'unreachable', exit: 3, message: 'it died', stderr });
  assert.equal(error('no\nlicence\n').message, 'it died\nThe server wrote on stderr:\n  no\n  licence');
  assert.deepEqual([error(undefined).message, error(undefined).stderr], ['it died', '']);
  const { message } = error(`${'x'.repeat(10_000)}end\n`);
  assert.ok(message.endsWith('xend') && message.length < 5000);
});

test('blocks of cases are read from JUnit', () => {
  const junit = `<testsuite name="S">
    <testcase name="good" classname="S" time="0"><system-out>x</system-out></testcase>
    <testcase name="a &lt;b&gt; &amp;amp; &quot;c&quot;&#10;" classname="S &#x41;" time="0.1">
      <failure type="result" message="m &gt; n">FAIL  S
  expected  &lt;x&gt;
</failure>
    </testcase>
    <testcase name="e" classname="S" time="0">
      <error type="setup" message="m">ERROR S/e</error>
    </testcase>
    <testcase name="s" classname="S" time="0"><skipped type="x" message="m"/></testcase>
  </testsuite>`;
  assert.deepEqual(
    [...blocksOf(junit)],
    [
      ['S A/a <b> &amp; "c"\n', 'FAIL  S\n  expected  <x>'],
      ['S/e', 'ERROR S/e'],
    ],
  );
});
