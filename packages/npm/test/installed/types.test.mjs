// The types, as a strict compiler sees them beside the code of a user.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { EXAMPLES, ROOT, USER } from './places.mjs';
import { fixture, folderWith, run } from './user.mjs';

const tsc = join(USER, 'node_modules/typescript/bin/tsc');
const STRICT = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };

async function compiles(files, options) {
  await compilesIn(await folderWith(fixture('types'), join(EXAMPLES, 'seed')), files, options);
}

async function compilesIn(cwd, files, options) {
  const compilerOptions = { ...STRICT, target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'], ...options };
  await writeFile(join(cwd, 'package.json'), '{"type": "module"}');
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { code, stdout } = await run('node', [tsc, '-p', '.'], { cwd });
  assert.equal(code, 0, stdout);
}

test('config, library and tests compile, with our own declarations checked', () =>
  compiles(['mcp-eval.config.ts', 'library.mts', 'testing.mts'], { skipLibCheck: false }));
test('matchers of Vitest and Jest compile', () => compiles(['vitest.mts', 'jest.mts'], { skipLibCheck: true }));

test('what README.md shows compiles as TypeScript', async () => {
  const shown = (await readFile(join(ROOT, 'README.md'), 'utf8')).matchAll(/```(?:java|type)script\n([^]*?)```/g);
  const texts = [...shown].map(([, text], index) => [`readme-${index}.mts`, text]);
  const cwd = await folderWith();
  await Promise.all(texts.map(([name, text]) => writeFile(join(cwd, name), text)));
  await compilesIn(
    cwd,
    texts.map(([name]) => name),
    { skipLibCheck: true },
  );
});
