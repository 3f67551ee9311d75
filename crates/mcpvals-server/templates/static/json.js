// JSON whose numbers keep their digits: a number of JavaScript has seventeen of them at most.

/** JSON as it was written: it is sent and shown that way. */
export class Raw {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Is this number the same when it is written again? */
function isKept(number) {
  return String(Number(number)) === number;
}

/**
 * As `JSON.parse`, but that a number which would be another when it is written again is a {@link Raw}.
 * @param {string} text
 * @returns {any}
 */
export function parse(text) {
  // What is wrong is told of the text as it came.
  const plain = JSON.parse(text);
  // Nobody can have written a name that nobody knew.
  const mark = `raw-${Math.random()}`;
  const marked = text.replace(TOKENS, (token) => (token.startsWith('"') || isKept(token) ? token : `{"${mark}":"${token}"}`));
  if (marked === text) return plain;
  return JSON.parse(marked, (_, value) => (value instanceof Object && Object.hasOwn(value, mark) ? new Raw(value[mark]) : value));
}

/**
 * As `JSON.stringify`, but that each {@link Raw} stands in it as it is.
 * @param {unknown} value
 * @param {number} [indent]
 * @returns {string}
 */
export function write(value, indent) {
  const mark = `raw-${Math.random()}-`;
  const raws = [];
  const text = JSON.stringify(value, (_, one) => (one instanceof Raw ? mark + (raws.push(one.text) - 1) : one), indent);
  return raws.length ? text.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, at) => raws[Number(at)]) : text;
}
