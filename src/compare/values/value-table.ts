// Counts the values of all fields in samples of lines: in how many lines of each sample a field has each value. Interprets no value.
import { parseJson, printJson } from '../../base/index.ts';
import { createRecordReader, type LineRecord } from '../../record/index.ts';
import type { Sample } from '../../replay/index.ts';

/** A value of a field, with its lines. */
export interface CountedValue {
  /** As JSON. */
  readonly json: string;
  /** Lines with the value, by sample. */
  readonly lines: readonly number[];
}

/** Begins an escape in a text. */
const BACKSLASH = 0x5c;
const LF = Buffer.from('\n');

/** Values by field, counted in several samples. Memory is that of the different values in the samples. */
export class ValueTable {
  readonly #samples: number;
  readonly #names: readonly string[] | undefined;
  readonly #fields = new Map<string, Map<string, number[]>>();

  /** @param samples number of samples @param names of the fields to count @default all */
  constructor(samples: number, names?: readonly string[]) {
    this.#samples = samples;
    this.#names = names;
  }

  /** Counts the values of lines. @param samplesOf returns the samples that a line is in */
  add(lines: readonly Sample[], samplesOf: (line: Sample) => readonly number[]): void {
    let samples: readonly number[] = [];
    const reader = createRecordReader(
      { input: 'ndjson' },
      { record: (record) => this.#addRecord(record, samples), blank: ignore, malformed: ignore, remark: ignore },
    );
    for (const line of lines) {
      samples = samplesOf(line);
      reader.push(Buffer.concat([Buffer.from(line.line), LF]));
    }
    reader.end();
  }

  /** The fields that occur, sorted. */
  get fields(): string[] {
    return [...this.#fields.keys()].sort();
  }

  /** The values of a field, in no order. */
  valuesOf(field: string): CountedValue[] {
    return [...(this.#fields.get(field) ?? [])].map(([json, lines]) => ({ json, lines }));
  }

  #addRecord(record: LineRecord, samples: readonly number[]): void {
    for (const name of this.#names ?? []) {
      const index = record.indexOf(name);
      if (index >= 0) this.#addField(name, index, record, samples);
    }
    if (this.#names !== undefined) return;
    for (let index = 0; index < record.fieldCount; index += 1) {
      const name = record.fieldName(index);
      // Of duplicate keys the last one counts.
      if (record.indexOf(name) !== index) continue;
      this.#addField(name, index, record, samples);
    }
  }

  #addField(name: string, index: number, record: LineRecord, samples: readonly number[]): void {
    this.#addValue(name, textOf(record.json, record.valueStart(index), record.valueEnd(index)), samples);
  }

  #addValue(name: string, json: string, samples: readonly number[]): void {
    let values = this.#fields.get(name);
    if (values === undefined) {
      values = new Map();
      this.#fields.set(name, values);
    }
    let lines = values.get(json);
    if (lines === undefined) {
      lines = new Array<number>(this.#samples).fill(0);
      values.set(json, lines);
    }
    for (const sample of samples) lines[sample]! += 1;
  }
}

/** A value as JSON in one spelling: lists and objects without blanks, texts without needless escapes. */
function textOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  const isNested = bytes[start] === 0x5b || bytes[start] === 0x7b;
  return isNested || bytes.subarray(start, end).includes(BACKSLASH) ? printJson(parseJson(text)) : text;
}

function ignore(): void {}
