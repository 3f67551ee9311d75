// `node:path` for paths with slashes.
export const sep = "/";
export const delimiter = ":";
export const isAbsolute = (path) => path.startsWith("/");
export const normalize = (path) => {
  const absolute = isAbsolute(path);
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !absolute) parts.push(part);
  }
  const joined = parts.join("/") + (path.endsWith("/") && parts.length > 0 ? "/" : "");
  return absolute ? "/" + joined : joined || ".";
};
export const join = (...paths) => normalize(paths.filter((path) => path !== "").join("/") || ".");
export const resolve = (...paths) => {
  let resolved = "";
  for (const path of [...paths].reverse()) {
    if (path === "") continue;
    resolved = resolved === "" ? path : path + "/" + resolved;
    if (isAbsolute(resolved)) break;
  }
  if (!isAbsolute(resolved)) resolved = process.cwd() + "/" + resolved;
  const normal = normalize(resolved);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
};
export const dirname = (path) => {
  const cut = path.replace(/\/+$/, "");
  const at = cut.lastIndexOf("/");
  return at < 0 ? "." : at === 0 ? "/" : cut.slice(0, at);
};
export const basename = (path, suffix = "") => {
  const base = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return suffix !== "" && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
};
export const extname = (path) => {
  const base = basename(path);
  const at = base.lastIndexOf(".");
  return at <= 0 ? "" : base.slice(at);
};
export const relative = (from, to) => {
  const [a, b] = [from, to].map((path) => resolve(path).split("/").filter(Boolean));
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/");
};
const path = { sep, delimiter, isAbsolute, normalize, join, resolve, dirname, basename, extname, relative };
export const posix = path;
export default { ...path, posix };
