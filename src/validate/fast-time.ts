// The time of an event out of the bytes of a line, in milliseconds rounded down, and whether a timestamp has the format of the job. Says
// NaN for whatever is not plainly so: the exact way then judges.
import { dayStart } from '../base/index.ts';
import { fractionDigitsOf, type TimestampFormat } from '../output/index.ts';

const QUOTE = 34;
const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const UPPER_T = 84;
const UPPER_Z = 90;
/** Digits of nanoseconds since 1970, from 2001 to 2286. */
const NANO_DIGITS = 19;
/** Digits of seconds since 1970 in the same years. */
const SECOND_DIGITS = 10;
/** `"2026-11-01T00:00:00`. */
const DATE_BYTES = 10;

/** Reads timestamps of one format, one after the other. */
export class FastTime {
  /** Behind the value read last. */
  end = 0;
  readonly #format: TimestampFormat;
  readonly #fractionDigits: number;
  /** The day read last: lines of an object are mostly of one day. */
  readonly #day = new Uint8Array(DATE_BYTES);
  #dayMs = Number.NaN;

  constructor(format: TimestampFormat) {
    this.#format = format;
    this.#fractionDigits = fractionDigitsOf(format) ?? 0;
  }

  /** @returns milliseconds since 1970, or NaN */
  read(bytes: Uint8Array, at: number): number {
    if (this.#format === 'unixnano') return this.#readDigits(bytes, at, NANO_DIGITS, 13, 1);
    return this.#format === 'unix'
      ? this.#readDigits(bytes, at, SECOND_DIGITS, SECOND_DIGITS, 1000)
      : this.#readText(bytes, at);
  }

  /** Exactly `digits` digits, of which the first `taken` count. */
  #readDigits(bytes: Uint8Array, at: number, digits: number, taken: number, scale: number): number {
    let number = 0;
    for (let i = at; i < at + taken; i += 1) {
      const digit = bytes[i]! - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      number = number * 10 + digit;
    }
    for (let i = at + taken; i < at + digits; i += 1) if (bytes[i]! - ZERO > 9 || bytes[i]! < ZERO) return Number.NaN;
    this.end = at + digits;
    const after = bytes[this.end]!;
    const isOver = after !== 44 && after !== 125;
    return bytes[at] === ZERO || isOver ? Number.NaN : number * scale;
  }

  #readText(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return Number.NaN;
    const i = at + 1;
    const day = this.#readDay(bytes, i);
    const [hour, minute, second] = [two(bytes, i + 11), two(bytes, i + 14), two(bytes, i + 17)];
    if (bytes[i + 10] !== UPPER_T || bytes[i + 13] !== COLON || bytes[i + 16] !== COLON) return Number.NaN;
    if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
    let end = i + 19;
    let ms = 0;
    if (this.#fractionDigits > 0) {
      if (bytes[end] !== DOT) return Number.NaN;
      end += 1;
      for (let k = 0; k < this.#fractionDigits; k += 1) {
        const digit = bytes[end + k]! - ZERO;
        if (digit < 0 || digit > 9) return Number.NaN;
        if (k < 3) ms = ms * 10 + digit;
      }
      end += this.#fractionDigits;
    }
    if (bytes[end] !== UPPER_Z || bytes[end + 1] !== QUOTE) return Number.NaN;
    this.end = end + 2;
    return day + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
  }

  #readDay(bytes: Uint8Array, at: number): number {
    const known = this.#day;
    let i = 0;
    while (i < DATE_BYTES && bytes[at + i] === known[i]) i += 1;
    if (i === DATE_BYTES) return this.#dayMs;
    if (bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return Number.NaN;
    const year = two(bytes, at) * 100 + two(bytes, at + 2);
    const ms = dayStart(year, two(bytes, at + 5), two(bytes, at + 8));
    if (ms === undefined) return Number.NaN;
    for (let k = 0; k < DATE_BYTES; k += 1) known[k] = bytes[at + k]!;
    this.#dayMs = ms;
    return ms;
  }
}

/** Two digits; NaN where there are none. */
function two(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at]! - ZERO, bytes[at + 1]! - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
