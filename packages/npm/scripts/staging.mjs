// Puts packages together in folders of their own, and makes tarballs of them. What is published is made here: the package.json of
// this folder has nothing of the platform packages, since `npm ci` would look for versions that are not published yet.

import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageOf, PLATFORMS, programOf } from '../dist/platforms.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What only those need who work on the package. */
const OURS = ['private', 'scripts', 'devDependencies'];
const SHARED = ['version', 'license', 'repository'];
const LICENSES = ['LICENSE-MIT', 'LICENSE-APACHE'];

const manifest = async () => JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

/**
 * Packs `mcpvals` itself.
 *
 * @returns the path of the tarball.
 */
export function packMain(out) {
  return staged(out, async (folder) => {
    const all = await manifest();
    const optionalDependencies = Object.fromEntries(PLATFORMS.map((platform) => [packageOf(platform), all.version]));
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !OURS.includes(name)));
    for (const name of all.files) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    return { ...kept, optionalDependencies };
  });
}

/**
 * Packs the package of a platform.
 *
 * @param binary the program for it.
 * @returns the path of the tarball.
 */
export function packPlatform(platform, binary, out) {
  return staged(out, async (folder) => {
    const program = programOf(platform);
    const shared = await manifest();
    await mkdir(join(folder, 'bin'));
    await copyFile(binary, join(folder, program));
    await chmod(join(folder, program), 0o755);
    for (const name of LICENSES) await copyFile(join(ROOT, name), join(folder, name));
    await writeFile(join(folder, 'README.md'), readme(platform));
    return {
      name: packageOf(platform),
      ...Object.fromEntries(SHARED.map((name) => [name, shared[name]])),
      description: `The program of mcpvals for ${platform.name}`,
      os: [platform.os],
      cpu: [platform.cpu],
      ...(platform.libc === undefined ? {} : { libc: [platform.libc] }),
      files: ['bin', ...LICENSES],
      preferUnplugged: true,
    };
  });
}

const readme = ({ name }) => `# @mcpvals/${name}

The program of [mcpvals](https://www.npmjs.com/package/mcpvals) for ${name}. Install \`mcpvals\`, which brings the one that your machine needs.
`;

async function staged(out, fill) {
  const folder = await mkdtemp(join(tmpdir(), 'mcpvals-pack-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(await fill(folder), null, 2) + '\n');
    await mkdir(out, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(out)], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    return join(resolve(out), packedName(JSON.parse(packed)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm 11 lists packages, npm 12 has them by name. */
const packedName = (packed) => Object.values(packed)[0].filename.replace('@', '').replace('/', '-');
