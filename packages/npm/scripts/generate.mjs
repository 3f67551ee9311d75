// Writes src/generated: types of configs from config.d.ts, of the JSON report from report.schema.json. Both are written by the
// program itself (`mcpvals schema`), and kept in `schemas/`.
//
// `--check` writes nothing, and fails where what is there is not what would be written.

import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const SCHEMAS = new URL('../../../schemas/', import.meta.url);
const GENERATED = new URL('../src/generated/', import.meta.url);

const read = (name) => readFile(new URL(name, SCHEMAS), 'utf8');
const head = (source) => `// Made by \`npm run generate\` from schemas/${source}: change that, and not this.\n\n`;

/** All types; its functions, which stand at the end, are written in src/define.ts. */
async function config() {
  const text = await read('config.d.ts');
  const end = text.lastIndexOf('/**', text.indexOf('export declare function'));
  const types = text.slice(text.indexOf('/**'), end).trimEnd();
  return head('config.d.ts') + types + '\n';
}

/** The report and its parts as the schemas of an OpenAPI document that has nothing else. */
async function report() {
  const { $defs, $schema: _, ...root } = JSON.parse(await read('report.schema.json'));
  const schemas = { Report: root, ...$defs };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } });
  const document = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  const nodes = await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true });
  return head('report.schema.json') + astToString(nodes);
}

/** Is the file as it should be now? */
async function keep(name, text, isCheck) {
  const file = new URL(name, GENERATED);
  const old = await readFile(file, 'utf8').catch(() => '');
  if (old === text) return true;
  if (isCheck) {
    console.error(`src/generated/${name} is stale: npm run generate`);
    return false;
  }
  await writeFile(file, text);
  return true;
}

const isCheck = process.argv.includes('--check');
for (const [name, text] of [
  ['config.ts', await config()],
  ['report.ts', await report()],
]) {
  if (!(await keep(name, text, isCheck))) process.exitCode = 1;
}
