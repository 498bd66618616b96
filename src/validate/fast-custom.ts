// The custom fields of a line out of its bytes: names as configured, each once, with a text; and how many bytes the values have. Says -1
// for whatever is not plainly so: the exact way then judges.
import type { CustomKey, CustomPlan } from './custom-plan.ts';
import { FastLeads } from './fast-leads.ts';
import { skipEscape, specialAt } from './json-skip.ts';

const QUOTE = 34;
const COMMA = 44;
const NINE = 57;
const COLON = 58;
const UPPER_A = 65;
const UPPER_Z = 90;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LOWER_U = 117;
const LAST_ASCII = 126;

/** Most names in one object that are looked through for one that stands twice. */
const MAX_NAMES = 128;

/** One key's names, to be found by their bytes. */
interface NameTable {
  /** As configured; undefined without a ruleset. */
  names: readonly Buffer[] | undefined;
  /** `"name":"` of each. */
  leads: FastLeads | undefined;
  /** By name: the number of the object that had it last. */
  seen: Float64Array;
  isHeader: boolean;
}

/** Reads custom fields. */
export class FastCustom {
  /** UTF-8 bytes of the values read since it was set to 0. */
  bytes = 0;
  readonly #tables: ReadonlyMap<string, NameTable>;
  /** Where the names of the object read last begin and end, without a ruleset. */
  readonly #starts = new Int32Array(MAX_NAMES);
  readonly #ends = new Int32Array(MAX_NAMES);
  /** Number of the object being read. */
  #object = 0;
  /** Index of the name found last by {@link #skipExpected}. */
  #found = 0;

  constructor(plan: CustomPlan) {
    this.#tables = new Map(plan.keys.map((key) => [key.key, tableOf(key)]));
  }

  /** The names of a key of the line; undefined where it holds no custom fields. */
  tableOf(key: string): NameTable | undefined {
    return this.#tables.get(key);
  }

  /** @param at index of the brace @returns index behind the object */
  read(bytes: Uint8Array, view: DataView, at: number, table: NameTable): number {
    if (bytes[at] !== OPEN_BRACE) return -1;
    let i = at + 1;
    if (bytes[i] === CLOSE_BRACE) return i + 1;
    this.#object += 1;
    let expected = 0;
    for (let count = 0; ; count += 1) {
      let text = table.leads === undefined ? -1 : this.#skipExpected(view, i, expected, table);
      if (text >= 0) expected = this.#found + 1;
      else {
        if (bytes[i] !== QUOTE) return -1;
        const start = i + 1;
        i = specialAt(view, start);
        if (bytes[i] !== QUOTE || bytes[i + 1] !== COLON || bytes[i + 2] !== QUOTE) return -1;
        text = i + 3;
        const isGood =
          table.names === undefined
            ? this.#isGoodName(bytes, start, i, count, table)
            : this.#findName(bytes, start, i, table);
        if (!isGood) return -1;
      }
      i = this.#readText(bytes, view, text);
      if (i < 0) return -1;
      if (bytes[i] === CLOSE_BRACE) return i + 1;
      if (bytes[i] !== COMMA) return -1;
      i += 1;
    }
  }

  /** The next names as configured: mostly they come in that order. @returns index of the text's first byte, -1 where it is none of them */
  #skipExpected(view: DataView, at: number, expected: number, { leads, seen }: NameTable): number {
    for (let index = expected; index < seen.length; index += 1) {
      const text = leads!.skip(view, at, view.byteLength, index);
      if (text < 0) continue;
      if (seen[index] === this.#object) return -1;
      seen[index] = this.#object;
      this.#found = index;
      return text;
    }
    return -1;
  }

  /** A text; counts the UTF-8 bytes of what it means. */
  #readText(bytes: Uint8Array, view: DataView, at: number): number {
    let i = at;
    let start = at;
    for (;;) {
      i = specialAt(view, i);
      const c = bytes[i];
      if (c === QUOTE) break;
      if (c !== BACKSLASH) return -1;
      this.bytes += i - start;
      if (bytes[i + 1] !== LOWER_U) {
        i = skipEscape(bytes, i);
        if (i < 0) return -1;
        this.bytes += 1;
      } else {
        const unit = codeUnitAt(bytes, i);
        if (unit < 0) return -1;
        i += UNIT_BYTES;
        const isPair =
          isHighSurrogate(unit) &&
          bytes[i] === BACKSLASH &&
          bytes[i + 1] === LOWER_U &&
          isLowSurrogate(codeUnitAt(bytes, i));
        this.bytes += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
        if (isPair) i += UNIT_BYTES;
      }
      start = i;
    }
    this.bytes += i - start;
    return i + 1;
  }

  /** Whether a name is configured, and the object has not had it yet. */
  #findName(bytes: Uint8Array, start: number, end: number, { names, seen }: NameTable): boolean {
    const index = names!.findIndex((name) => isEqual(bytes, start, end, name));
    if (index < 0 || seen[index] === this.#object) return false;
    seen[index] = this.#object;
    return true;
  }

  /** Without a ruleset: not twice, and of a header in lower case. */
  #isGoodName(bytes: Uint8Array, start: number, end: number, count: number, { isHeader }: NameTable): boolean {
    if (count === MAX_NAMES) return false;
    for (let i = start; i < end; i += 1) {
      const c = bytes[i]!;
      if (isHeader && ((c >= UPPER_A && c <= UPPER_Z) || c > LAST_ASCII)) return false;
    }
    const [starts, ends] = [this.#starts, this.#ends];
    for (let index = 0; index < count; index += 1) {
      if (ends[index]! - starts[index]! !== end - start) continue;
      let k = 0;
      while (k < end - start && bytes[starts[index]! + k] === bytes[start + k]) k += 1;
      if (k === end - start) return false;
    }
    starts[count] = start;
    ends[count] = end;
    return true;
  }
}

/** `\u1234`. */
const UNIT_BYTES = 6;

/** @param at index of the backslash @returns the UTF-16 unit, -1 where it is none */
function codeUnitAt(bytes: Uint8Array, at: number): number {
  if (skipEscape(bytes, at) !== at + UNIT_BYTES) return -1;
  let unit = 0;
  for (let i = at + 2; i < at + UNIT_BYTES; i += 1) {
    const c = bytes[i]!;
    // The digits' low four bits; of the letters too, from 1 for an A.
    unit = unit * 16 + (c & 15) + (c > NINE ? 9 : 0);
  }
  return unit;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function tableOf({ names, logged }: CustomKey): NameTable {
  const known = names && [...names.keys()].map((name) => Buffer.from(name));
  const leads = names && new FastLeads([...names.keys()].map((name) => Buffer.from(`${JSON.stringify(name)}:"`)));
  return { names: known, leads, seen: new Float64Array(known?.length ?? 0), isHeader: logged !== 'Cookies' };
}

function isEqual(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (name.length !== end - start) return false;
  let k = 0;
  while (k < name.length && name[k] === bytes[start + k]) k += 1;
  return k === name.length;
}
