// The module `mcpvals` as configs see it. Types come from the published declarations and are gone by now.
export const defineConfig = (config) => config;
export default { defineConfig };
