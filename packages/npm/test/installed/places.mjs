// Where the tests of the installed package are done: in a folder that `run.mjs` makes, outside of this project, so that nothing is
// found there by accident.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FOLDER = process.env.MCPVALS_TEST_FOLDER;
if (!FOLDER) throw new Error('these tests are run by `npm run test:installed`');

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A user's folder, with everything installed. */
export const USER = join(FOLDER, 'user');
/** Another, who has Vitest 3. */
export const USER_OF_VITEST_3 = join(FOLDER, 'user-of-vitest-3');
/** One in which the package for the platform is missing. */
export const WITHOUT_PROGRAM = join(FOLDER, 'without-program');
/** A PATH with node, npm, npx and the shell that npm needs. */
export const PATH = join(FOLDER, 'bin');
/** The home of that user. */
export const HOME = join(FOLDER, 'home');
export const EXAMPLES = join(ROOT, '../../examples');
export const FIXTURES = join(ROOT, 'test/installed/fixtures');
