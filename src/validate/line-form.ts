// The form of the lines that a job writes: which keys in which order, of which types, and how objects of it are read. From the job's
// output_options alone; looks at no line.
import { HeadgateError, parseJson, type Value } from '../base/index.ts';
import type { Dataset, FieldType } from '../dataset/index.ts';
import type { OutputOptions } from '../job/index.ts';
import { defaultsOf, parseTemplate, type ResolvedOutput, type TimestampFormat } from '../output/index.ts';
import type { InputShape } from '../record/index.ts';

/** One key that every line must have. */
export interface ExpectedField {
  key: string;
  /** The field of the dataset whose value stands there; undefined: text of a record_template. */
  field: string | undefined;
  /** `unknown`: any value will do. */
  type: FieldType;
}

/** How the lines of a job look. */
export interface LineForm {
  /** How objects are read. */
  input: InputShape;
  /** In their order; undefined where the job does not say. */
  fields: readonly ExpectedField[] | undefined;
  timestampFormat: TimestampFormat;
  /** Keys that a line may have or lack, whether `fields` has them or not. */
  optional: ReadonlySet<string>;
  /** Blank lines that the batch's prefix makes at the start of an object, and its suffix at the end. */
  blankLines: { first: number; last: number };
  /** Whether every `${` must have become `x{`. */
  rewritesCve: boolean;
}

/** Stands in place of a field's value while the form of a record is looked at: no job writes it. */
const MARK = '\u0001headgate field ';

/**
 * The form of a job's lines.
 * @throws HeadgateError `form-not-json` where what the job writes is neither JSON nor CSV, so that no line can be told from another;
 * `template-invalid`
 */
export function lineFormOf(options: OutputOptions, dataset: Dataset): LineForm {
  const output = defaultsOf(options);
  const common = {
    timestampFormat: output.timestamp_format,
    rewritesCve: output['CVE-2021-44228'],
    optional: new Set(output.merge_subrequests ? [MERGED_KEY] : []),
    blankLines: { first: 0, last: 0 },
  };
  const names = output.field_names && [...new Set(output.field_names)];
  if (output.output_type === 'csv' && output.record_template === undefined) {
    return { ...common, input: 'csv', fields: names?.map((name) => expected(name, name, dataset)) };
  }
  const record = `${output.record_prefix}${bodyOf(output, names ?? [])}${output.record_suffix}`;
  const keys = keysOf(record);
  if (keys === undefined) throw notJson(output);
  const fields = names === undefined && output.record_template === undefined ? undefined : fieldsOf(keys, dataset);
  const { record_delimiter: delimiter, batch_prefix: prefix, batch_suffix: suffix } = output;
  const isLine = !record.trim().includes('\n') && LINE_END.test(endOf(record) + delimiter);
  if (isLine && prefix.trim() === '' && suffix.trim() === '') {
    const blankLines = { first: lineEndsIn(prefix), last: Math.max(0, lineEndsIn(endOf(record) + suffix) - 1) };
    return { ...common, input: 'ndjson', fields, blankLines };
  }
  if (!isDocument(output, record)) throw notJson(output);
  return { ...common, input: 'auto', fields };
}

/** What `merge_subrequests` adds; where in the line is not documented. reference/logpush.md, section 5.6. */
const MERGED_KEY = 'Subrequests';

/** What stands between the records of two lines. */
const LINE_END = /^[ \t\r]*\n[ \t\r]*$/;

/** A record's text between prefix and suffix, each value a {@link MARK} with the name of its field. */
function bodyOf({ record_template: template, field_delimiter }: ResolvedOutput, names: readonly string[]): string {
  const mark = (name: string): string => JSON.stringify(MARK + name);
  if (template === undefined) return names.map((name) => `${JSON.stringify(name)}:${mark(name)}`).join(field_delimiter);
  return parseTemplate(template)
    .map((part) => (part.kind === 'field' ? mark(part.name) : part.bytes.toString()))
    .join('');
}

/** Whether a batch of two records is one JSON document. */
function isDocument({ batch_prefix, record_delimiter, batch_suffix }: ResolvedOutput, record: string): boolean {
  try {
    parseJson(`${batch_prefix}${record}${record_delimiter}${record}${batch_suffix}`);
    return true;
  } catch {
    return false;
  }
}

/** The keys of a record and what stands under them; undefined where it is no JSON object. */
function keysOf(record: string): [string, Value][] | undefined {
  try {
    const value = parseJson(record);
    return value instanceof Map ? [...value] : undefined;
  } catch {
    return undefined;
  }
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

function endOf(record: string): string {
  return record.slice(record.trimEnd().length);
}

function fieldsOf(keys: readonly [string, Value][], dataset: Dataset): ExpectedField[] {
  return keys.map(([key, value]) => {
    const isField = typeof value === 'string' && value.startsWith(MARK);
    return expected(key, isField ? value.slice(MARK.length) : undefined, dataset);
  });
}

function expected(key: string, field: string | undefined, dataset: Dataset): ExpectedField {
  const type = field === undefined ? undefined : dataset.fields.get(field)?.type;
  // The documentation names it, the dataset's page does not. reference/logpush.md, section 6.
  return { key, field, type: type ?? (field === 'ResponseFields' ? 'object' : 'unknown') };
}

function notJson({ record_template: template }: ResolvedOutput): HeadgateError {
  const what = template !== undefined ? 'record_template' : 'record_prefix, record_suffix or delimiters';
  return new HeadgateError(
    'form-not-json',
    `cannot validate lines of this job: found a ${what} that gives no JSON, wanted lines or documents of JSON objects, or CSV; such lines cannot be told apart, so nothing was read`,
  );
}
