// Ends a child process when this process ends, also by SIGKILL or a closed terminal.
import { spawn } from 'node:child_process';

/** Waits for the end of its standard input, which the system closes when this process ends. */
const SCRIPT = 'read -r _; kill -9 "$1" 2> /dev/null; rm -rf -- "$2"';

/**
 * Starts a small shell that kills a child and removes its files when this process ends. The shell has a separate
 * session, so signals of a terminal do not reach it. Does nothing on Windows, which has no such shell.
 * @param pid process id of the child
 * @param folder the child's files
 * @returns a function that ends the shell, for a child that has ended
 */
export function endWithParent(pid: number, folder: string): () => void {
  if (process.platform === 'win32') return () => {};
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'headgate', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, the handlers of this process end the child.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  // Neither handle keeps this process alive.
  shell.unref();
  (shell.stdin as unknown as { unref: () => void }).unref();
  return () => shell.kill('SIGKILL');
}
