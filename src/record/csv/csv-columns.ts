// Which columns a CSV object has: those of its header row, or those given.
import { HeadgateError } from '../../base/index.ts';
import { detectDelimiter, readCells } from './csv-header.ts';
import type { ColumnType } from './csv-line.ts';

/** How CSV is read. */
export interface CsvOptions {
  /** Names of the columns, where the object has no header row. */
  columns?: readonly string[];
  /** Empty is as if not given. @default the one of `,` `;` tab `|` that fits the first row best */
  delimiter?: string;
  /** Whether the first row is a header. @default it is, if no columns are given or it holds exactly their names, in any order */
  header?: boolean;
  /** What the job puts before each batch; taken off the start of the object. */
  prefix?: string;
  /** What the job puts behind each batch; taken off the end of the object. */
  suffix?: string;
  /** Why an object that turns out to be CSV cannot be read: a whole sentence. @default it can */
  refusal?: string;
  /** @default every column is a string */
  typeOf?: (column: string) => ColumnType;
}

/** What the layout is planned from. */
export interface LayoutOptions extends CsvOptions {
  /** Whether a name is a field of the dataset: without it no header is doubted for its names. */
  isKnownField?: (name: string) => boolean;
}

/** What the first row settles. */
export interface CsvLayout {
  columns: readonly string[];
  delimiter: string;
  /** The first row is a header and no record. */
  hasHeader: boolean;
  /** What to say of the header row: its names are not those given, or nothing but its place says that it is one. */
  doubt: 'other-names' | 'unknown-names' | undefined;
}

/** @throws HeadgateError `bad-csv-options` where the options cannot work, whatever the object holds */
export function validateCsvOptions(options: CsvOptions): void {
  const fault = csvOptionsFault(options);
  if (fault !== undefined) throw new HeadgateError('bad-csv-options', fault);
}

/** Why the options cannot work; undefined where they can. */
export function csvOptionsFault(options: CsvOptions): string | undefined {
  const fault = (found: string, wanted: string): string => `cannot read CSV: found ${found}, expected ${wanted}`;
  if (/["\r\n]/.test(options.delimiter ?? '')) {
    return fault(`the delimiter ${JSON.stringify(options.delimiter)}`, 'characters other than quotes and line ends');
  }
  if (options.header === false && options.columns === undefined) {
    return fault('neither a header row nor names of columns', 'one of them; give the names with --fields');
  }
  if (options.columns?.length === 0) return fault('an empty list of columns', 'at least one name');
  const unnamed = options.columns?.findIndex((name) => name.trim() === '') ?? -1;
  if (unnamed >= 0) return fault(`an empty name for column ${unnamed + 1}`, 'a name for each column');
  return undefined;
}

/** @param line the first row without its line end */
export function planLayout(line: string, options: LayoutOptions): CsvLayout {
  const given = options.columns;
  const delimiter = options.delimiter || detectDelimiter(line, given?.length);
  const cells = readCells(line, delimiter) ?? [line];
  if (given === undefined) {
    const { header, isKnownField } = options;
    const isUnknown = header === undefined && isKnownField !== undefined && !cells.some(isKnownField);
    return { columns: cells, delimiter, hasHeader: true, doubt: isUnknown ? 'unknown-names' : undefined };
  }
  const isSame = cells.length === given.length && new Set([...cells, ...given]).size === new Set(given).size;
  const hasHeader = options.header ?? isSame;
  const doubt = hasHeader && !isSame ? 'other-names' : undefined;
  return { columns: hasHeader ? cells : given, delimiter, hasHeader, doubt };
}
