// Decides the columns of a CSV object: those of its header row, or the given ones.
import { HeadgateError } from '../../../base/index.ts';
import { detectDelimiter, readCells } from './csv-header.ts';
import type { ColumnType } from './csv-line.ts';

/** Options for reading CSV. */
export interface CsvOptions {
  /** Names of the columns of an object without a header row. */
  columns?: readonly string[] | undefined;
  /** Empty means the default. @default the one of `,` `;` tab `|` that matches the first row best */
  delimiter?: string | undefined;
  /** Whether the first row is a header. @default it is, if no columns are given or it contains exactly their names, in any order */
  header?: boolean | undefined;
  /** The job's batch prefix, which is removed from the start of the object. */
  prefix?: string | undefined;
  /** The job's batch suffix, which is removed from the end of the object. */
  suffix?: string | undefined;
  /** Why CSV cannot be read, as a complete sentence: reported for an object that is CSV. @default CSV can be read */
  rejection?: string | undefined;
  /** @default every column is a string */
  typeOf?: ((column: string) => ColumnType) | undefined;
}

/** The inputs of {@link planLayout}. */
export interface LayoutOptions extends CsvOptions {
  /** Whether a name is a field of the dataset; without it, the names of a header are not checked. */
  isKnownField?: ((name: string) => boolean) | undefined;
}

/** The layout of a CSV object, decided by its first row. */
export interface CsvLayout {
  columns: readonly string[];
  delimiter: string;
  /** Whether the first row is a header and not a record. */
  hasHeader: boolean;
  /** Why the header row may be wrong: its names differ from the given ones, or none of its names is known. */
  doubt: 'other-names' | 'unknown-names' | undefined;
}

/** @throws HeadgateError `bad-csv-options` when the options are invalid for every object */
export function validateCsvOptions(options: CsvOptions): void {
  const fault = csvOptionsFault(options);
  if (fault !== undefined) throw new HeadgateError('bad-csv-options', fault);
}

/** Returns why the options are invalid; undefined when they are valid. */
export function csvOptionsFault(options: CsvOptions): string | undefined {
  const fault = (found: string, expected: string): string => `cannot read CSV: found ${found}, expected ${expected}`;
  if (/["\r\n]/.test(options.delimiter ?? '')) {
    return fault(`the delimiter ${JSON.stringify(options.delimiter)}`, 'characters other than quotes and line ends');
  }
  if (options.header === false && options.columns === undefined) {
    return fault('neither a header row nor names of columns', 'one of them; pass the names with --input csv:NAME,NAME');
  }
  if (options.columns?.length === 0) return fault('an empty list of columns', 'at least one name');
  const unnamed = options.columns?.findIndex((name) => name.trim() === '') ?? -1;
  if (unnamed >= 0) return fault(`an empty name for column ${unnamed + 1}`, 'a name for each column');
  return undefined;
}

/** Plans the layout of an object. @param line the first row without its line end */
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
