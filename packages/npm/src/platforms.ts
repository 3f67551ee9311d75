// The platforms that have a package with the program, and which of them fit a machine.

/** A package that holds the program for one kind of machine. */
export interface Platform {
  /** Its name below `@mcpvals/`. */
  readonly name: string;
  readonly os: 'darwin' | 'linux' | 'win32';
  readonly cpu: 'arm64' | 'x64';
  /** Linux only. */
  readonly libc?: 'glibc' | 'musl';
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  { name: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  { name: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  { name: 'win32-x64', os: 'win32', cpu: 'x64' },
];

/** Where the package of a platform has the program, relative to the package. */
export const programOf = (platform: Platform): string => (platform.os === 'win32' ? 'bin/mcpvals.exe' : 'bin/mcpvals');

export const packageOf = (platform: Platform): string => `@mcpvals/${platform.name}`;

/**
 * Those that fit, the best first. On a machine with musl only musl's program runs; on one with glibc both do, since that of
 * musl is linked statically, so it is a second choice.
 */
export function platformsFor(os: string, cpu: string, isMusl: boolean): Platform[] {
  const fit = PLATFORMS.filter((platform) => platform.os === os && platform.cpu === cpu);
  if (isMusl) return fit.filter(({ libc }) => libc === 'musl');
  return fit;
}
