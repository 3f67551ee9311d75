// Makes the tarballs: `node scripts/platform.mjs --binary FILE --out DIR [--platform NAME]`.
//
// The one of `mcpvals`, and that of the platform (this machine's, where none is named) with the given program. Symbols are stripped by
// whoever built it. `npm run build` comes first. Prints the paths; publish that of the platform first.

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { PLATFORMS, platformsFor } from '../dist/platforms.js';
import { packMain, packPlatform } from './staging.mjs';

const { values } = parseArgs({ options: { binary: { type: 'string' }, out: { type: 'string' }, platform: { type: 'string' } } });

function usage(why) {
  console.error(`error: ${why}\nusage: node scripts/platform.mjs --binary FILE --out DIR [--platform NAME]`);
  process.exit(2);
}

if (values.binary === undefined || values.out === undefined) usage('--binary and --out are needed');
if (!existsSync(values.binary)) usage(`--binary: there is no file \`${values.binary}\``);
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
const platform =
  values.platform === undefined
    ? platformsFor(process.platform, process.arch, isMusl)[0]
    : PLATFORMS.find(({ name }) => name === values.platform);
if (platform === undefined) usage(`--platform must be one of ${PLATFORMS.map(({ name }) => name).join(', ')}`);

console.log(await packPlatform(platform, values.binary, values.out));
console.log(await packMain(values.out));
