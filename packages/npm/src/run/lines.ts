// A stream of text, line by line.

import type { Readable } from 'node:stream';

/** Tells each line, without its end; the last one also where it has none. */
export function eachLine(stream: Readable, tell: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(tell);
  });
  stream.once('end', () => {
    if (rest !== '') tell(rest);
  });
}
