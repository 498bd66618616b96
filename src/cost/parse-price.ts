// Text → price: `0.50/GB`, `stored=0.023/GB-month,ingest=2.50/GB,keep=90d`. Reports the first error with its place. Reads no files.
import { MS_PER_DAY, nearest, parseSpan } from '../base/index.ts';
import { DAYS_PER_MONTH } from './days-per-month.ts';
import type { Price, PricedFigure, PricePart } from './price.ts';
import { type PriceFault, PriceSyntaxError } from './price-syntax-error.ts';

/** Name of a price that has no other. */
export const UNNAMED_PRICE = 'price';

const KEYS = ['ingest', 'stored', 'keep'] as const;
const EXAMPLE = 'a number and a unit such as 0.50/GB';
const UNITS_EXPECTED = 'GB, GB-month, million-lines';
/** More digits than a double holds exactly are rejected. */
const MAX_DIGITS = 15;

interface Unit {
  of: PricedFigure;
  per: number;
}

const BYTES: readonly [string, number][] = [
  ['B', 1],
  ...['kB', 'MB', 'GB', 'TB', 'PB'].map((name, index): [string, number] => [name, 1000 ** (index + 1)]),
  ...['KiB', 'MiB', 'GiB', 'TiB', 'PiB'].map((name, index): [string, number] => [name, 1024 ** (index + 1)]),
];
/** Units by name. SI units are powers of 1000, binary ones of 1024. */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...BYTES.map(([name, per]): [string, Unit] => [name, { of: 'bytes', per }]),
  ...BYTES.map(([name, per]): [string, Unit] => [`${name}-month`, { of: 'stored', per }]),
  ['line', { of: 'lines', per: 1 }],
  ['thousand-lines', { of: 'lines', per: 1e3 }],
  ['million-lines', { of: 'lines', per: 1e6 }],
  ['billion-lines', { of: 'lines', per: 1e9 }],
]);

const SPACE = /\s*/y;
const KEY = /[A-Za-z][A-Za-z_-]*(?=\s*=)/y;
const SIGN = /[$€£¥]/uy;
const CURRENCY = /[$€£¥]|[A-Z]{3}(?![A-Za-z-])/uy;
const NUMBER = /\d+(?:_\d{3})*(?:\.\d+)?/y;
const MORE_OF_NUMBER = /[0-9._eE+-]+/y;
const UNIT = /[A-Za-z]+(?:-[A-Za-z]+)*/y;
const SPAN = /[^,]*/y;

/**
 * Parses a price.
 * @param name of the destination
 * @param where how errors name the text: `--price`
 * @throws PriceSyntaxError with the place of the error
 */
export function parsePrice(text: string, name: string = UNNAMED_PRICE, where = '--price'): Price {
  return new PriceParser(text, where).parse(name);
}

class PriceParser {
  readonly #text: string;
  readonly #where: string;
  readonly #parts: PricePart[] = [];
  readonly #seen = new Set<string>();
  #currency: string | null = null;
  #keepDays: number | undefined;
  #at = 0;

  constructor(text: string, where: string) {
    this.#text = text;
    this.#where = where;
  }

  parse(name: string): Price {
    for (;;) {
      this.#item();
      const at = this.#skipSpace();
      if (at === this.#text.length) break;
      if (this.#text[at] !== ',')
        this.#fail(at, { found: this.#found(at), expected: 'a comma or the end of the price' });
      this.#at += 1;
    }
    if (this.#parts.length === 0) {
      this.#fail(this.#at, { found: 'no price', expected: EXAMPLE, fix: 'write stored=0.023/GB-month,keep=90d' });
    }
    const hasStored = this.#parts.some(({ of }) => of === 'stored');
    if (this.#keepDays !== undefined && !hasStored) {
      const at = this.#text.indexOf('keep');
      this.#fail(at, { found: 'keep without a price for stored bytes', expected: 'stored=0.023/GB-month as well' });
    }
    return { name, currency: this.#currency, parts: this.#parts, keepDays: this.#keepDays ?? DAYS_PER_MONTH };
  }

  #item(): void {
    const at = this.#skipSpace();
    const key = this.#match(KEY);
    if (key !== '') {
      this.#skipSpace();
      this.#at += 1;
      if (!isKey(key)) {
        const near = nearest(key.toLowerCase(), KEYS);
        this.#fail(at, { found: `"${key}"`, expected: KEYS.join(', '), fix: near && `write ${near}=` });
      }
    }
    if (key === 'keep') this.#keep(at);
    else this.#amount(at, key);
  }

  #keep(at: number): void {
    this.#once('keep', at);
    const spanAt = this.#skipSpace();
    const text = this.#match(SPAN).trim();
    const ms = parseSpan(text);
    if (ms === undefined || ms === 0) {
      const found = text === '' ? this.#found(spanAt) : JSON.stringify(text);
      this.#fail(spanAt, { found, expected: 'a duration such as 90d or 12w' });
    }
    this.#keepDays = ms! / MS_PER_DAY;
  }

  #amount(itemAt: number, key: string): void {
    this.#skipSpace();
    this.#takeCurrency(SIGN);
    const numberAt = this.#skipSpace();
    const amount = this.#number(numberAt);
    this.#skipSpace();
    this.#takeCurrency(CURRENCY);
    const slashAt = this.#skipSpace();
    if (this.#text[slashAt] !== '/') {
      const comma = /^,\d+/.exec(this.#text.slice(slashAt))?.[0];
      const number = this.#text.slice(numberAt, slashAt).trim();
      const fix = comma === undefined ? `write ${number}/GB` : `write ${number}.${comma.slice(1)}`;
      this.#fail(slashAt, { found: this.#found(slashAt), expected: 'a slash and a unit such as /GB', fix });
    }
    this.#at += 1;
    const unit = this.#unit();
    const figure = unit.of === 'stored' ? 'stored' : 'ingest';
    if (key === 'stored' && unit.of !== 'stored') {
      const expected = 'a unit of stored bytes and time such as GB-month';
      const fix = unit.of === 'bytes' ? 'stored bytes cost by the month; write ingest= for bytes written' : undefined;
      this.#fail(this.#at, { found: 'a unit without -month', expected, fix });
    }
    if (key === 'ingest' && unit.of === 'stored') {
      this.#fail(itemAt, {
        found: '"ingest" with a unit of time',
        expected: 'GB or million-lines',
        fix: 'write stored=',
      });
    }
    this.#once(unit.of === 'lines' ? 'lines' : figure, itemAt);
    this.#parts.push({ ...unit, amount });
  }

  #unit(): Unit {
    const at = this.#skipSpace();
    const name = this.#match(UNIT);
    const unit = UNITS.get(name);
    if (unit !== undefined) return unit;
    const fix = unitFix(name);
    return this.#fail(at, { found: this.#found(at, name), expected: `a unit such as ${UNITS_EXPECTED}`, fix });
  }

  #number(at: number): number {
    const number = this.#match(NUMBER);
    const whole = number + this.#match(MORE_OF_NUMBER);
    if (number === '' || whole !== number) {
      const isNegative = /^-\d/.test(this.#text.slice(at));
      const expected = isNegative ? 'a price of at least 0' : EXAMPLE;
      this.#fail(at, { found: whole === '' ? this.#found(at) : `"${whole}"`, expected });
    }
    const digits = number.replaceAll(/[_.]/g, '').length;
    if (digits > MAX_DIGITS) {
      this.#fail(at, { found: `a number of ${digits} digits`, expected: `at most ${MAX_DIGITS} digits` });
    }
    return Number(number.replaceAll('_', ''));
  }

  #takeCurrency(pattern: RegExp): void {
    const at = this.#at;
    const currency = this.#match(pattern);
    if (currency === '') return;
    if (this.#currency !== null && this.#currency !== currency) {
      this.#fail(at, { found: currency, expected: `${this.#currency}, as before`, fix: 'use one currency in a price' });
    }
    this.#currency = currency;
  }

  #once(key: string, at: number): void {
    if (this.#seen.has(key)) {
      this.#fail(at, {
        found: `a second price for ${key}`,
        expected: 'one',
        fix: 'write a file with a price for each destination: --price @prices.json',
      });
    }
    this.#seen.add(key);
  }

  #skipSpace(): number {
    this.#match(SPACE);
    return this.#at;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #found(at: number, known = ''): string {
    if (at >= this.#text.length) return 'the end of the price';
    const word = known === '' ? (/^(?:-?[\w.-]+|\S)/u.exec(this.#text.slice(at))?.[0] ?? '') : known;
    return JSON.stringify(word);
  }

  #fail(at: number, fault: PriceFault): never {
    throw new PriceSyntaxError(this.#where, this.#text, at, fault);
  }
}

function isKey(key: string): key is (typeof KEYS)[number] {
  return KEYS.some((one) => one === key);
}

function unitFix(name: string): string | undefined {
  if (name === '') return undefined;
  const folded = [...UNITS.keys()].find((unit) => unit.toLowerCase() === name.toLowerCase());
  const near = folded ?? (name.length > 2 ? nearest(name, [...UNITS.keys()]) : undefined);
  return near && `write ${near}`;
}
