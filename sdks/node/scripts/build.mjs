// Makes dist: each module as ESM (.js, .d.ts) and as CommonJS (.cjs, .d.cts).
//
// CommonJS is compiled from copies that are called .cts, so that tsc itself looks after both kinds, types included.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPIES = join(ROOT, 'build');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const tsc = (...args) => execFileSync(process.execPath, [TSC, ...args], { cwd: ROOT, stdio: 'inherit' });

/** `from './errors.js'` → `from './errors.cjs'`. */
const asCommonJs = (text) => text.replace(/(from '\.{1,2}\/[^']+)\.js'/g, "$1.cjs'");

async function copy(folder) {
  await mkdir(join(COPIES, folder), { recursive: true });
  for (const entry of await readdir(join(ROOT, 'src', folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await copy(path);
    else await writeFile(join(COPIES, path.replace(/\.ts$/, '.cts')), asCommonJs(await readFile(join(ROOT, 'src', path), 'utf8')));
  }
}

await rm(join(ROOT, 'dist'), { recursive: true, force: true });
await rm(COPIES, { recursive: true, force: true });
tsc('-p', 'tsconfig.json');
await copy('');
const config = { extends: '../tsconfig.json', compilerOptions: { rootDir: '.', outDir: '../dist', typeRoots: ['../node_modules/@types'] }, include: ['.'] };
await writeFile(join(COPIES, 'tsconfig.json'), JSON.stringify(config));
tsc('-p', join(COPIES, 'tsconfig.json'));
await rm(COPIES, { recursive: true, force: true });
