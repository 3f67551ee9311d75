// Which file is the program: the one that MCPVALS_BINARY names, or the one of the package for this machine.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

import { packageOf, platformsFor, programOf, type Platform } from './platforms.js';

/** Names a program to be used instead of the installed one. */
const OVERRIDE = 'MCPVALS_BINARY';

const MUSL_LOADER: Readonly<Record<string, string>> = {
  arm64: '/lib/ld-musl-aarch64.so.1',
  x64: '/lib/ld-musl-x86_64.so.1',
};

/** What looks for installed files; another one in tests. */
export interface Machine {
  readonly os: string;
  readonly cpu: string;
  readonly isMusl: boolean;
  readonly override: string | undefined;
  readonly isFile: (path: string) => boolean;
  /** The path of a file of an installed package, or throws. */
  readonly resolve: (file: string) => string;
}

/** There is no program that could be started. */
export class ProgramMissingError extends Error {
  override readonly name = 'ProgramMissingError';
}

/**
 * The path of the program.
 *
 * @throws ProgramMissingError with what to do about it.
 */
export function findProgram(machine: Machine = thisMachine()): string {
  if (machine.override !== undefined && machine.override !== '') return overridden(machine, machine.override);
  const fit = platformsFor(machine.os, machine.cpu, machine.isMusl);
  for (const platform of fit) {
    const path = installed(machine, platform);
    if (path !== undefined) return path;
  }
  throw new ProgramMissingError(fit[0] === undefined ? unknownMachine(machine) : notInstalled(machine, fit[0]));
}

function overridden(machine: Machine, path: string): string {
  if (machine.isFile(path)) return path;
  throw new ProgramMissingError(`${OVERRIDE} is \`${path}\`, and there is no such file: set it to the mcpvals program, or unset it`);
}

function installed(machine: Machine, platform: Platform): string | undefined {
  try {
    return machine.resolve(`${packageOf(platform)}/${programOf(platform)}`);
  } catch {
    return undefined;
  }
}

const place = ({ os, cpu, isMusl }: Machine): string => `${os} ${cpu}${isMusl ? ' with musl' : ''}`;

const unknownMachine = (machine: Machine): string =>
  `there is no mcpvals program for ${place(machine)}: build it from source, and set ${OVERRIDE} to its path`;

const notInstalled = (machine: Machine, platform: Platform): string =>
  `the package ${packageOf(platform)}, which has the mcpvals program for ${place(machine)}, is not installed: ` +
  'install mcpvals again without --omit=optional (--no-optional), on the machine that it is to run on; ' +
  `or set ${OVERRIDE} to the path of a mcpvals program`;

function thisMachine(): Machine {
  const { platform, arch } = process;
  return {
    os: platform,
    cpu: arch,
    isMusl: platform === 'linux' && existsSync(MUSL_LOADER[arch] ?? ''),
    override: process.env[OVERRIDE],
    isFile: existsSync,
    resolve: createRequire(import.meta.url).resolve,
  };
}
