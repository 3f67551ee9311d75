// What a user has: the packed tarballs, installed, and nothing else. The runners of tests are linked from here, since a registry has
// not to be asked for them again.

import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { platformsFor } from '../../dist/platforms.js';
import { packMain, packPlatform } from '../../scripts/staging.mjs';
import { FOLDER, HOME, PATH, ROOT, USER, USER_OF_VITEST_3, WITHOUT_PROGRAM } from './places.mjs';

/** What a user of the tests has, too. */
const LINKED = ['vitest', 'jest', '@jest/globals', 'expect', 'typescript', '@types/node'];

export async function prepare() {
  const binary = process.env.MCPVALS_BINARY;
  if (!binary) throw new Error('set MCPVALS_BINARY to the mcpvals program, such as target/debug/mcpvals');
  await mkdir(HOME);
  await programs('node', 'npm', 'npx', 'sh');
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  const [platform] = platformsFor(process.platform, process.arch, isMusl);
  const [program, main] = await Promise.all([stripped(binary).then((copy) => packPlatform(platform, copy, FOLDER)), packMain(FOLDER)]);
  await rm(join(FOLDER, 'mcpvals'));
  await install(USER, [program, main]);
  await install(WITHOUT_PROGRAM, [main]);
  await Promise.all(LINKED.map((name) => link(name, USER)));
  await otherUser();
}

async function programs(...names) {
  await mkdir(PATH);
  for (const name of names) {
    const found = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    await symlink(found, join(PATH, name));
  }
}

/** A debug build is mostly symbols. */
async function stripped(binary) {
  const copy = join(FOLDER, 'mcpvals');
  await copyFile(binary, copy);
  execFileSync('strip', [copy]);
  return copy;
}

async function install(folder, tarballs) {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private": true}\n');
  const words = ['install', '--offline', '--no-audit', '--no-fund', '--omit=peer', ...tarballs];
  execFileSync('npm', words, {
    cwd: folder,
    env: { PATH, HOME, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The package has to be a copy: where it lies says which Vitest it finds. The program may be the same. */
async function otherUser() {
  const modules = join(USER_OF_VITEST_3, 'node_modules');
  await cp(join(USER, 'node_modules/mcpvals'), join(modules, 'mcpvals'), { recursive: true });
  await symlink(join(USER, 'node_modules/@mcpvals'), join(modules, '@mcpvals'));
  await link('vitest-3', USER_OF_VITEST_3, 'vitest');
}

async function link(name, user, as = name) {
  const place = join(user, 'node_modules', as);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(ROOT, 'node_modules', name), place);
}
