// What README.md shows compiles in strict mode.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  types: ['node'],
};

/** What an example has from those before it, or from where it stands. One that makes these itself has its own. */
const KNOWN = `import type { AcceptedEvaluation, MCPEvaluatorClient, Report, Resource } from 'mcp-evaluator-sdk';
  declare global {
    const client: MCPEvaluatorClient;
    const evaluation: Resource<AcceptedEvaluation>;
    const id: string;
    const report: Resource<Report>;
    const fs: typeof import('node:fs/promises');
    const body: Buffer;
    const request: import('node:http').IncomingMessage;
  }`;

const asModule = (text) => `${text.replace(/const (\{.*\}) = require\((.*)\);/, 'import $1 from $2;')}\nexport {};`;

/** These files are given to the compiler, and are nowhere. In this package it is found by its name. */
const inPackage = (name) => fileURLToPath(new URL(`../types/${name}`, import.meta.url)).replaceAll('\\', '/');
const shown = [...README.matchAll(/```javascript\n([^]*?)```/g)];
const examples = shown.map(([, text], index) => [inPackage(`readme-${index + 1}.mts`), asModule(text)]);
const files = new Map([[inPackage('readme-known.d.mts'), KNOWN], ...examples]);

let program;
before(() => {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    files.has(file) ? ts.createSourceFile(file, files.get(file), ...rest) : getSourceFile(file, ...rest);
  program = ts.createProgram([...files.keys()], OPTIONS, host);
});

for (const [file] of files) {
  test(`${file.split('/').pop()} compiles`, () => {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    assert.deepEqual(
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      [],
    );
  });
}
