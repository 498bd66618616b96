// The schema of the lines that a job writes: which keys in which order, of which types, and how its objects are read. Derived from the
// job's output_options only; reads no line.
import { HeadgateError } from '../../../base/index.ts';
import type { InputShape } from '../../../input/record/index.ts';
import type { Dataset, FieldType } from '../../../language/dataset/index.ts';
import type { OutputOptions } from '../../../language/job/index.ts';
import {
  defaultsOf,
  documentOf,
  type RecordKey,
  type RecordWrapper,
  type ResolvedOutput,
  recordShapeOf,
  recordTextOf,
  type TimestampFormat,
} from '../../../language/output/index.ts';

/** One key that every line must have. */
export interface ExpectedField {
  key: string;
  /** The field of the dataset that the key contains; undefined: text of a record_template. */
  field: string | undefined;
  /** `unknown`: any value is valid. */
  type: FieldType;
}

/** The schema of a job's lines. */
export interface LineSchema {
  /** How objects are read. */
  input: InputShape;
  /** The path of the records that reads documents of this job; undefined if detection finds the records. */
  records: string | undefined;
  /** Objects around the fields of each record, the outermost first. */
  wrappers: readonly RecordWrapper[];
  /** In order; undefined if the job does not list them. */
  fields: readonly ExpectedField[] | undefined;
  timestampFormat: TimestampFormat;
  /** Keys that a line may contain or lack, whether or not they are in `fields`. */
  optional: ReadonlySet<string>;
  /**
   * How many blank lines batch_prefix writes at the start of an object, and batch_suffix at its end; and how many record_suffix and
   * record_delimiter write after each line.
   */
  blankLines: { first: number; last: number; between: number };
  /** Whether the job rewrites every `${` to `x{`. */
  rewritesCve: boolean;
}

/**
 * Returns the schema of a job's lines.
 * @param records the path of the records that the readers use; they remove the wrappers that it names
 * @throws HeadgateError `form-not-json` if the job's output is neither JSON nor CSV: the boundaries of its records are unknown;
 * `template-invalid`
 */
export function lineSchemaOf(options: OutputOptions, dataset: Dataset, records?: string): LineSchema {
  const output = defaultsOf(options);
  const common = {
    timestampFormat: output.timestamp_format,
    rewritesCve: output['CVE-2021-44228'],
    optional: new Set(output.merge_subrequests ? [MERGED_KEY] : []),
    blankLines: { first: 0, last: 0, between: 0 },
    records: undefined,
    wrappers: [],
  };
  const names = output.field_names && [...new Set(output.field_names)];
  if (output.output_type === 'csv' && output.record_template === undefined) {
    const between = Math.max(0, lineEndsIn(endOf(output.record_suffix) + output.record_delimiter) - 1);
    const fields = names?.map((name) => expected(name, name, dataset));
    return { ...common, input: 'csv', fields, blankLines: { first: 0, last: 0, between } };
  }
  const record = recordTextOf(output);
  const shape = recordShapeOf(record);
  if (shape === undefined) throw notJson(output);
  const wrappers = shape.wrappers.slice(wrappersIn(records, shape.wrappers));
  const isListed = names !== undefined || output.record_template !== undefined;
  const fields = isListed ? shape.keys.map(({ key, field }: RecordKey) => expected(key, field, dataset)) : undefined;
  const { record_delimiter: delimiter, batch_prefix: prefix, batch_suffix: suffix } = output;
  const isLine = !record.trim().includes('\n') && LINE_END.test(endOf(record) + delimiter);
  if (isLine && prefix.trim() === '' && suffix.trim() === '') {
    const last = Math.max(0, lineEndsIn(endOf(record) + suffix) - 1);
    const blankLines = { first: lineEndsIn(prefix), last, between: 0 };
    return { ...common, input: 'ndjson', wrappers, fields, blankLines };
  }
  const document = documentOf(output, record);
  if (document === undefined) throw notJson(output);
  return { ...common, input: 'auto', ...document, wrappers, fields };
}

/** Returns how many of the outermost wrappers a records path such as `events[].info` ends with. */
function wrappersIn(records: string | undefined, wrappers: readonly RecordWrapper[]): number {
  const keys = (records ?? '').slice((records ?? '').lastIndexOf(']') + 1).split('.');
  const isEnd = (count: number): boolean =>
    wrappers.slice(0, count).every(({ key }, index) => keys[keys.length - count + index] === key);
  let count = Math.min(keys.length, wrappers.length);
  while (!isEnd(count)) count -= 1;
  return count;
}

/** The key that `merge_subrequests` adds; its place in the line is not documented. docs/platform.md, "Output options". */
const MERGED_KEY = 'Subrequests';

/** The text between the records of two lines. */
const LINE_END = /^[ \t\r]*\n[ \t\r]*$/;

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

function endOf(record: string): string {
  return record.slice(record.trimEnd().length);
}

function expected(key: string, field: string | undefined, dataset: Dataset): ExpectedField {
  const type = field === undefined ? undefined : dataset.fields.get(field)?.type;
  // The documentation names this field, the dataset's page does not. docs/platform.md, "Custom fields".
  return { key, field, type: type ?? (field === 'ResponseFields' ? 'object' : 'unknown') };
}

function notJson({ record_template: template }: ResolvedOutput): HeadgateError {
  const what =
    template !== undefined ? 'a record_template' : 'values of record_prefix, record_suffix or record_delimiter';
  return new HeadgateError(
    'form-not-json',
    `cannot validate lines of this job: found ${what} whose output is not JSON, expected lines or documents of JSON objects, or CSV; the boundaries of such records are unknown, so nothing was read`,
  );
}
