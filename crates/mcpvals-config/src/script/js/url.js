// `node:url`: file addresses.
export const URL = globalThis.URL;
export const fileURLToPath = (url) => {
  const text = String(url);
  if (!text.startsWith("file://")) throw new TypeError(`not a file address: ${text}`);
  return decodeURIComponent(text.slice("file://".length));
};
export const pathToFileURL = (path) => new URL("file://" + encodeURI(path));
export default { URL, fileURLToPath, pathToFileURL };
