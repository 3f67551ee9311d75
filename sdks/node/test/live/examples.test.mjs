// The examples of the specification, as they are written there, with the package as npm installs it.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { HERE, PATIENCE, atEnd, example, startService } from './service.mjs';

const run = promisify(execFile);
const options = { timeout: PATIENCE };
let service;
let app;

before(async () => {
  service = await startService();
  app = join(service.folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{"name":"app","private":true}');
  const npm = (...args) => run('npm', [...args, '--ignore-scripts'], { cwd: app, shell: process.platform === 'win32' });
  const packed = async (folder) => JSON.parse((await npm('pack', '--json', folder)).stdout)[0].filename;
  const root = join(HERE, '../..');
  const files = [await packed(root), await packed(join(root, 'node_modules/ws'))];
  await npm('install', '--offline', '--no-audit', '--no-fund', ...files.map((file) => `./${file}`));
}, options);

/** Runs a program of the app until it says what is awaited, or ends. */
async function said(name, text, awaited) {
  await writeFile(join(app, name), text);
  const child = spawn(process.execPath, [name], { cwd: app, stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => child.kill());
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (awaited?.test(line)) break;
  }
  child.kill();
  assert.equal(errors, '');
  return lines;
}

/** CommonJS knows no `await` outside of functions. */
const inFunction = (text) => `(async () => {\n${text}\n})();\n`;
const asModule = (text) => text.replace(/const (\{.*\}) = require\((.*)\);/, 'import $1 from $2;');

function checkUsage(lines) {
  assert.match(lines[0], /^Evaluation started: eval_/);
  assert.ok(lines.filter((line) => /^Progress: \d+(\.\d+)?%$/.test(line)).length > 1, lines.join('\n'));
  assert.match(lines.at(-2), /^Completed with score: \d+(\.\d+)?$/);
  assert.match(lines.at(-1), /^Report URL: \/api\/v1\/reports\/rpt_\w+\/download$/);
}

test('the usage example runs in CommonJS', options, async () => {
  checkUsage(await said('usage.cjs', inFunction(await example('usage.js', service)), /^Report URL/));
});

test('the usage example runs as a module', options, async () => {
  checkUsage(await said('usage.mjs', asModule(await example('usage.js', service)), /^Report URL/));
});

test('the new way of the migration guide gives a score; the old way says what the new one is', options, async () => {
  const [old, current] = (await example('migration.js', service)).split('// v1 (current)');
  const client = `const { MCPEvaluatorClient } = require('mcp-evaluator-sdk');
    const client = new MCPEvaluatorClient({ baseUrl: '${service.baseUrl}', apiKey: '${service.apiKey}' });`;
  const [score] = await said('current.cjs', client + inFunction(`${current}; client.close();`));
  assert.ok(Number(score) > 50 && Number(score) <= 100, score);
  const [message] = await said('old.cjs', client + inFunction(`try {${old}} catch (error) { console.log(error.message); }`));
  assert.match(message, /was v0.*evaluations\.create/);
});

test('the error recovery and the rate limit handling of the specification work with this service and `APIError`', options, async () => {
  const text = `const { APIError } = require('mcp-evaluator-sdk');
    ${await example('recovery.js', service)}
    ${await example('rate-limit.js', service)}
    ${inFunction(`
      const client = new APIClient();
      const headers = { Authorization: 'Bearer ${service.apiKey}' };
      const list = await client.makeRequest('${service.baseUrl}/api/v1/evaluations', { headers });
      console.log(list.success, list.data.evaluations.length > 0);
      const error = await client.makeRequest('${service.baseUrl}/api/v1/evaluations/none', { headers }).catch((error) => error);
      console.log(error instanceof APIError, error.code);
      const response = await fetch('${service.baseUrl}/api/v1/health');
      console.log(await handleRateLimit(response) === response);
    `)}`;
  assert.deepEqual(await said('recovery.cjs', text), ['true true', 'true RESOURCE_NOT_FOUND', 'true']);
});

test('what is packed has nothing of the machine in it, needs nothing but `ws`, and no types of `ws`', async () => {
  const folder = join(app, 'node_modules/mcp-evaluator-sdk');
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(dependencies), ['ws']);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.([cm]?[jt]s|json|md)$/.test(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    assert.doesNotMatch(text, new RegExp(join(HERE, '../..')), name);
    if (/\.d\.c?ts$/.test(name)) assert.doesNotMatch(text, /from ['"]ws['"]/, name);
  }
});
