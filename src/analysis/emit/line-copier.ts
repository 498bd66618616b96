// Copies a stored line byte for byte, including whitespace and escapes, if its record has the fields of the job in the
// same order. Replaces only timestamps of another format.
import type { LineRecord } from '../../input/record/index.ts';
import { type ResolvedOutput, reformat, type TextBuffer } from '../../language/output/index.ts';

/** Copies a line if the record allows it. @returns whether it did */
export type LineCopier = (target: TextBuffer, record: LineRecord) => boolean;

interface Replacement {
  start: number;
  end: number;
  text: string;
}

/**
 * Creates a copier for lines whose braces are the end of `record_prefix` and the start of `record_suffix`.
 * @returns undefined if the job writes no line as stored
 */
export function lineCopierOf(options: ResolvedOutput, timestamps: ReadonlySet<string>): LineCopier | undefined {
  const isJson = options.output_type === 'ndjson' && options.record_template === undefined;
  const hasBraces = options.record_prefix.endsWith('{') && options.record_suffix.startsWith('}');
  if (!isJson || !hasBraces || options.field_delimiter !== ',') return undefined;
  const names = options.field_names === undefined ? undefined : [...new Set(options.field_names)];
  const written = names?.filter((name) => timestamps.has(name)) ?? [...timestamps];
  const prefix = Buffer.from(options.record_prefix.slice(0, -1));
  const suffix = Buffer.from(options.record_suffix.slice(1));
  return (target, record) => {
    if (names !== undefined && !hasFields(record, names)) return false;
    const { json } = record;
    target.append(prefix);
    let copied = 0;
    for (const { start, end, text } of replacements(record, json, written, options)) {
      target.append(json, copied, start);
      target.appendText(text);
      copied = end;
    }
    target.append(json, copied);
    target.append(suffix);
    return true;
  };
}

/** Whether the record has exactly these fields, each once, in this order. */
function hasFields(record: LineRecord, names: readonly string[]): boolean {
  if (record.fieldCount !== names.length) return false;
  for (let index = 0; index < names.length; index += 1) if (record.fieldName(index) !== names[index]) return false;
  return true;
}

/** Only the last of several equal keys counts, and only it is rewritten. */
function replacements(
  record: LineRecord,
  json: Buffer,
  names: readonly string[],
  { timestamp_format: format }: ResolvedOutput,
): Replacement[] {
  const found: Replacement[] = [];
  for (const name of names) {
    const index = record.indexOf(name);
    if (index < 0) continue;
    const [start, end] = [record.valueStart(index), record.valueEnd(index)];
    const text = reformat(json, start, end, format);
    if (text !== undefined) found.push({ start, end, text });
  }
  return found.sort((a, b) => a.start - b.start);
}
