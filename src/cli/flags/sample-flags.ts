// Defines the flags of `sample`, and rejects contradictory combinations before anything is read.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { HeadgateError } from '../../base/index.ts';
import { DEFAULT_SEED } from '../../run/request-defaults.ts';
import { parseCount } from './parse-count.ts';
import { parseSeed } from './parse-seed.ts';

/** Values of {@link addSampleFlags}. */
export interface DrawFlags {
  lines?: number;
  seed: number;
  by?: 'time' | 'object';
  verdict?: 'keep' | 'drop' | 'undecided';
  fast?: true;
  estimate?: true;
  precision?: number;
}

/** Adds the flags that select what to draw or to estimate. */
export function addSampleFlags(command: Command): Command {
  return command
    .option('-n, --lines <n>', 'Number of lines to draw', parseCount(1))
    .option('--seed <seed>', 'Random seed: a whole number below 2^32, or random', parseSeed, DEFAULT_SEED)
    .addOption(new Option('--by <what>', 'Spread the lines evenly over time or objects').choices(['time', 'object']))
    .addOption(
      new Option(
        '--verdict <verdict>',
        'Draw lines that the filter keeps (default), drops, or leaves undecided',
      ).choices(['keep', 'drop', 'undecided']),
    )
    .option('--fast', 'Read only as many random objects as the sample or the precision needs')
    .option('--estimate', 'Report the share the filter keeps instead of drawing lines')
    .option(
      '--precision <p>',
      'With --estimate: stop reading at a precision of ±p, such as 1% or 0.01',
      parsePrecision,
    );
}

/** Checks combinations. @throws HeadgateError `usage` for contradictory flags */
export function checkSampleFlags(flags: DrawFlags): void {
  const { lines, estimate, precision, by, verdict } = flags;
  if (estimate !== true && precision !== undefined) throw usage('found --precision without --estimate, expected both');
  if (estimate !== true && lines === undefined) {
    throw usage('found neither -n nor --estimate, expected a number of lines such as -n 100');
  }
  if (estimate !== true) return;
  const drawing = { '-n': lines, '--by': by, '--verdict': verdict };
  const found = Object.entries(drawing).flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (found.length > 0)
    throw usage(`found ${found.join(', ')} with --estimate, which draws no lines; remove one of them`);
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot sample: ${found}`);
}

/** Parses half the width of an interval: percentage points with `%`, else a share. */
function parsePrecision(text: string): number {
  const parts = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(text.trim());
  const precision = parts === null ? Number.NaN : Number(parts[1]) / (parts[2] === '%' ? 100 : 1);
  if (precision > 0 && precision < 0.5) return precision;
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}, expected percentage points such as 1% or 0.5%, or a share such as 0.01, above 0 and below 50%.`,
  );
}
