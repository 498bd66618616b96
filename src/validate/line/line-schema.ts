// The form of the lines that a job writes: which keys in which order, of which types, and how objects of it are read. From the job's
// output_options alone; looks at no line.
import { HeadgateError } from '../../base/index.ts';
import type { Dataset, FieldType } from '../../dataset/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import {
  defaultsOf,
  documentOf,
  type RecordKey,
  type RecordWrapper,
  type ResolvedOutput,
  recordShapeOf,
  recordTextOf,
  type TimestampFormat,
} from '../../output/index.ts';
import type { InputShape } from '../../record/index.ts';

/** One key that every line must have. */
export interface ExpectedField {
  key: string;
  /** The field of the dataset whose value stands there; undefined: text of a record_template. */
  field: string | undefined;
  /** `unknown`: any value will do. */
  type: FieldType;
}

/** How the lines of a job look. */
export interface LineSchema {
  /** How objects are read. */
  input: InputShape;
  /** The `--records` path that reads documents of this job; undefined where detection finds the records. */
  records: string | undefined;
  /** Objects around the fields of each record, the outermost first. */
  wrappers: readonly RecordWrapper[];
  /** In their order; undefined where the job does not say. */
  fields: readonly ExpectedField[] | undefined;
  timestampFormat: TimestampFormat;
  /** Keys that a line may have or lack, whether `fields` has them or not. */
  optional: ReadonlySet<string>;
  /**
   * Blank lines that the batch's prefix makes at the start of an object, and its suffix at the end; and those that the suffix of a
   * record and the delimiter make after each line.
   */
  blankLines: { first: number; last: number; between: number };
  /** Whether every `${` must have become `x{`. */
  rewritesCve: boolean;
}

/**
 * The form of a job's lines.
 * @param records the `--records` path that readers are given; wrappers that it names are read off already
 * @throws HeadgateError `form-not-json` where what the job writes is neither JSON nor CSV, so that no line can be told from another;
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

/** How many of the outermost wrappers a records path such as `events[].info` ends with. */
function wrappersIn(records: string | undefined, wrappers: readonly RecordWrapper[]): number {
  const keys = (records ?? '').slice((records ?? '').lastIndexOf(']') + 1).split('.');
  const isEnd = (count: number): boolean =>
    wrappers.slice(0, count).every(({ key }, index) => keys[keys.length - count + index] === key);
  let count = Math.min(keys.length, wrappers.length);
  while (!isEnd(count)) count -= 1;
  return count;
}

/** What `merge_subrequests` adds; where in the line is not documented. reference/logpush.md, section 5.6. */
const MERGED_KEY = 'Subrequests';

/** What stands between the records of two lines. */
const LINE_END = /^[ \t\r]*\n[ \t\r]*$/;

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

function endOf(record: string): string {
  return record.slice(record.trimEnd().length);
}

function expected(key: string, field: string | undefined, dataset: Dataset): ExpectedField {
  const type = field === undefined ? undefined : dataset.fields.get(field)?.type;
  // The documentation names it, the dataset's page does not. reference/logpush.md, section 6.
  return { key, field, type: type ?? (field === 'ResponseFields' ? 'object' : 'unknown') };
}

function notJson({ record_template: template }: ResolvedOutput): HeadgateError {
  const what =
    template !== undefined
      ? 'a record_template that gives'
      : 'values of record_prefix, record_suffix or record_delimiter that give';
  return new HeadgateError(
    'form-not-json',
    `cannot validate lines of this job: found ${what} no JSON, expected lines or documents of JSON objects, or CSV; such lines cannot be told apart, so nothing was read`,
  );
}
