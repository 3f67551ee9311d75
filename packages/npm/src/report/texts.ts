// The texts that the program made of a run, kept for those who print them.

interface Texts {
  /** What the console shows. */
  console: string;
  /** What it shows of each case that did not pass, by `suite/title`. */
  blocks: ReadonlyMap<string, string>;
}

/** By report. Whoever has a copy of a report has not its texts. */
const TEXTS = new WeakMap<object, Texts>();

export const keepTexts = (report: object, texts: Texts): void => void TEXTS.set(report, texts);
export const textOf = (report: object): string | undefined => TEXTS.get(report)?.console;
export const blockOf = (report: object, id: string): string | undefined => TEXTS.get(report)?.blocks.get(id);

/** What stands in XML for a character. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#x([0-9a-fA-F]+)|#(\d+));/g;

const plain = (xml: string): string =>
  xml.replace(ENTITY, (_, name?: string, hex?: string, decimal?: string) =>
    name === undefined ? String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16)) : (ENTITIES[name] ?? ''),
  );

const TEST_CASE = /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<(?:failure|error)\b[^>]*>([^<]*)</g;

/**
 * Of each case that failed or errored, by its `suite/title`: the block of lines that the console shows of it (`FAIL`, `expected`,
 * `actual`, `at`, `rerun`). The program's JUnit report has them.
 */
export function blocksOf(junit: string): Map<string, string> {
  const found = [...junit.matchAll(TEST_CASE)];
  return new Map(found.map(([, title = '', suite = '', block = '']) => [`${plain(suite)}/${plain(title)}`, plain(block).trimEnd()]));
}
