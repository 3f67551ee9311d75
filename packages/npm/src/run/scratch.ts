// A folder for what the program writes for us.

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Watch } from '../watch.js';

export interface Scratch {
  readonly folder: string;
  /** Of the folder, and of the program that writes into it. */
  readonly watch: Watch;
}

/** Gives a new private folder to `work`, and removes it afterwards, also where this process is killed before. */
export async function inScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  // At once, so that there is no folder without its watch.
  const folder = mkdtempSync(join(resolve(tmpdir()), 'mcpvals-'));
  const watch = new Watch(folder);
  try {
    return await work({ folder, watch });
  } finally {
    await rm(folder, { recursive: true, force: true });
    watch.end();
  }
}
