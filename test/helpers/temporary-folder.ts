// Creates one temporary folder for the whole run and removes it at the end, whatever the outcome, so no test has to clean up. Tests
// do not import this file: they, and the programs that they start, use os.tmpdir().
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `os.tmpdir()` looks, on one system or another. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/** Makes the folder before the first process of a run starts, which inherits it. @returns what removes it */
export default function useTemporaryFolder(): () => void {
  // A short name: browsers put sockets below it, whose paths may have no more than 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'hg-'));
  for (const name of VARIABLES) process.env[name] = folder;
  // Programs that were interrupted may still be at it.
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // An interrupted run ends without its teardown.
  process.once('exit', remove);
  return remove;
}
