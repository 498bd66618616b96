// The LineRecord of a builder: a view of the newest exchange. Decides values on demand, and writes JSON only when it is asked for:
// most lines of a selective filter are never written.
import { type Instant, mix32, type Value } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { FieldReader, LoggedValue } from '../../language/custom-fields/index.ts';
import { instantOf } from '../../language/dataset/index.ts';
import { type Exchange, type Target, targetOf } from '../traffic/index.ts';
import { JsonBuffer } from './json-buffer.ts';
import type { Column, CustomPart, LineSource } from './line-columns.ts';
import { instantAt, loggedValueOf } from './logged-value.ts';

const COMMA = 44;
const OPEN = 123;
const CLOSE = 125;

/** What a line is made with. */
interface LinePlan {
  /** All logged fields, by name. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The fields that lines contain, in order. */
  readonly written: readonly Column[];
  /** Reads custom fields; undefined without a ruleset. */
  readonly reader: FieldReader | undefined;
  readonly seed: number;
}

/** Number of 32-bit values. */
const WORDS = 2 ** 32;

/** A view of one exchange; {@link moveTo} moves it to the next. */
export class LoggedLine implements LineRecord, LineSource {
  readonly offset = 0;
  exchange!: Exchange;
  readonly #plan: LinePlan;
  /** By field: `{"name":` or `,"name":`. */
  readonly #leads: readonly Uint8Array[];
  readonly #indices: ReadonlyMap<string, number>;
  readonly #buffer = new JsonBuffer();
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #atMs = 0;
  #sequence = 0;
  #json: Buffer | undefined;
  #target: Target | undefined;
  #start: Instant | undefined;
  #custom: readonly LoggedValue[] | undefined;

  constructor(plan: LinePlan) {
    const { written } = plan;
    this.#plan = plan;
    this.#leads = written.map(({ name }, index) => Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    this.#indices = new Map(written.map(({ name }, index) => [name, index]));
    this.#starts = new Int32Array(written.length);
    this.#ends = new Int32Array(written.length);
  }

  moveTo(exchange: Exchange, atMs: number, sequence: number): void {
    this.exchange = exchange;
    this.#atMs = atMs;
    this.#sequence = sequence;
    this.#json = undefined;
    this.#target = undefined;
    this.#start = undefined;
    this.#custom = undefined;
  }

  get target(): Target {
    this.#target ??= targetOf(this.exchange);
    return this.#target;
  }

  get start(): Instant {
    this.#start ??= this.#replacedTime('EdgeStartTimestamp') ?? this.exchange.timestamp ?? instantAt(this.#atMs);
    return this.#start;
  }

  get end(): Instant {
    const { start } = this;
    const end = this.#replacedTime('EdgeEndTimestamp');
    return end === undefined || end < start ? start : end;
  }

  get generatedRayId(): string {
    return rayIdOf(this.#plan.seed, this.#sequence);
  }

  get bytes(): number {
    return this.json.length + 1;
  }

  get fieldCount(): number {
    return this.#leads.length;
  }

  get json(): Buffer {
    this.#json ??= this.#write();
    return this.#json;
  }

  get(field: string): Value | undefined {
    const column = this.#plan.columns.get(field);
    if (column === undefined) return undefined;
    return column.parts === undefined ? this.#valueOf(column) : this.#objectOf(column.parts);
  }

  stored(): Uint8Array {
    return new Uint8Array(this.json);
  }

  pushed(): Uint8Array {
    return this.stored();
  }

  indexOf(field: string): number {
    return this.#indices.get(field) ?? -1;
  }

  valueStart(index: number): number {
    this.#json ??= this.#write();
    return this.#starts[index]!;
  }

  valueEnd(index: number): number {
    this.#json ??= this.#write();
    return this.#ends[index]!;
  }

  fieldName(index: number): string {
    return this.#plan.written[index]!.name;
  }

  fieldBytes(index: number): number {
    // Counts the brace or comma before the key as the comma between two fields.
    return this.#leads[index]!.length + this.valueEnd(index) - this.valueStart(index);
  }

  isEmpty(index: number): boolean {
    const [start, end] = [this.valueStart(index), this.valueEnd(index)];
    const text = end - start > 'null'.length ? '' : this.json.toString('latin1', start, end);
    return text === '""' || text === '[]' || text === '{}' || text === 'null';
  }

  isRepeat(_index: number): boolean {
    return false;
  }

  toMap(): Map<string, Value> {
    return new Map(this.#plan.written.map(({ name }) => [name, this.get(name)!]));
  }

  #replacedTime(field: string): Instant | undefined {
    const given = this.exchange.fields?.[field];
    return given === undefined ? undefined : instantOf(loggedValueOf(given));
  }

  #valueOf(column: Column): Value {
    const { fields } = this.exchange;
    if (fields !== undefined && column.isReplaceable) {
      const given = fields[column.name];
      if (typeof given === 'string') return given;
      if (given !== undefined) return loggedValueOf(given);
    }
    return column.read(this);
  }

  #objectOf(parts: readonly CustomPart[]): Value {
    const values = this.#customValues();
    const object = new Map<string, Value>();
    for (const { name, index } of parts) {
      const value = values[index];
      if (value !== undefined) object.set(name, typeof value === 'string' ? value : [...value]);
    }
    return object;
  }

  #customValues(): readonly LoggedValue[] {
    const { request, response } = this.exchange;
    this.#custom ??= this.#plan.reader?.readValues({ request: request.headers, response: response.headers }) ?? [];
    return this.#custom;
  }

  #write(): Buffer {
    const { written } = this.#plan;
    const buffer = this.#buffer;
    buffer.clear();
    for (let index = 0; index < written.length; index += 1) {
      const column = written[index]!;
      buffer.append(this.#leads[index]!);
      this.#starts[index] = buffer.length;
      if (column.parts !== undefined) this.#writeObject(column.parts);
      else {
        const value = this.#valueOf(column);
        if (value === column.zero) buffer.append(column.zeroJson);
        else buffer.appendValue(value);
      }
      this.#ends[index] = buffer.length;
    }
    if (written.length === 0) buffer.appendByte(OPEN);
    buffer.appendByte(CLOSE);
    return buffer.view();
  }

  #writeObject(parts: readonly CustomPart[]): void {
    const buffer = this.#buffer;
    const values = parts.length === 0 ? [] : this.#customValues();
    buffer.appendByte(OPEN);
    let isFirst = true;
    for (let i = 0; i < parts.length; i += 1) {
      const { key, index } = parts[i]!;
      const value = values[index];
      if (value === undefined) continue;
      if (!isFirst) buffer.appendByte(COMMA);
      isFirst = false;
      buffer.append(key);
      buffer.appendValue(value as Value);
    }
    buffer.appendByte(CLOSE);
  }
}

/** Returns 16 hexadecimal digits, different for each sequence number of a seed. @param sequence from 0, at most 2^53 */
function rayIdOf(seed: number, sequence: number): string {
  // mix32 maps different numbers to different numbers, so the lower half alone differs for 2^32 exchanges.
  const low = mix32(sequence ^ seed);
  const high = mix32(mix32(seed) + Math.floor(sequence / WORDS));
  return hex(high) + hex(low);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
