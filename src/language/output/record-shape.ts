// Derives the JSON shape of a job's records from its output_options alone: the keys that lead to the fields, the keys
// of a record, the position of records in a document. Reads no logs. docs/platform.md, "Output options".
import { parseJson, type Value } from '../../base/index.ts';
import type { OutputOptions } from '../job/index.ts';
import { defaultsOf, type ResolvedOutput } from './defaults.ts';
import { parseTemplate } from './record-template.ts';

/** An object around the fields of a record, such as `{"info":{…}}`. */
export interface RecordWrapper {
  /** The key of the fields, or of the next wrapper. */
  key: string;
  /** All keys of the wrapper in their order. */
  keys: readonly string[];
}

/** A key of the object with the fields, and the dataset field of its value; undefined for constant text of the job. */
export interface RecordKey {
  key: string;
  field: string | undefined;
}

/** The shape of one record. */
export interface RecordShape {
  /** Objects around the fields, outermost first; empty if the record itself contains the fields. */
  wrappers: readonly RecordWrapper[];
  /** Keys of the object that contains the fields, in their order. */
  keys: readonly RecordKey[];
}

/** Replaces the value of a field in the record that {@link recordTextOf} writes; no job writes this text. */
const MARK = '\u0001headgate field ';
/** Field of a record whose job lists none, to mark its position. */
const ANY_FIELD = '';

/** Writes one record as text, with each value replaced by a mark with the name of its field. */
export function recordTextOf(output: ResolvedOutput): string {
  return `${output.record_prefix}${bodyTextOf(output)}${output.record_suffix}`;
}

/** Parses the shape of a record of {@link recordTextOf}. @returns undefined if it is not a JSON object */
export function recordShapeOf(text: string): RecordShape | undefined {
  let holder = parsed(text);
  if (!(holder instanceof Map)) return undefined;
  const wrappers: RecordWrapper[] = [];
  for (let next = wrappedIn(holder); next !== undefined; next = wrappedIn(holder)) {
    wrappers.push({ key: next.key, keys: [...holder.keys()] });
    holder = next.value;
  }
  const keys = [...holder].map(([key, value]): RecordKey => ({ key, field: fieldOf(value) }));
  return { wrappers, keys: keys.filter(({ field }) => field !== ANY_FIELD) };
}

/**
 * Returns the keys that lead from a job's record to its fields: `["info"]` for the record_prefix `{"info":{`.
 * @returns an empty list if records contain the fields themselves, and for CSV
 */
export function wrapperKeysOf(options: OutputOptions): readonly string[] {
  // Without these options the record is the platform's own object of fields.
  if (!options.record_prefix && !options.record_suffix && !options.record_template) return [];
  if (options.output_type === 'csv') return [];
  try {
    const shape = recordShapeOf(recordTextOf(defaultsOf(options)));
    return shape?.wrappers.map(({ key }) => key) ?? [];
  } catch {
    // The check of the job reports an invalid record_template.
    return [];
  }
}

/**
 * Checks whether a batch is one JSON document, and returns the path of the records that readers need if detection fails.
 */
export function documentOf(output: ResolvedOutput, record: string): { records: string | undefined } | undefined {
  const { batch_prefix: prefix, record_delimiter: delimiter, batch_suffix: suffix } = output;
  const document = parsed(`${prefix}${record}${delimiter}${record}${suffix}`);
  if (document === undefined) return undefined;
  // Detection finds the only array of objects of a document, but not nested arrays, and chooses none of several.
  const arrays = document instanceof Map ? [...document.values()].filter(holdsObjects) : [document];
  const isDetected = arrays.length === 1 && holdsRecords(arrays[0]!);
  return { records: isDetected ? undefined : pathOfRecords(document) };
}

function bodyTextOf({
  record_template: template,
  field_delimiter: delimiter,
  field_names: names,
}: ResolvedOutput): string {
  const mark = (name: string): string => JSON.stringify(MARK + name);
  if (template === undefined) {
    const fields = names === undefined ? [ANY_FIELD] : [...new Set(names)];
    return fields.map((name) => `${JSON.stringify(name)}:${mark(name)}`).join(delimiter);
  }
  return parseTemplate(template)
    .map((part) => (part.kind === 'field' ? mark(part.name) : part.bytes.toString()))
    .join('');
}

/**
 * Finds the only object that contains all fields of `holder`; undefined if `holder` itself or several objects contain
 * them.
 */
function wrappedIn(holder: Map<string, Value>): { key: string; value: Map<string, Value> } | undefined {
  const withFields = [...holder].filter(([, value]) => holdsField(value));
  const [first] = withFields;
  if (withFields.length !== 1 || !(first![1] instanceof Map)) return undefined;
  return { key: first![0], value: first![1] };
}

function holdsField(value: Value): boolean {
  if (value instanceof Map) return [...value.values()].some(holdsField);
  return Array.isArray(value) ? value.some(holdsField) : fieldOf(value) !== undefined;
}

function fieldOf(value: Value): string | undefined {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;
}

function pathOfRecords(value: Value): string | undefined {
  if (holdsRecords(value)) return '[]';
  if (!(value instanceof Map)) return undefined;
  for (const [key, inner] of value) {
    const path = pathOfRecords(inner);
    if (path !== undefined) return path.startsWith('[') ? `${key}${path}` : `${key}.${path}`;
  }
  return undefined;
}

function holdsRecords(value: Value): boolean {
  return holdsObjects(value) && holdsField(value[0]!);
}

function holdsObjects(value: Value): value is Value[] {
  return Array.isArray(value) && value[0] instanceof Map;
}

function parsed(text: string): Value | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
