// Lets a child process end with this one, however this one ends: SIGKILL and a closed terminal included.
import { spawn } from 'node:child_process';

/** Waits until the other end of its standard input is closed, which the system does when this process is gone. */
const SCRIPT = 'read -r _; kill -9 "$1" 2> /dev/null; rm -rf -- "$2"';

/**
 * Starts a small shell that ends a child and removes its files once this process is gone. In a session of its own, so that what a terminal
 * sends does not reach it. Does nothing on Windows, which has no such shell.
 * @param pid of the child
 * @param folder the child's files
 * @returns takes the shell away: the child was ended
 */
export function endWithParent(pid: number, folder: string): () => void {
  if (process.platform === 'win32') return () => {};
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'headgate', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the child ends as all others do: by the handlers of this process.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  // Neither keeps this process alive.
  shell.unref();
  (shell.stdin as unknown as { unref: () => void }).unref();
  return () => shell.kill('SIGKILL');
}
