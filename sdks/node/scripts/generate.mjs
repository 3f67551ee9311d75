// Writes src/generated: types of the REST API from openapi.json, of the WebSocket's events from asyncapi.json.
//
// `--check` writes nothing, and fails where what is there is not what would be written.

import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const SCHEMAS = new URL('../../../schemas/', import.meta.url);
const GENERATED = new URL('../src/generated/', import.meta.url);

/** Members that an event may lack; the AsyncAPI document does not say which. */
const OPTIONAL = new Set(['attempt', 'currentTask', 'details', 'error', 'responseTime', 'result', 'summary']);
/** Of this one the error is the point. */
const ERROR = 'error:occurred';

const read = async (name) => JSON.parse(await readFile(new URL(name, SCHEMAS), 'utf8'));

/** The schema, with every member required that is not known to be optional. */
function sure(schema, message) {
  if (!schema.properties) return schema;
  const entries = Object.entries(schema.properties);
  const isSure = (name) => !OPTIONAL.has(name) || (name === 'error' && message === ERROR);
  return {
    ...schema,
    properties: Object.fromEntries(entries.map(([name, inner]) => [name, sure(inner, message)])),
    required: entries.map(([name]) => name).filter(isSure),
  };
}

/**
 * Without answers that are errors, and without headers: errors.ts has all that is to be known of them. Without branches
 * that only say which members are required: they would make `unknown` of the whole type.
 */
function slim(openapi) {
  for (const schema of Object.values(openapi.components.schemas)) {
    if (schema.anyOf?.every((branch) => Object.keys(branch).join() === 'required')) delete schema.anyOf;
  }
  for (const operation of Object.values(openapi.paths).flatMap((path) => Object.values(path))) {
    const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    operation.responses = Object.fromEntries(good.map(([status, { headers: _, ...rest }]) => [status, rest]));
  }
  return openapi;
}

/** The events that the server tells, as an OpenAPI document that has nothing but schemas. */
function eventsAsOpenApi(asyncapi) {
  const isEvent = ({ name }) => name.includes(':') && name !== 'auth:success';
  const events = Object.values(asyncapi.components.messages).filter(isEvent);
  const schemas = events.map(({ name, payload }) => [name, sure(payload.properties.data, name)]);
  return {
    openapi: '3.1.0',
    info: { title: asyncapi.info.title, version: asyncapi.info.version },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
}

async function types(document, source) {
  const nodes = await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true });
  return `// Made by \`npm run generate\` from schemas/${source}: change that, and not this.\n\n${astToString(nodes)}`;
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
const made = [
  ['openapi.ts', await types(slim(await read('openapi.json')), 'openapi.json')],
  ['asyncapi.ts', await types(eventsAsOpenApi(await read('asyncapi.json')), 'asyncapi.json')],
];
for (const [name, text] of made) {
  if (!(await keep(name, text, isCheck))) process.exitCode = 1;
}
