// How the records of an object are to be read: from the flags, the job's output_options and the dataset's types.
import { type Dataset, type FieldType, isKnownField } from '../dataset/index.ts';
import type { OutputOptions } from '../job/index.ts';
import type { ColumnType, InputShape, RecordReaderOptions } from '../record/index.ts';

/** Flags that say how to read. */
export interface ReadingFlags {
  /** @default 'auto' */
  input: InputShape;
  /** Where records sit in a JSON document: `events[].info`. */
  records: string | undefined;
  /** Names of CSV columns. */
  columns: readonly string[] | undefined;
  /** What is read is what its reader was told it is: nothing is refused as another file than logs. @default false */
  isCertain?: boolean | undefined;
  /** Why an object that turns out to be CSV cannot be read. @default it can */
  csvConflict?: string | undefined;
}

const COLUMN_TYPES: Readonly<Record<FieldType, ColumnType>> = {
  string: 'string',
  int: 'int',
  float: 'float',
  bool: 'bool',
  timestamp: 'timestamp',
  object: 'json',
  unknown: 'string',
  'array[string]': 'json',
  'array[int]': 'json',
  'array[object]': 'json',
};

/** Options for the reader of one object. Flags go before the job's output_options, these before detection. */
export function readerOptionsFor(
  dataset: Dataset,
  flags: ReadingFlags,
  output: OutputOptions | undefined,
): RecordReaderOptions {
  const columns = flags.columns ?? (output?.output_type === 'csv' ? output.field_names : undefined);
  return {
    input: flags.input,
    isKnownField,
    refuseOther: flags.isCertain !== true,
    ...(flags.records === undefined ? {} : { records: flags.records }),
    csv: {
      ...(flags.csvConflict === undefined ? {} : { refusal: flags.csvConflict }),
      typeOf: (column) => COLUMN_TYPES[dataset.fields.get(column)?.type ?? 'unknown'],
      ...(columns === undefined ? {} : { columns: [...columns] }),
      ...(output?.field_delimiter === undefined ? {} : { delimiter: output.field_delimiter }),
      ...(output?.batch_prefix === undefined ? {} : { prefix: output.batch_prefix }),
      ...(output?.batch_suffix === undefined ? {} : { suffix: output.batch_suffix }),
    },
  };
}
