// Writes the text between record_prefix and record_suffix: the fields of a record as JSON, as CSV cells, or in a
// template. Copies values byte for byte; rewrites only timestamps of another format.
import type { LineRecord } from '../../input/record/index.ts';
import {
  appendCell,
  type ResolvedOutput,
  reformat,
  type TemplatePart,
  type TextBuffer,
} from '../../language/output/index.ts';

/** Appends one record. */
export type RecordBody = (target: TextBuffer, record: LineRecord, lacking: MissingFieldSink) => void;

/** Receives the fields of a job that a line lacks. */
export interface MissingFieldSink {
  add(name: string): void;
}

/** Options of {@link bodyOf}. */
export interface BodyOptions {
  options: ResolvedOutput;
  /** Fields whose values follow `timestamp_format`. */
  timestamps: ReadonlySet<string>;
  /** The job's `record_template`, if it has one. */
  template: readonly TemplatePart[] | undefined;
}

type ValueWriter = (target: TextBuffer, json: Buffer, start: number, end: number) => void;

const NULL = Buffer.from('null');
const EMPTY_CELL = Buffer.from('""');
const BLANK = /^[ \t]*$/;

/** Creates the body writer for the job's records. */
export function bodyOf({ options, timestamps, template }: BodyOptions): RecordBody {
  const { output_type: type } = options;
  const rewrites = options['CVE-2021-44228'];
  const append: ValueWriter =
    type === 'csv'
      ? (target, json, start, end) => appendCell(target, json, start, end, rewrites)
      : (target, json, start, end) => target.append(json, start, end);
  const writer = new FieldWriter(append, options.timestamp_format, timestamps);
  if (template !== undefined) return templateBody(template, options.field_names, writer);
  const delimiter = Buffer.from(options.field_delimiter);
  return type === 'csv'
    ? csvBody(options.field_names ?? [], delimiter, writer)
    : jsonBody(options.field_names, delimiter, writer);
}

/** Writes the values of one record in sequence. */
class FieldWriter {
  readonly #append: ValueWriter;
  readonly #format: ResolvedOutput['timestamp_format'];
  readonly #timestamps: ReadonlySet<string>;

  constructor(append: ValueWriter, format: ResolvedOutput['timestamp_format'], timestamps: ReadonlySet<string>) {
    this.#append = append;
    this.#format = format;
    this.#timestamps = timestamps;
  }

  isTimestamp(name: string): boolean {
    return this.#timestamps.has(name);
  }

  /** @param json the record's JSON: getting it again is slow @param index of the field */
  write(target: TextBuffer, record: LineRecord, json: Buffer, index: number, isTimestamp: boolean): void {
    const [start, end] = [record.valueStart(index), record.valueEnd(index)];
    const text = isTimestamp ? reformat(json, start, end, this.#format) : undefined;
    const value = text === undefined ? json : Buffer.from(text);
    if (text === undefined) this.#append(target, value, start, end);
    else this.#append(target, value, 0, value.length);
  }
}

/** `"Name":` */
function keyOf(name: string): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:`);
}

/** Omits a field that a line lacks, since the value that the platform would have written is unknown. */
function jsonBody(names: readonly string[] | undefined, delimiter: Buffer, writer: FieldWriter): RecordBody {
  if (names === undefined) return ownFieldsBody(delimiter, writer);
  const fields = [...new Set(names)].map((name) => ({
    name,
    isTimestamp: writer.isTimestamp(name),
    key: keyOf(name),
    nextKey: Buffer.concat([delimiter, keyOf(name)]),
  }));
  return (target, record, lacking) => {
    const { json } = record;
    let isFirst = true;
    for (const { name, isTimestamp, key, nextKey } of fields) {
      const index = record.indexOf(name);
      if (index < 0) {
        lacking.add(name);
        continue;
      }
      target.append(isFirst ? key : nextKey);
      isFirst = false;
      writer.write(target, record, json, index, isTimestamp);
    }
  };
}

/** Writes the line's own fields in their order; of equal keys the last value, at the position of the first. */
function ownFieldsBody(delimiter: Buffer, writer: FieldWriter): RecordBody {
  return (target, record) => {
    const { json } = record;
    for (let index = 0; index < record.fieldCount; index += 1) {
      if (record.isRepeat(index)) continue;
      const name = record.fieldName(index);
      if (index > 0) target.append(delimiter);
      target.append(keyOf(name));
      writer.write(target, record, json, record.indexOf(name), writer.isTimestamp(name));
    }
  };
}

/**
 * Leaves the cell of a missing column empty, so that the others keep their positions. A row of only empty cells with
 * whitespace delimiters begins with `""`: readers skip blank lines, including ours.
 */
function csvBody(names: readonly string[], delimiter: Buffer, writer: FieldWriter): RecordBody {
  const fields = names.map((name) => ({ name, isTimestamp: writer.isTimestamp(name) }));
  const delimiters = Buffer.concat(fields.slice(1).map(() => delimiter));
  const mayBeBlank = BLANK.test(delimiters.toString());
  return (target, record, lacking) => {
    const { json } = record;
    const before = target.length;
    for (let place = 0; place < fields.length; place += 1) {
      const { name, isTimestamp } = fields[place]!;
      if (place > 0) target.append(delimiter);
      const index = record.indexOf(name);
      if (index < 0) lacking.add(name);
      else writer.write(target, record, json, index, isTimestamp);
    }
    if (!mayBeBlank || target.length - before > delimiters.length) return;
    target.cut(before);
    target.append(EMPTY_CELL);
    target.append(delimiters);
  };
}

/** Writes `null` for a field that a line lacks or `field_names` does not list, as the platform does. */
function templateBody(
  parts: readonly TemplatePart[],
  names: readonly string[] | undefined,
  writer: FieldWriter,
): RecordBody {
  const listed = names === undefined ? undefined : new Set(names);
  const steps = parts.map((part) =>
    part.kind === 'text'
      ? part
      : { ...part, isTimestamp: writer.isTimestamp(part.name), isListed: listed?.has(part.name) ?? true },
  );
  return (target, record, lacking) => {
    const { json } = record;
    for (const step of steps) {
      if (step.kind === 'text') {
        target.append(step.bytes);
        continue;
      }
      const index = step.isListed ? record.indexOf(step.name) : -1;
      if (index >= 0) {
        writer.write(target, record, json, index, step.isTimestamp);
        continue;
      }
      if (step.isListed) lacking.add(step.name);
      target.append(NULL);
    }
  };
}
