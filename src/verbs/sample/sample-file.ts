// The temporary file for the lines of a sample that do not fit in its memory. The file has no name: the system deletes it with its last
// descriptor, even if the run is killed.
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReason } from '../../base/index.ts';
import { atExit } from '../../base/temporary/index.ts';

/** Only the owner may read the file: it contains log lines. */
const MODE = 0o600;

/** An open file, or the reason why it cannot be opened, which is an error only if the file is needed. */
export interface SampleFile {
  file: number | string;
  /** Closes the file. */
  close: () => void;
}

/** Opens a new file and removes its name. */
export function openSampleFile(): SampleFile {
  const path = join(tmpdir(), `headgate-sample-${randomUUID()}`);
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, MODE);
  } catch (error) {
    return { file: `${tmpdir()}: ${writeReason(error)}`, close: () => {} };
  }
  const remove = (): void => rmSync(path, { force: true, maxRetries: 0 });
  let cancelCleanup = (): void => {};
  try {
    remove();
  } catch {
    // This system keeps the name of an open file.
    cancelCleanup = atExit(() => {
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
      cancelCleanup();
      closeSync(file);
      remove();
    },
  };
}
