// What README.md shows, run as it is written.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { EXAMPLES, ROOT, USER } from './places.mjs';
import { folderWith, run } from './user.mjs';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const CONFIG = /```typescript\n([^]*?)```/.exec(README)[1];
const SNIPPETS = new Map([...README.matchAll(/<!-- run: (\S+) -->\n```javascript\n([^]*?)```/g)].map(([, name, text]) => [name, text]));

async function readme(name, ...words) {
  const cwd = await folderWith(join(EXAMPLES, 'seed'));
  await writeFile(join(cwd, 'mcp-eval.config.ts'), CONFIG);
  await writeFile(join(cwd, name), SNIPPETS.get(name));
  const ran = await run('node', words, { cwd, env: { NO_COLOR: '1' } });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  return ran;
}

test('library.mjs', async () => {
  const { stdout, stderr } = await readme('library.mjs', 'library.mjs');
  assert.deepEqual([JSON.parse(stdout).passed, /^Calculator: 2 of 2$/m.test(stderr)], [true, true]);
});

test('object.mjs', async () => {
  const { stdout } = await readme('object.mjs', 'object.mjs');
  assert.equal(stdout, 'Calculator/add passed\nscore 1\ntrue\n');
});

test('calculator.test.mjs', async () => {
  const { stdout } = await readme(
    'calculator.test.mjs',
    join(USER, 'node_modules/vitest/vitest.mjs'),
    'run',
    'calculator.test.mjs',
    '--no-color',
  );
  assert.match(stdout, /Tests {2}5 passed \(5\)/);
});
