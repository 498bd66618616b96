// Text → price: `0.50/GB`, `stored=0.023/GB-month,ingest=2.50/GB,keep=90d`, or a price list with what the rest of the account uses:
// `cloudflare,internal=40GB`. Reports the first error with its place. Reads no files.
import {
  BYTE_UNITS,
  HeadgateError,
  MS_PER_DAY,
  nearest,
  nearestUnit,
  parseSpan,
  QuantityParser,
} from '../../base/index.ts';
import { excerptOf } from '../../language/filter/index.ts';
import {
  DAYS_PER_MONTH,
  type Price,
  type PricedFigure,
  type PricePart,
  type RequestPrices,
  UNNAMED_PRICE,
} from './price.ts';
import { PRICE_LISTS, type PriceList } from './price-lists.ts';

/** What is wrong with a price. */
interface PriceFault {
  found: string;
  expected: string;
  /** How to fix it, if known. */
  fix?: string | undefined;
}

/** A syntax error in a price. */
export class PriceSyntaxError extends HeadgateError {
  /** Counts from 1. */
  readonly column: number;
  /** The text, and a caret below the place. */
  readonly excerpt: string;

  /** @param where the flag or the entry of the file: `--price` */
  constructor(where: string, text: string, offset: number, { found, expected, fix }: PriceFault) {
    const column = offset + 1;
    const advice = fix === undefined ? '' : `; ${fix}`;
    const excerpt = excerptOf(text, offset);
    super('price-syntax', `cannot parse ${where}, column ${column}: found ${found}, expected ${expected}${advice}`, {
      details: excerpt.split('\n').map((line) => `  ${line}`),
    });
    this.column = column;
    this.excerpt = excerpt;
  }
}

const KEYS = ['ingest', 'stored', 'keep'] as const;

const EXAMPLE = 'a number and a unit such as 0.50/GB';

const USAGE_EXAMPLE = 'a number and a unit such as 40GB, or 0';

const UNITS_EXPECTED = 'GB, GB-month, million-lines';

interface Unit {
  of: PricedFigure | 'requests';
  per: number;
}

/** Units by name. */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...[...BYTE_UNITS].map(([name, per]): [string, Unit] => [name, { of: 'bytes', per }]),
  ...[...BYTE_UNITS].map(([name, per]): [string, Unit] => [`${name}-month`, { of: 'stored', per }]),
  ['line', { of: 'lines', per: 1 }],
  ['thousand-lines', { of: 'lines', per: 1e3 }],
  ['million-lines', { of: 'lines', per: 1e6 }],
  ['billion-lines', { of: 'lines', per: 1e9 }],
  ['thousand-requests', { of: 'requests', per: 1e3 }],
  ['million-requests', { of: 'requests', per: 1e6 }],
]);

/** A name alone, or before a comma. Numbers come before units, and currencies have capital letters. */
const LIST = /[a-z][a-z0-9-]*(?=\s*(?:,|$))/y;

const KEY = /[A-Za-z][A-Za-z_-]*(?=\s*=)/y;

const CURRENCY = /[$€£¥]|[A-Z]{3}(?![A-Za-z-])/uy;

const SYNTAX = {
  noun: 'price',
  word: /^(?:-?[\w.-]+|\S)/u,
  // A comma belongs to the number if a digit follows.
  moreOfNumber: /(?:[0-9._eE+-]|,(?=\d))+/y,
};

const UNIT = /[A-Za-z]+(?:-[A-Za-z]+)*/y;

/** The second unit of a price such as 1/GB/month. */
const PERIOD = /\s*\/\s*[A-Za-z]*/y;

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

class PriceParser extends QuantityParser {
  readonly #where: string;
  readonly #parts: PricePart[] = [];
  readonly #seen = new Set<string>();
  #requests: RequestPrices | undefined;
  #currency: string | null = null;
  #keepDays: number | undefined;
  #list: { name: string; list: PriceList } | undefined;
  readonly #otherUsage: Record<string, number> = {};

  constructor(text: string, where: string) {
    super(text, SYNTAX);
    this.#where = where;
  }

  parse(name: string): Price {
    for (;;) {
      this.#item();
      const at = this.skipSpace();
      if (at === this.text.length) break;
      if (this.text[at] !== ',') this.fail(at, this.found(at), 'a comma or the end of the price');
      this.at += 1;
    }
    if (this.#parts.length === 0 && this.#requests === undefined) {
      this.fail(this.at, 'no price', EXAMPLE, 'write stored=0.023/GB-month,keep=90d');
    }
    const hasStored = this.#parts.some(({ of }) => of === 'stored');
    if (this.#keepDays !== undefined && !hasStored) {
      const at = this.text.indexOf('keep');
      this.fail(at, 'keep without a price for stored bytes', 'stored=0.023/GB-month as well');
    }
    const keepDays = this.#keepDays ?? DAYS_PER_MONTH;
    const requests = this.#requests;
    const price = { name, currency: this.#currency, parts: this.#parts, keepDays, ...(requests && { requests }) };
    if (this.#list === undefined) return price;
    const { title, asOf, source, leastKeepDays = 0 } = this.#list.list;
    return {
      ...price,
      name: name === UNNAMED_PRICE ? this.#list.name : name,
      keepDays: Math.max(keepDays, leastKeepDays),
      list: { title, asOf, source, otherUsage: this.#otherUsage },
    };
  }

  #item(): void {
    const at = this.skipSpace();
    const name = this.match(LIST);
    if (name !== '') {
      this.#takeList(at, name);
      return;
    }
    const key = this.match(KEY);
    const ofUsage = this.#list === undefined || key === 'keep' ? undefined : this.#includedPart(at, key);
    if (key !== '') {
      this.skipSpace();
      this.at += 1;
      if (ofUsage === undefined && !isKey(key)) {
        const near = nearest(key.toLowerCase(), KEYS);
        const list = [...PRICE_LISTS].find(([, { usages }]) => usages[key]?.included !== undefined)?.[0];
        const fix = list === undefined ? near && `write ${near}=` : `write ${list},${key}=`;
        this.fail(at, `"${key}"`, KEYS.join(', '), fix);
      }
    }
    if (key === 'keep') this.#keep(at);
    else if (ofUsage === undefined) this.#amount(at, key);
    else this.#usage(ofUsage);
  }

  /** Takes the parts of a price list. */
  #takeList(at: number, name: string): void {
    if (this.#list !== undefined) this.#failOfList(at);
    const list = PRICE_LISTS.get(name);
    if (list === undefined) {
      const near = nearest(name, [...PRICE_LISTS.keys()]);
      this.fail(at, JSON.stringify(name), EXAMPLE, near && `write ${near}`);
    }
    if (this.#parts.length > 0) this.#failOfList(at);
    this.#list = { name, list };
    this.#currency = '$';
    const { 'class-a': lists, 'class-b': get } = list.usages;
    if (lists !== undefined && get !== undefined) this.#requests = { get, list: lists };
    for (const [usage, { of, ...unit }] of Object.entries(list.usages)) {
      if (of === undefined) continue;
      const other = unit.included === undefined ? undefined : { low: 0, high: unit.included };
      this.#parts.push({ of, usage, ...unit, other });
    }
  }

  /** Returns the part of the list with what is included of a usage. */
  #includedPart(at: number, usage: string): PricePart {
    const part = this.#parts.find((one) => one.usage === usage && one.included !== undefined);
    if (part === undefined) this.#failOfList(at, nearest(usage.toLowerCase(), this.#includedUsages()));
    if (Object.hasOwn(this.#otherUsage, usage)) this.fail(at, JSON.stringify(usage), 'each usage once');
    return part;
  }

  #includedUsages(): string[] {
    return this.#parts.flatMap(({ usage, included }) => (usage === undefined || included === undefined ? [] : [usage]));
  }

  #failOfList(at: number, near?: string): never {
    const keys = ['keep', ...this.#includedUsages()].map((key) => `${key}=`);
    this.fail(
      at,
      this.found(at),
      `a price list alone, with ${keys.join(', ')} at most`,
      near === undefined ? 'pass --price once for each price' : `write ${near}=`,
    );
  }

  /** Takes what the rest of the account uses in a month of what the list includes. */
  #usage(part: PricePart): void {
    const amount = this.#price('usage', USAGE_EXAMPLE);
    const at = this.skipSpace();
    const name = this.match(UNIT);
    const unit = UNITS.get(name === 'lines' ? 'line' : name);
    const of = part.of === 'lines' ? 'lines' : 'bytes';
    if (unit?.of !== of && !(amount === 0 && name === '')) {
      const expected = `a unit such as ${of === 'lines' ? 'million-lines' : 'GB, TB'}`;
      const names = [...UNITS].flatMap(([one, known]) => (known.of === of ? [one] : []));
      this.fail(at, this.found(at, name), expected, unit === undefined ? unitFix(name, names) : undefined);
    }
    const used = amount * (unit?.per ?? 1);
    part.other = { low: used, high: used };
    this.#otherUsage[part.usage!] = used;
  }

  #keep(at: number): void {
    this.#once('keep', at);
    const spanAt = this.skipSpace();
    const text = this.match(SPAN).trim();
    const ms = parseSpan(text);
    if (ms === undefined || ms === 0) {
      const found = text === '' ? this.found(spanAt) : JSON.stringify(text);
      this.fail(spanAt, found, 'a duration such as 90d or 12w');
    }
    this.#keepDays = ms! / MS_PER_DAY;
  }

  #amount(itemAt: number, key: string): void {
    this.skipSpace();
    this.#takeCurrency();
    const numberAt = this.skipSpace();
    const amount = this.#price();
    this.skipSpace();
    this.#takeCurrency();
    const slashAt = this.skipSpace();
    if (this.text[slashAt] !== '/') {
      const before = this.text.slice(numberAt, slashAt);
      // `0x10` is no price of 0.
      const isOneWord = /[\d.]$/.test(before) && /\w/.test(this.text[slashAt] ?? '');
      const fix = isOneWord ? undefined : `write ${before.trim()}/GB`;
      this.fail(slashAt, this.found(slashAt), 'a slash and a unit such as /GB', fix);
    }
    this.at += 1;
    const unit = this.#unit(key);
    const figure = unit.of === 'stored' ? 'stored' : 'ingest';
    if (key === 'stored' && unit.of !== 'stored') {
      const expected = 'a unit of stored bytes and time such as GB-month';
      const fix = unit.of === 'bytes' ? 'stored bytes cost by the month; write ingest= for bytes written' : undefined;
      this.fail(this.at, 'a unit without -month', expected, fix);
    }
    if (key === 'ingest' && unit.of === 'stored') {
      this.fail(itemAt, '"ingest" with a unit of time', 'GB or million-lines', 'write stored=');
    }
    const { of, per } = unit;
    this.#once(of === 'lines' || of === 'requests' ? of : figure, itemAt);
    if (of === 'requests') this.#requests = { get: { amount, per }, list: { amount, per } };
    else this.#parts.push({ of, per, amount });
  }

  #unit(key: string): Unit {
    const at = this.skipSpace();
    const name = this.match(UNIT);
    const unit = UNITS.get(name);
    const period = this.match(PERIOD);
    if (period !== '' && unit !== undefined) {
      const found = JSON.stringify(name + period);
      this.fail(at, found, `a unit such as ${UNITS_EXPECTED}`, withoutPeriod(name, unit, key));
    }
    if (unit !== undefined) return unit;
    const fix = unitFix(name);
    return this.fail(at, this.found(at, name), `a unit such as ${UNITS_EXPECTED}`, fix);
  }

  #price(noun = 'price', example = EXAMPLE): number {
    const isNegative = /^-\d/.test(this.text.slice(this.skipSpace()));
    return Number(this.number(isNegative ? `a ${noun} of at least 0` : example));
  }

  #takeCurrency(): void {
    const at = this.at;
    const currency = this.match(CURRENCY);
    if (currency === '') return;
    if (this.#currency !== null && this.#currency !== currency) {
      this.fail(at, currency, `${this.#currency}, as before`, 'use one currency in a price');
    }
    this.#currency = currency;
  }

  #once(key: string, at: number): void {
    if (this.#seen.has(key)) {
      this.fail(
        at,
        `a second price for ${key}`,
        'one',
        'write a file with a price for each destination: --price @prices.json',
      );
    }
    this.#seen.add(key);
  }

  protected override fail(at: number, found: string, expected: string, fix?: string): never {
    throw new PriceSyntaxError(this.#where, this.text, at, { found, expected, fix });
  }
}

function isKey(key: string): key is (typeof KEYS)[number] {
  return KEYS.some((one) => one === key);
}

/** @param key `stored`, `ingest` or empty */
function withoutPeriod(name: string, { of }: Unit, key: string): string {
  if (of !== 'bytes' || key === 'ingest') return `write ${name}`;
  return key === 'stored' ? `write ${name}-month` : `write ${name}-month for stored bytes, ${name} for bytes written`;
}

function unitFix(name: string, units = [...UNITS.keys()]): string | undefined {
  const near = nearestUnit(name, units);
  return near && `write ${near}`;
}
