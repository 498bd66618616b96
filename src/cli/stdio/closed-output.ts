// Finds out that the shell closed standard output (`>&-`): a result written there would be lost without an error, because Node opens
// /dev/null in its place before the program starts.
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { HeadgateError } from '../../base/index.ts';

/** Linux: the access mode O_RDWR, in the octal `flags` of /proc/<pid>/fdinfo/<fd>. */
const READ_WRITE = 0o2;
const ACCESS_MODE = 0o3;
/** Ancestors looked at: npm puts two or three processes between the shell and the program. */
const MAX_ANCESTORS = 8;
/** They open `> /dev/null` write-only. */
const SHELLS = new Set(['ash', 'bash', 'busybox', 'dash', 'fish', 'ksh', 'ksh93', 'mksh', 'sh', 'yash', 'zsh']);

/** Before a result is written, and before a run whose result would be. @throws HeadgateError `output-closed` */
export function refuseClosedOutput(): void {
  if (!isClosedOutput()) return;
  throw new HeadgateError(
    'output-closed',
    'cannot write to standard output: found it closed, expected it open; write to a file with --out FILE, or discard the result with > /dev/null',
  );
}

/**
 * Whether standard output was closed when the program was started, as far as Linux shows it; false where nothing is known. Node opens
 * /dev/null for reading and writing in place of a closed one. So do other programs for a child whose output nobody wants
 * (`subprocess.DEVNULL`, `stdio: 'ignore'`), which is no error. A shell never does. So the /dev/null is Node's own where the process
 * that started the program is a shell with another standard output, or has none itself.
 */
function isClosedOutput(): boolean {
  try {
    if (!isNullReadWrite('self')) return false;
    let parent: string = String(process.ppid);
    for (let count = 0; count < MAX_ANCESTORS && Number(parent) > 1; count++) {
      if (!hasOutput(parent)) return true;
      // The parent has the same: it was closed, or discarded, further up.
      if (!isNullReadWrite(parent)) return SHELLS.has(basename(readlinkSync(`/proc/${parent}/exe`)));
      parent = parentOf(parent);
    }
  } catch {
    // No Linux, or a process of another user.
  }
  return false;
}

function isNullReadWrite(pid: string): boolean {
  const [output, device] = [statSync(`/proc/${pid}/fd/1`), statSync('/dev/null')];
  if (!output.isCharacterDevice() || output.rdev !== device.rdev) return false;
  const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/1`, 'utf8'))?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) === READ_WRITE;
}

function hasOutput(pid: string): boolean {
  try {
    readlinkSync(`/proc/${pid}/fd/1`);
    return true;
  } catch (error) {
    // ENOENT of a process that is there, not of one that has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    readlinkSync(`/proc/${pid}/exe`);
    return false;
  }
}

function parentOf(pid: string): string {
  return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
}
