// The hot loop: does a line have exactly the form of the job? Compares keys as bytes, passes over values by their type, and says no to
// whatever is not plainly right: FieldRules and checkCustomFields then judge, and they alone tell what is wrong. Makes no strings.
import type { Dataset, FieldType } from '../dataset/index.ts';
import type { CustomPlan } from './custom-plan.ts';
import { FastCustom } from './fast-custom.ts';
import { FastLeads } from './fast-leads.ts';
import { FastTime } from './fast-time.ts';
import {
  skipArray,
  skipEscape,
  skipInteger,
  skipNull,
  skipNumber,
  skipObject,
  skipString,
  skipValue,
  skipWord,
  specialAt,
} from './json-skip.ts';
import type { ExpectedField, LineForm } from './line-form.ts';

const LF = 10;
const QUOTE = 34;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;
const LOWER_N = 110;

/** How a value is passed over. */
const TEXT = 0;
const INTEGER = 1;
const NUMBER = 2;
const BOOL = 3;
const TIME = 4;
const TEXTS = 5;
const INTEGERS = 6;
const OBJECTS = 7;
const OBJECT = 8;
const ANY = 9;
const CUSTOM = 10;

const KINDS: Readonly<Record<FieldType, number>> = {
  string: TEXT,
  int: INTEGER,
  float: NUMBER,
  bool: BOOL,
  timestamp: TIME,
  'array[string]': TEXTS,
  'array[int]': INTEGERS,
  'array[object]': OBJECTS,
  object: OBJECT,
  unknown: ANY,
};

/** Checks one line after another; the arrays hold the values of the line accepted last. */
export class FastLine {
  /** By field of the form: first byte of the value and the byte after it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By field: 1 for a text with an escape. */
  readonly escaped: Uint8Array;
  /** Milliseconds since 1970, rounded down; NaN where the line has no event time by its form. */
  eventMs = Number.NaN;
  readonly #kinds: Uint8Array;
  readonly #leads: FastLeads;
  readonly #custom: FastCustom;
  readonly #tables: readonly ReturnType<FastCustom['tableOf']>[];
  readonly #time: FastTime;
  readonly #eventAt: number;
  readonly #isEventMs: boolean;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(fields: readonly ExpectedField[], form: LineForm, dataset: Dataset, plan: CustomPlan) {
    const leads = fields.map(({ key }, index) => Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`));
    this.#custom = new FastCustom(plan);
    this.#tables = fields.map(({ key }) => this.#custom.tableOf(key));
    this.#kinds = Uint8Array.from(fields, ({ type }, index) =>
      this.#tables[index] === undefined ? KINDS[type] : CUSTOM,
    );
    this.#leads = new FastLeads(leads);
    this.#time = new FastTime(form.timestampFormat);
    this.#isEventMs = dataset.eventTime.unit === 'ms';
    this.#eventAt = fields.findIndex(({ field }) => field === dataset.eventTime.field);
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
    this.escaped = new Uint8Array(fields.length);
  }

  /** UTF-8 bytes of the custom fields of the line accepted last. */
  get customBytes(): number {
    return this.#custom.bytes;
  }

  /** Sets the bytes that the next lines stand in: valid UTF-8, with LF behind each line. */
  begin(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Whether the line that begins at `start` plainly has the form.
   * @returns where its LF is; -1 for a line that has it not, or not plainly
   */
  accepts(start: number): number {
    const { starts, ends } = this;
    const leads = this.#leads;
    const kinds = this.#kinds;
    const bytes = this.#bytes;
    const view = this.#view;
    const fields = kinds.length;
    const limit = bytes.length;
    this.#custom.bytes = 0;
    if (this.#eventAt >= 0) this.eventMs = Number.NaN;
    let i = start;
    for (let field = 0; field < fields; field += 1) {
      i = leads.skip(view, i, limit, field);
      if (i < 0) return -1;
      starts[field] = i;
      const kind = kinds[field]!;
      if (kind === TEXT && bytes[i] === QUOTE) {
        i = specialAt(view, i + 1, limit);
        let isEscaped = 0;
        while (bytes[i] === BACKSLASH) {
          isEscaped = 1;
          i = skipEscape(bytes, i);
          if (i < 0) return -1;
          i = specialAt(view, i, limit);
        }
        if (bytes[i] !== QUOTE) return -1;
        i += 1;
        this.escaped[field] = isEscaped;
      } else {
        const first = bytes[i]!;
        // Most arrays are empty.
        if (first === OPEN_BRACKET && bytes[i + 1] === CLOSE_BRACKET && kind >= TEXTS && kind <= OBJECTS) i += 2;
        else if (kind === INTEGER && first !== LOWER_N) i = skipInteger(bytes, i);
        else i = this.#skipOther(kind, bytes, i, field);
        if (i < 0) return -1;
      }
      ends[field] = i;
    }
    return bytes[i] === CLOSE_BRACE && bytes[i + 1] === LF && this.#hasEvent() ? i + 1 : -1;
  }

  #skipOther(kind: number, bytes: Uint8Array, at: number, field: number): number {
    const first = bytes[at]!;
    if (first === LOWER_N) return skipNull(bytes, at);
    switch (kind) {
      case NUMBER:
        return skipNumber(bytes, at);
      case BOOL:
        return skipWord(bytes, at);
      case TIME:
        return this.#readTime(bytes, at, field);
      case TEXTS:
        return skipArray(bytes, this.#view, at, QUOTE);
      case INTEGERS:
        return skipArray(bytes, this.#view, at, 1);
      case OBJECTS:
        return skipArray(bytes, this.#view, at, OPEN_BRACE);
      case OBJECT:
        return skipObject(bytes, this.#view, at);
      case CUSTOM:
        return this.#custom.read(bytes, this.#view, at, this.#tables[field]!);
      case ANY:
        if (bytes[at] !== QUOTE) return skipValue(bytes, this.#view, at);
        this.escaped[field] = 1;
        return skipString(bytes, this.#view, at + 1);
      default:
        return -1;
    }
  }

  #readTime(bytes: Uint8Array, at: number, field: number): number {
    const ms = this.#time.read(bytes, at);
    // NaN is what it is not.
    if (!(ms >= 0)) return -1;
    if (field === this.#eventAt) this.eventMs = ms;
    return this.#time.end;
  }

  /** Whether the event time is plain to read, where the form has one. */
  #hasEvent(): boolean {
    const field = this.#eventAt;
    if (field < 0) return true;
    if (this.#isEventMs) this.eventMs = millisecondsIn(this.#bytes, this.starts[field]!, this.ends[field]!);
    return this.eventMs >= 0;
  }
}

/** Integer milliseconds of 13 digits, from 2001 to 2286; NaN for all else. */
function millisecondsIn(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 13) return Number.NaN;
  let number = 0;
  for (let i = start; i < end; i += 1) number = number * 10 + (bytes[i]! - 48);
  return number;
}
