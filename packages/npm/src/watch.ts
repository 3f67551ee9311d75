// What ends a child when we are killed: no code of ours runs then, so somebody else has to look.

import { spawn, type ChildProcess } from 'node:child_process';

/**
 * `read` returns with 0 at the line that we write when the child has ended, and with 1 at the end of its input, which is when
 * we are gone. `$0` is the child.
 */
const SCRIPT = 'read -r _ || kill -TERM "$0"';

/**
 * Sends SIGTERM to the child when this process ends first, however it ends. The program then ends in good order, and its
 * guards end the servers.
 *
 * A shell waits for that, in a session of its own, so that no Ctrl-C ends it. Where there is none (a container without
 * `/bin/sh`) nobody waits. On Windows Node's children are in a job that ends with it.
 */
export function endWithUs(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, String(child.pid)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const done = (): void => void watcher.stdin.end('\n');
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  child.once('exit', done);
  watcher.unref();
  (watcher.stdin as unknown as { unref?: () => void }).unref?.();
}
