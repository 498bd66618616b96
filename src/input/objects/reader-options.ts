// Derives how the records of an object are read from the flags, the output_options of its job, and the types of the dataset.
import { AUTO_UNWRAP, parseEnvelopePath } from '../../base/index.ts';
import { type Dataset, type FieldType, fieldInOtherCase, isKnownField } from '../../language/dataset/index.ts';
import type { ColumnType, InputShape, RecordReaderOptions } from '../record/index.ts';
import type { SourceObject } from '../sources/index.ts';

/** The form of the records as given by the user. Plain data. */
export interface ReadingFlags {
  /** @default 'auto' */
  input: InputShape;
  /** Path of the records in a JSON document: `events[].info`. */
  records: string | undefined;
  /** Names of CSV columns. */
  columns: readonly string[] | undefined;
  /** Path of the record in its line; `auto`: envelopes are found by the fields inside; `none`: lines are read as they are. @default 'auto' */
  unwrap?: string | undefined;
  /** The objects have the form that the flags specify: none is rejected as a file other than logs. @default false */
  isCertain?: boolean | undefined;
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

/**
 * Options for the record reader of an object. Flags take precedence over the job's output_options, these over detection. With a
 * record_template, or objects around the fields, lines may look like any other file, so no object is rejected.
 */
export function readerOptionsOf(
  { outputOptions, csvConflict, isOfTemplate = false, unwrap }: Omit<SourceObject, 'object' | 'destination'>,
  dataset: Dataset,
  { input, records, columns, unwrap: envelope = AUTO_UNWRAP, isCertain = false }: ReadingFlags,
): RecordReaderOptions {
  // A record_template may give fields other names, and a job's own wrapper is part of what it pushes.
  const hasOwnForm = isOfTemplate || unwrap !== undefined;
  return {
    envelope: envelopeOf(envelope === AUTO_UNWRAP && hasOwnForm ? NO_UNWRAP : envelope, dataset),
    input,
    isKnownField,
    rejectOther: !(isCertain || hasOwnForm),
    records,
    csv: {
      rejection: csvConflict,
      typeOf: (column) => COLUMN_TYPES[dataset.fields.get(column)?.type ?? 'unknown'],
      columns: columns ?? (outputOptions?.output_type === 'csv' ? outputOptions.field_names : undefined),
      delimiter: outputOptions?.field_delimiter,
      prefix: outputOptions?.batch_prefix,
      suffix: outputOptions?.batch_suffix,
    },
    unwrap,
  };
}

/** The value of `--unwrap` that reads lines as they are. */
const NO_UNWRAP = 'none';

function envelopeOf(unwrap: string, dataset: Dataset): RecordReaderOptions['envelope'] {
  if (unwrap === NO_UNWRAP) return undefined;
  if (unwrap !== AUTO_UNWRAP) return { paths: parseEnvelopePath(unwrap) };
  return {
    matchField: (name) => {
      if (dataset.fields.has(name)) return 'field';
      return fieldInOtherCase(dataset, name) === undefined ? undefined : 'other-case';
    },
  };
}

/** Whether lines may begin like HTML or XML, since flags or a record_template define their form. */
export function isMarkupRead({ isOfTemplate = false }: SourceObject, { isCertain = false }: ReadingFlags): boolean {
  return isCertain || isOfTemplate;
}
