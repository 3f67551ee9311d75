// `node:process`, as far as a config has one.
const process = globalThis.process;
export const { env, cwd, platform, argv, exit } = process;
export default process;
