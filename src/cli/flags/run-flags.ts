// Defines the flags of commands that read all lines: how many threads read, and which figures are counted.
import { type Command, Option } from 'commander';
import type { Detail } from '../../replay/index.ts';
import { DEFAULT_DETAIL, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import { parseCount } from './parse-count.ts';

/** Values of {@link addDetailFlags}. */
export interface DetailFlags {
  noFields?: true;
  counts?: true;
}

/** Adds --threads. */
export function addThreadsFlag(
  command: Command,
  description = 'Threads that read; does not affect the result',
): Command {
  return command.addOption(
    new Option('--threads <n>', description).argParser(parseCount(1)).default(DEFAULT_THREADS, 'one per processor'),
  );
}

/** Adds --no-fields and --counts. */
export function addDetailFlags(command: Command): Command {
  const noFields = new Option('--no-fields', 'Omit the field statistics');
  // Not the negation of --fields, which names the columns of CSV.
  noFields.negate = false;
  return command.addOption(noFields).option('--counts', 'Report only the totals of each job (faster)');
}

/** Returns the figures to count. */
export function detailOf({ counts, noFields }: DetailFlags): Detail {
  if (counts === true) return 'counts';
  return noFields === true ? 'no-fields' : DEFAULT_DETAIL;
}
