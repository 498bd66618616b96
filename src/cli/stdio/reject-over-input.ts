// Rejects an --out that would overwrite an input file, or add a file to the source, which the next run would read.
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { PARTIAL_SUFFIX } from './out-file.ts';

/**
 * Checks `--out` against every input.
 * @param out the value of `--out`
 * @param sources the arguments of the command
 * @param values of flags that may name a file; a filter does so after `@`
 * @throws HeadgateError `out-is-input`
 */
export async function rejectOverInput(
  out: string,
  sources: readonly string[],
  values: readonly string[],
): Promise<void> {
  const target = await placeOf(out);
  for (const path of [...sources, ...values].map(withoutMark)) {
    const input = await realpath(path).catch(() => undefined);
    const found = input === undefined ? undefined : await stat(input).catch(() => undefined);
    if (input === undefined || found === undefined) continue;
    if (found.isFile() && (input === target || input === target + PARTIAL_SUFFIX))
      reject(out, `an input file (${path})`);
    if (found.isDirectory() && sources.includes(path) && target.startsWith(input + sep)) {
      reject(out, `a place inside the source ${path}, where the next run would read it as logs`);
    }
  }
}

/** Returns the real path of a file, which need not exist. */
async function placeOf(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () => join(await realpath(folder).catch(() => folder), basename(path)));
}

function withoutMark(value: string): string {
  return value.startsWith('@') ? value.slice(1) : value;
}

function reject(out: string, found: string): never {
  throw new HeadgateError('out-is-input', `cannot write --out ${out}: it is ${found}; write to another file`);
}
