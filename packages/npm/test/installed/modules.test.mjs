// Who imports `mcpvals`: configs, with the package installed and without, and CommonJS.

import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { FOLDER } from './places.mjs';
import { folderWith, program, run } from './user.mjs';

const config = (module) => `
import { defineConfig, type Config } from ${JSON.stringify(module)};
const server: Config["server"] = { transport: "stdio", command: process.env.MCPVALS!, args: ["example-server"] };
export default defineConfig(async () => ({
  server,
  toolHealthSuites: [{ name: "Calculator", tests: [{ name: "add", args: { a: 5, b: 3 }, expect: { matches: /^8$/ } }] }],
}));
`;

for (const module of ['mcpvals', '@mcpvals']) {
  test(`a config that imports from ${module} works, installed or not`, async () => {
    for (const cwd of [await folderWith(), await mkdtemp(join(FOLDER, 'elsewhere-'))]) {
      await writeFile(join(cwd, 'mcp-eval.config.ts'), config(module));
      const { code, stdout, stderr } = await run(program, ['eval', 'mcp-eval.config.ts'], { cwd, env: { MCPVALS: program } });
      assert.equal(code, 0, stdout + stderr);
    }
  });
}

test('require says that it is a module, or works where Node can', async () => {
  const { code, stdout, stderr } = await run('node', ['-e', 'console.log(typeof require("mcpvals").evaluate)'], {
    cwd: await folderWith(),
  });
  if (code === 0) assert.equal(stdout, 'function\n');
  else assert.match(stderr, /require\(\) of ES Module .*mcpvals.* not supported[^]*dynamic import\(\)/);
});

test('import() works in CommonJS', async () => {
  const { stdout } = await run('node', ['-e', 'import("mcpvals").then(({ evaluate }) => console.log(typeof evaluate))'], {
    cwd: await folderWith(),
  });
  assert.equal(stdout, 'function\n');
});
