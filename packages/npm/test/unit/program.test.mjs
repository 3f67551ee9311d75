// Which program a machine gets.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { packageOf, PLATFORMS, platformsFor } from '../../dist/platforms.js';
import { findProgram, ProgramMissingError } from '../../dist/program.js';

/** A machine on which these packages are installed. */
const machine = (os, cpu, installed, more = {}) => ({
  os,
  cpu,
  isMusl: false,
  override: undefined,
  isFile: () => false,
  resolve: (file) => {
    if (installed.some((name) => file.startsWith(`@mcpvals/${name}/`))) return `/modules/${file}`;
    throw new Error('not found');
  },
  ...more,
});

test('every platform finds its own package', () => {
  for (const platform of PLATFORMS) {
    const here = machine(platform.os, platform.cpu, [platform.name], { isMusl: platform.libc === 'musl' });
    const end = platform.os === 'win32' ? 'mcpvals.exe' : 'mcpvals';
    assert.equal(findProgram(here), `/modules/${packageOf(platform)}/bin/${end}`);
  }
});

test('musl runs only its own program, glibc both', () => {
  assert.deepEqual(
    platformsFor('linux', 'x64', true).map(({ name }) => name),
    ['linux-x64-musl'],
  );
  assert.deepEqual(
    platformsFor('linux', 'x64', false).map(({ name }) => name),
    ['linux-x64', 'linux-x64-musl'],
  );
  assert.equal(findProgram(machine('linux', 'x64', ['linux-x64-musl'])), '/modules/@mcpvals/linux-x64-musl/bin/mcpvals');
  assert.throws(
    () => findProgram(machine('linux', 'x64', ['linux-x64'], { isMusl: true })),
    /@mcpvals\/linux-x64-musl, which has the mcpvals program for linux x64 with musl, is not installed/,
  );
});

test('what is missing says what to do', () => {
  assert.throws(() => findProgram(machine('darwin', 'arm64', [])), ProgramMissingError);
  assert.throws(
    () => findProgram(machine('sunos', 'x64', [])),
    /there is no mcpvals program for sunos x64: build it from source, and set MCPVALS_BINARY/,
  );
});

test('MCPVALS_BINARY goes first, and must be there', () => {
  const here = machine('linux', 'x64', ['linux-x64'], { override: '/my/mcpvals', isFile: (path) => path === '/my/mcpvals' });
  assert.equal(findProgram(here), '/my/mcpvals');
  assert.throws(() => findProgram({ ...here, isFile: () => false }), /MCPVALS_BINARY is `\/my\/mcpvals`, and there is no such file/);
  assert.match(findProgram({ ...here, override: '' }), /@mcpvals/);
});
