// Rejects an --out of mining that would replace an existing suite: its cases may have been edited by hand. Does not write.
import { stat } from 'node:fs/promises';
import { HeadgateError } from '../../../base/index.ts';

/** Checks `--out`; empty files, devices and pipes pass. @throws HeadgateError `out-exists` */
export async function refuseExistingSuite(out: string | undefined): Promise<void> {
  const found = out === undefined ? undefined : await stat(out).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size === 0) return;
  throw new HeadgateError(
    'out-exists',
    `cannot write --out ${out}: found an existing file, which may contain cases edited by hand, expected a new file; write to another file and merge the two, or remove this one first`,
  );
}
