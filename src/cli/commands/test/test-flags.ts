// Defines the flags of `test`, and rejects combinations without effect before anything is read.
import { type Command, InvalidArgumentError } from 'commander';
import { HeadgateError, SAFE_DIGITS } from '../../../base/index.ts';
import { parseCount } from '../../flags/parse-count.ts';

/** Values of {@link addTestFlags}. */
export interface TestFlags {
  minCoverage?: number;
  mine?: true;
  mask?: string[];
  whole?: true;
  lines?: number;
}

/** Adds `--min-coverage`, and the flags of mining. */
export function addTestFlags(command: Command): Command {
  return command
    .option(
      '--min-coverage <share>',
      'Exit with code 1 if the cases cover less of the conditions, such as 100% or 0.9',
      parseShare,
    )
    .optionsGroup('Mining options:')
    .option('--mine', 'Write a suite of a few lines of the sources instead of running suites')
    .option(
      '--mask <fields>',
      'With --mine: replace the values of these fields by pseudonyms, or none (default: fields with personal data)',
      parseMask,
    )
    .option('--whole', 'With --mine: write whole lines, not only the fields of the filter, RayID and the event time')
    .option('-n, --lines <n>', 'With --mine: maximum number of lines', parseCount(1));
}

/** Flags that only mining has; the values of the others have defaults. */
const OF_MINING = ['mask', 'whole', 'lines', 'threads'];
const OF_READING = [
  'since',
  'until',
  'slack',
  'input',
  'records',
  'unwrap',
  'fields',
  'endpointUrl',
  'region',
  'profile',
  'retryFor',
];

/** Checks combinations. @throws HeadgateError `usage` for flags that have no effect */
export function checkTestFlags(command: Command, { mine }: TestFlags): void {
  const names = mine === true ? ['minCoverage'] : [...OF_MINING, ...OF_READING, 'allFiles'];
  const found = command.options.filter((option) => {
    const name = option.attributeName();
    return names.includes(name) && command.getOptionValueSource(name) === 'cli';
  });
  if (found.length === 0) return;
  const flags = found.map(({ long }) => long).join(', ');
  throw new HeadgateError(
    'usage',
    `cannot test: found ${flags} ${mine === true ? 'with' : 'without'} --mine, expected ${mine === true ? 'it for suites only' : 'both'}`,
  );
}

function parseShare(text: string): number {
  const [, digits = '', unit] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const isExact = digits.replace('.', '').replace(/^0+/, '').length <= SAFE_DIGITS;
  // An exponent, because a quotient is rounded: 0.7 / 100 is not 0.007.
  const share = digits === '' || !isExact ? Number.NaN : Number(`${digits}${unit === '%' ? 'e-2' : ''}`);
  if (share >= 0 && share <= 1) return share;
  const number = Number(digits);
  const fix = digits !== '' && unit === '' && number > 1 && number <= 100 ? `; write ${digits}%` : '';
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}, expected a percentage such as 100%, or a share such as 0.9${isExact ? '' : `, of at most ${SAFE_DIGITS} digits`}${fix}.`,
  );
}

/** @returns no field for `none` */
function parseMask(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === 'none') return [];
  if (names.every((name) => name !== '' && name !== 'none')) return names;
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}, expected names of fields, separated by commas, or none.`,
  );
}
