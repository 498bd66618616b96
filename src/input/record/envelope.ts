// Finds the record inside an envelope that another system has put around it: `{"event":{…}}`, `{"message":"{…}"}`. What a line means depends
// on the line and the options alone, never on other lines.
import { InnerReader, type InnerRecord } from './inner-reader.ts';
import type { LineRecord } from './record.ts';

/** Whether a key is a field of the dataset, or differs from one in letter case only. */
export type FieldMatch = 'field' | 'other-case' | undefined;

/** How to find envelopes: at a path, or by the fields inside. */
export type EnvelopeOptions =
  /** Keys that lead from a line to its record, one list for each way to read the path; the first match counts. */
  { paths: readonly (readonly string[])[] } | { matchField: (name: string) => FieldMatch };

/** Keys of envelopes that are known by name, in the order in which they are tried: Splunk HEC, Elastic (two), Datadog. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(['event', '_source', 'message', 'attributes']);
/** Fields that the object at any other key must have. Ours: custom objects have few names in common with a dataset. */
const LEAST_FIELDS = 3;
/** Envelopes around each other that are searched: `result._raw` has two. Chosen by headgate. */
const MAX_ENVELOPES = 3;

/** Finds envelopes. A returned record is valid until the next call. */
export class Envelopes {
  readonly #options: EnvelopeOptions;
  /** By level, created on demand: most objects have no envelopes. */
  readonly #readers: InnerReader[] = [];

  constructor(options: EnvelopeOptions) {
    this.#options = options;
  }

  /** Returns the record in the line's envelope, or the line's own record if it has none. */
  unwrap(line: LineRecord): LineRecord {
    const options = this.#options;
    if ('paths' in options) {
      for (const path of options.paths) {
        const inner = this.#at(line, path);
        if (inner !== undefined) return inner.markUnwrapped(path.join('.'));
      }
      return line;
    }
    const { matchField } = options;
    return hasField(line, matchField) ? line : (this.#search(line, 0, '', matchField) ?? line);
  }

  #at(line: LineRecord, path: readonly string[]): InnerRecord | undefined {
    let found: InnerRecord | undefined;
    for (const [level, key] of path.entries()) {
      const index = (found ?? line).indexOf(key);
      found = index < 0 ? undefined : this.#reader(level).objectOrText(found ?? line, index);
      if (found === undefined) return undefined;
    }
    return found;
  }

  /** Finds the record in one of the values of a record without fields. @param prefix path of that record with a dot */
  #search(
    outer: LineRecord,
    level: number,
    prefix: string,
    matchField: (name: string) => FieldMatch,
  ): InnerRecord | undefined {
    if (level === MAX_ENVELOPES) return undefined;
    const open = (index: number, leastFields: number): InnerRecord | undefined => {
      const inner = this.#reader(level).objectOrText(outer, index);
      if (inner === undefined) return undefined;
      const path = `${prefix}${outer.fieldName(index)}`;
      if (hasFields(inner, leastFields, matchField)) return inner.markUnwrapped(path);
      return this.#search(inner, level + 1, `${path}.`, matchField);
    };
    for (const key of KNOWN_KEYS) {
      const index = outer.indexOf(key);
      const found = index < 0 ? undefined : open(index, 1);
      if (found !== undefined) return found;
    }
    let only = -1;
    let last = -1;
    let found: InnerRecord | undefined;
    for (let index = 0; index < outer.fieldCount; index += 1) {
      const name = outer.fieldName(index);
      // Of duplicate keys the last one counts.
      if (KNOWN_KEYS.has(name) || outer.indexOf(name) !== index) continue;
      const inner = open(index, LEAST_FIELDS);
      last = index;
      if (inner === undefined) continue;
      if (only >= 0) return undefined;
      only = index;
      found = inner;
    }
    // A later value has taken the place of the record.
    return only === last ? found : open(only, LEAST_FIELDS);
  }

  #reader(level: number): InnerReader {
    this.#readers[level] ??= new InnerReader();
    return this.#readers[level];
  }
}

function hasField(record: LineRecord, matchField: (name: string) => FieldMatch): boolean {
  for (let index = 0; index < record.fieldCount; index += 1) {
    if (matchField(record.fieldName(index)) === 'field') return true;
  }
  return false;
}

/** Whether a record has a number of fields, or {@link LEAST_FIELDS} fields if letter case is ignored. */
function hasFields(record: LineRecord, least: number, matchField: (name: string) => FieldMatch): boolean {
  let exact = 0;
  let inAnyCase = 0;
  for (let index = 0; index < record.fieldCount; index += 1) {
    if (record.isRepeat(index)) continue;
    const match = matchField(record.fieldName(index));
    if (match !== undefined) inAnyCase += 1;
    if (match === 'field') exact += 1;
    if (exact >= least || inAnyCase >= LEAST_FIELDS) return true;
  }
  return false;
}
