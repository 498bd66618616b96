// Detects that the shell closed standard output (`>&-`). Node opens /dev/null in its place before the program starts: a result would be
// lost without an error.
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { HeadgateError } from '../../base/index.ts';

/** Linux: the access mode O_RDWR, in the octal `flags` of /proc/<pid>/fdinfo/<fd>. */
const READ_WRITE = 0o2;
const ACCESS_MODE = 0o3;
/** Maximum ancestors to check: npm puts two or three processes between the shell and the program. */
const MAX_ANCESTORS = 8;
/** Shells, which open `> /dev/null` write-only. */
const SHELLS = new Set(['ash', 'bash', 'busybox', 'dash', 'fish', 'ksh', 'ksh93', 'mksh', 'sh', 'yash', 'zsh']);

/** Rejects a closed standard output, before a run and before its result is written. @throws HeadgateError `output-closed` */
export function rejectClosedOutput(): void {
  if (!isClosedOutput()) return;
  throw new HeadgateError(
    'output-closed',
    'cannot write to standard output: it is closed; write to a file with --out FILE, or discard the result with > /dev/null',
  );
}

/**
 * Returns whether standard output was closed at the start of the program, as far as Linux shows it; false if unknown. Node opens
 * /dev/null for reading and writing in place of a closed output. Other programs do the same for a child whose output they discard
 * (`subprocess.DEVNULL`, `stdio: 'ignore'`), which is no error; a shell never does. Therefore the /dev/null is Node's own if the parent
 * process is a shell with a different standard output, or has no standard output itself.
 */
function isClosedOutput(): boolean {
  try {
    if (!isNullReadWrite('self')) return false;
    let parent: string = String(process.ppid);
    for (let count = 0; count < MAX_ANCESTORS && Number(parent) > 1; count++) {
      if (!hasOutput(parent)) return true;
      // The parent has the same output: an ancestor closed or discarded it.
      if (!isNullReadWrite(parent)) return SHELLS.has(basename(readlinkSync(`/proc/${parent}/exe`)));
      parent = parentOf(parent);
    }
  } catch {
    // Not Linux, or a process of another user.
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
    // Distinguishes a missing descriptor from a process that has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    readlinkSync(`/proc/${pid}/exe`);
    return false;
  }
}

function parentOf(pid: string): string {
  return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
}
