// Lists of a server: all pages of them, and no endless ones.

/** No list has more pages. */
const PAGES_MAX = 1000;

export type Result = Record<string, unknown>;

/** The list that is this member of the answer. @throws TypeError where there is none. */
export function listIn<T>(result: Result, method: string, name: string): T[] {
  const list = result[name];
  if (Array.isArray(list)) return list as T[];
  throw new TypeError(`${method}: the answer has no list \`${name}\``);
}

/** @param read gives a page. */
export async function allPages<T>(method: string, name: string, read: (params: { cursor?: string }) => Promise<Result>): Promise<T[]> {
  const all: T[] = [];
  let params: { cursor?: string } = {};
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const result = await read(params);
    all.push(...listIn<T>(result, method, name));
    const { nextCursor } = result;
    if (nextCursor === undefined || nextCursor === null) return all;
    params = { cursor: String(nextCursor) };
  }
  throw new Error(`the server's list does not end: ${PAGES_MAX} pages were read`);
}
