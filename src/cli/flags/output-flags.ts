// The flags of every command with a result: its format, where it goes, and how it looks.
import { PLACE_COLUMN } from '../../report/index.ts';
import { type FlagsOf, inGroup } from '../flag-row.ts';
import { named, splitNames } from './parsers.ts';

/** The `--out` that means standard output. Commands see no `out` then. */
export const STANDARD_OUTPUT = '-';

/** Of every result that is a report: its text leaves out details. */
const DETAILS_FLAG = {
  flag: '--details',
  sets: 'output.details',
  kind: 'switch',
  help: 'Print every section; without it, text names the sections that it leaves out',
} as const;

/**
 * Returns the flags that every command with a result has.
 * @param formats of the result, the default first
 * @param tables names of the tables that `csv` can print: `csv:jobs`. @default it has one
 */
export function outputFlags(formats: readonly string[], tables: readonly string[] = []) {
  const format = {
    flag: '--format <format>',
    sets: 'output.format',
    kind: 'choice',
    choices: [...formats, ...(tables.length > 1 ? tables.map((table) => `csv:${table}`) : [])],
    default: formats[0]!,
    help: tables.length > 1 ? 'Output format; of csv with the table to write' : 'Output format',
  } as const;
  return [
    ...inGroup('Output options:', [format]),
    ...inGroup('Output options:', formats.includes('markdown') ? [DETAILS_FLAG] : []),
    ...OUTPUT_FLAGS,
  ];
}

const OUTPUT_FLAGS = inGroup('Output options:', [
  {
    flag: '-o, --out <file>',
    sets: 'output.out',
    kind: 'parsed',
    ...named('a file'),
    help: 'Write the complete result to a file, in the format of its ending (if interrupted, to <file>.partial); - for standard output',
  },
  { flag: '-q, --quiet', sets: 'output.quiet', kind: 'switch', help: 'Print only the result and errors' },
  { flag: '--no-color', sets: 'output.color', kind: 'switch', value: false, help: 'Disable colors (also: NO_COLOR)' },
  { flag: '--debug', sets: 'output.debug', kind: 'switch', help: 'Print the stack trace of an unexpected error' },
]);

/** Shows lines whole. */
const WHOLE_LINES = 'all';

/** Which fields of example lines a table shows. Of every command that shows lines. */
export const SHOW_FLAG = {
  flag: '--show <fields>',
  sets: 'output.show',
  kind: 'parsed',
  parse: parseShow,
  expected: `names of fields separated by commas, ${PLACE_COLUMN} for object and offset, or all alone`,
  help: 'Fields of example lines, separated by commas; @place for object and offset; all for whole lines (default: identifier, time, those of the filter, and what fits)',
} as const;

function parseShow(text: string): typeof WHOLE_LINES | string[] | undefined {
  const names = splitNames(text);
  if (names?.length === 1 && names[0] === WHOLE_LINES) return WHOLE_LINES;
  const isWrong = (name: string): boolean => name === WHOLE_LINES || (name.startsWith('@') && name !== PLACE_COLUMN);
  return names === undefined || names.some(isWrong) ? undefined : [...new Set(names)];
}

/** Of every command that has it, whatever it is strict about. */
export const STRICT_FLAG = { flag: '--strict', sets: 'output.strict', kind: 'switch' } as const;

/** A flag of {@link outputFlags}. */
export type OutputRow = ReturnType<typeof outputFlags>[number];

/** Where a result and notices go, and how they look. */
export type OutputFlags = FlagsOf<OutputRow | typeof SHOW_FLAG | (typeof STRICT_FLAG & { help: string })>['output'] & {
  /** The table of `--format csv:TABLE`. @default the first that the result has */
  table?: string;
};
