// Counts the values of all fields in samples of lines: in how many lines of each sample a field has each value. Interprets no value.
import { nearest, parseJson, printJson } from '../../../base/index.ts';
import { createRecordReader, type LineRecord } from '../../../input/record/index.ts';

/** A field that no line has. */
export interface AbsentField {
  /** The nearest name of a field that lines have; null if none is near. */
  nearest: string | null;
}

/** A value of a field, with its lines. */
export interface CountedValue {
  /** As JSON. */
  readonly json: string;
  /** Lines with the value, by sample. */
  readonly lines: readonly number[];
}

/** A line, and the samples that it is in. */
export interface SampledLine {
  line: string;
  /** Indices. */
  samples: readonly number[];
  /** What the line adds to each of them. @default 1, a line */
  amounts?: readonly number[];
}

/** What to count. */
interface ValueTableOptions {
  /** Number of samples. */
  samples: number;
  /** Whether the values of a field are counted. */
  counts: (field: string) => boolean;
}

/** The values of one field: in how many lines of each sample. */
type Counts = Map<string, number[]>;

/** Values by field, counted in several samples. Memory is that of the different values in the samples. */
export class ValueTable {
  readonly #options: ValueTableOptions;
  /** Undefined for a field that is not counted. */
  readonly #fields = new Map<string, Counts | undefined>();

  #hasRecords = false;

  constructor(options: ValueTableOptions) {
    this.#options = options;
  }

  /** Counts the values of lines. */
  add(lines: Iterable<SampledLine>): void {
    let current: SampledLine;
    const reader = createRecordReader(
      { input: 'ndjson' },
      { record: (record) => this.#addRecord(record, current), blank: ignore, malformed: ignore, remark: ignore },
    );
    for (const line of lines) {
      current = line;
      reader.push(Buffer.from(`${line.line}\n`));
    }
    reader.end();
  }

  /** The fields that occur, sorted. */
  get fields(): string[] {
    return [...this.#fields].flatMap(([field, values]) => (values === undefined ? [] : [field])).sort();
  }

  /** The values of a field, in no order. */
  valuesOf(field: string): CountedValue[] {
    const merged: Counts = new Map();
    for (const [text, lines] of this.#fields.get(field) ?? []) {
      const json = isOneSpelling(text) ? text : compacted(text);
      const known = merged.get(json);
      merged.set(json, known === undefined ? lines : known.map((count, sample) => count + lines[sample]!));
    }
    return [...merged].map(([json, lines]) => ({ json, lines }));
  }

  /** Returns that no line has a field; undefined if a line has it, or if there is no record. */
  absenceOf(field: string): AbsentField | undefined {
    if (this.#fields.has(field) || !this.#hasRecords) return undefined;
    return { nearest: nearest(field, this.#fields.keys()) ?? null };
  }

  #addRecord(record: LineRecord, { line, samples, amounts }: SampledLine): void {
    this.#hasRecords = true;
    // In ASCII, the bytes are at the places of the characters.
    const isAscii = record.json.length === line.length;
    for (let index = 0; index < record.fieldCount; index += 1) {
      const name = record.fieldName(index);
      const values = this.#countsOf(name);
      // Of duplicate keys the last one counts.
      if (values === undefined || record.indexOf(name) !== index) continue;
      const [start, end] = [record.valueStart(index), record.valueEnd(index)];
      const text = isAscii ? line.slice(start, end) : record.json.toString('utf8', start, end);
      let lines = values.get(text);
      if (lines === undefined) {
        lines = new Array<number>(this.#options.samples).fill(0);
        values.set(text, lines);
      }
      for (const [place, sample] of samples.entries()) lines[sample]! += amounts?.[place] ?? 1;
    }
  }

  #countsOf(field: string): Counts | undefined {
    const known = this.#fields.get(field);
    if (known !== undefined || this.#fields.has(field)) return known;
    const counts: Counts | undefined = this.#options.counts(field) ? new Map() : undefined;
    this.#fields.set(field, counts);
    return counts;
  }
}

/** Whether a value cannot be written in another way: neither a list nor an object, and without escapes. */
function isOneSpelling(text: string): boolean {
  return text[0] !== '[' && text[0] !== '{' && !text.includes('\\');
}

/** A value as JSON in one spelling: lists and objects without blanks, texts without needless escapes. */
function compacted(text: string): string {
  // Faster than parseJson. Where it changes the text, it may round numbers, sort keys or drop a duplicate.
  const printed = JSON.stringify(JSON.parse(text));
  return printed === text || text[0] === '"' ? printed : printJson(parseJson(text));
}

function ignore(): void {}
