// Are the packages what they should be? Packs them, compares what is in them with what should be, and asks publint and attw.

import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageOf, PLATFORMS, programOf } from '../dist/platforms.js';
import { packMain, packPlatform } from './staging.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const tool = (path, ...words) => execFileSync(process.execPath, [join(ROOT, 'node_modules', path), ...words], { stdio: 'inherit' });
const sorted = (names) => [...names].sort();
const FIXED = ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json'];

/** What is in a tarball. */
const contents = (tarball) =>
  sorted(
    execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, '')),
  );

/** Every source has its module and its types, and nothing else is in `dist`. */
async function expectedOfMain() {
  const sources = (await readdir(join(ROOT, 'src'), { recursive: true })).filter((name) => name.endsWith('.ts'));
  const built = sources.flatMap((name) => ['.js', '.d.ts'].map((end) => `dist/${name.replaceAll('\\', '/').replace(/\.ts$/, end)}`));
  return sorted([...FIXED, 'bin/mcp-evaluate.js', 'bin/mcpvals.js', 'docs/testing.md', ...built]);
}

/** What its package.json says of these members. */
function said(tarball, names) {
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
  return names.map((name) => `${name}: ${JSON.stringify(manifest[name] ?? null)}`);
}

function same(what, actual, expected) {
  const missing = expected.filter((name) => !actual.includes(name));
  const extra = actual.filter((name) => !expected.includes(name));
  if (missing.length + extra.length === 0) return;
  console.error(
    `${what} is not what it should be:\n  missing: ${missing.join(', ') || 'nothing'}\n  too much: ${extra.join(', ') || 'nothing'}`,
  );
  process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'mcpvals-package-'));
try {
  const main = await packMain(folder);
  same('mcpvals', contents(main), await expectedOfMain());
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const optional = Object.fromEntries(PLATFORMS.map((platform) => [packageOf(platform), version]));
  const words = [
    `optionalDependencies: ${JSON.stringify(optional)}`,
    'dependencies: null',
    'devDependencies: null',
    'scripts: null',
    'private: null',
  ];
  same("mcpvals' package.json", said(main, ['optionalDependencies', 'dependencies', 'devDependencies', 'scripts', 'private']), words);
  const program = join(folder, 'program');
  await writeFile(program, 'stands for the program');
  for (const platform of PLATFORMS) {
    const packed = await packPlatform(platform, program, folder);
    same(platform.name, contents(packed), sorted([...FIXED, programOf(platform)]));
    const { name, os, cpu, libc } = platform;
    const fits = [`os: ["${os}"]`, `cpu: ["${cpu}"]`, `libc: ${libc ? `["${libc}"]` : 'null'}`, `version: "${version}"`, 'scripts: null'];
    same(`${name}'s package.json`, said(packed, ['os', 'cpu', 'libc', 'version', 'scripts']), fits);
  }
  tool('publint/src/cli.js', '--strict', main);
  tool('@arethetypeswrong/cli/dist/index.js', main, '--profile', 'esm-only', '--quiet');
} finally {
  await rm(folder, { recursive: true, force: true });
}
