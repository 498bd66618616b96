// The temporary file for lines that a sample holds beyond the memory it may take. It has no name: it goes with its last descriptor, also
// where the run is killed.
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReason } from '../../base/index.ts';
import { atExit } from '../../run/at-exit.ts';

/** For the owner of the file alone: lines of logs are nobody else's. */
const MODE = 0o600;

/** An open file, or why there is none, which matters only where one is needed. */
export interface SampleFile {
  file: number | string;
  /** Gives the file back. */
  close: () => void;
}

/** Opens a file that is new, and takes its name away. */
export function openSampleFile(): SampleFile {
  const path = join(tmpdir(), `headgate-sample-${randomUUID()}`);
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, MODE);
  } catch (error) {
    return { file: `${tmpdir()}: ${writeReason(error)}`, close: () => {} };
  }
  const remove = (): void => rmSync(path, { force: true, maxRetries: 0 });
  let takeBack = (): void => {};
  try {
    remove();
  } catch {
    // A system that keeps the name of an open file.
    takeBack = atExit(() => {
      try {
        closeSync(file);
        remove();
      } catch {
        // The process exits.
      }
    });
  }
  return {
    file,
    close: () => {
      takeBack();
      closeSync(file);
      remove();
    },
  };
}
