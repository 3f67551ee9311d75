// What ends a child, and removes a folder, when we are killed: no code of ours runs then, so somebody else has to look.

import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

/** What the shell reads when there is nothing left to do. */
const DONE = 'done';

/**
 * Each line is the id of the child, or nothing where there is none any more. The input ends without `done` when we are gone.
 *
 * `$1` is the folder. The child still writes its reports there, so it is waited for, at most 20 s. The PATH is that of the user,
 * which may have nothing.
 */
const SCRIPT = `
child=
while read -r line; do
  [ "$line" = ${DONE} ] && exit
  child=$line
done
[ "$child" ] && kill -TERM "$child"
[ "$1" ] || exit
PATH="\${PATH:+$PATH:}/usr/bin:/bin"
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  { [ "$child" ] && kill -0 "$child"; } || break
  sleep 1
done
rm -rf -- "$1"
`;

/**
 * Sends SIGTERM to a child when this process ends first, however it ends. The program then ends in good order, and its guards
 * end the servers. Where there is a folder, it is removed afterwards.
 *
 * A shell waits for that, in a session of its own, so that no Ctrl-C ends it. Where there is none (a container without
 * `/bin/sh`) nobody waits. On Windows Node's children are in a job that ends with it, and the folder stays.
 */
export class Watch {
  readonly #input: Writable | null | undefined;

  /** @param folder an absolute path. */
  constructor(folder = '') {
    if (process.platform === 'win32') return;
    const shell: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'mcpvals-watch', folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', () => {});
    shell.unref();
    this.#input = shell.stdin;
    this.#input?.on('error', () => {});
    (this.#input as { unref?: () => void } | null)?.unref?.();
  }

  /** Of this child, until it ends; one at a time. */
  child(child: ChildProcess): void {
    if (child.pid === undefined) return;
    this.#input?.write(`${child.pid}\n`);
    child.once('exit', () => void this.#input?.write('\n'));
  }

  /** Ends the watch: the child has ended, and there is no folder any more. */
  end(): void {
    this.#input?.end(`${DONE}\n`);
  }
}

/** Watches a child alone. */
export function endWithUs(child: ChildProcess): void {
  const watch = new Watch();
  watch.child(child);
  child.once('exit', () => watch.end());
}
