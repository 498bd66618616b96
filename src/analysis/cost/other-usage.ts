// Text → what the rest of an account uses in a month: `internal=40GB,external=60GB`. Reads no files.
import {
  BYTE_UNITS,
  commaFix,
  exponentFix,
  nearest,
  SAFE_DIGITS,
  TextScanner,
  WRITTEN_NUMBER,
} from '../../base/index.ts';
import type { Price } from './price.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { PriceSyntaxError } from './price-syntax-error.ts';

/** Bytes or lines in a month, by the usage of a price list. */
export type OtherUsage = ReadonlyMap<string, number>;

const WHERE = '--other-usage';
const EXAMPLE = 'a usage such as internal=40GB,external=60GB';
const NAME = /[A-Za-z][A-Za-z-]*/y;
const UNIT = /[A-Za-z]+(?:-[A-Za-z]+)*/y;
/** A comma belongs to the number if a digit follows. */
const MORE_OF_NUMBER = /(?:[0-9._eE+-]|,(?=\d))+/y;
const LINE_UNITS: ReadonlyMap<string, number> = new Map([
  ['lines', 1],
  ['thousand-lines', 1e3],
  ['million-lines', 1e6],
  ['billion-lines', 1e9],
]);

/** Returns the usages whose rest matters: those that a price includes, with their units. */
function usagesOf(prices: readonly Price[]): Map<string, ReadonlyMap<string, number>> {
  return new Map(
    prices.flatMap(({ parts }) =>
      parts.flatMap(({ usage, included, of }): [string, ReadonlyMap<string, number>][] =>
        usage === undefined || included === undefined ? [] : [[usage, of === 'lines' ? LINE_UNITS : BYTE_UNITS]],
      ),
    ),
  );
}

/**
 * Parses a usage.
 * @param prices those that it is for
 * @throws PriceSyntaxError with the place of the error
 */
export function parseOtherUsage(text: string, prices: readonly Price[]): OtherUsage {
  const usages = usagesOf(prices);
  const names = [...usages.keys()];
  const input = new TextScanner(text);
  const found = new Map<string, number>();
  const fail = (at: number, expected: string, fix?: string): never => {
    const rest = /^(?:[\w.-]+|\S)/u.exec(text.slice(at))?.[0];
    throw new PriceSyntaxError(WHERE, text, at, {
      found: rest === undefined ? 'the end of the usage' : JSON.stringify(rest),
      expected,
      fix,
    });
  };
  for (;;) {
    const nameAt = input.skipSpace();
    const name = input.match(NAME);
    const units = usages.get(name);
    if (units === undefined) {
      const known = [...PRICE_LISTS].find(([, list]) => list.usages[name]?.included !== undefined)?.[0];
      const near = nearest(name.toLowerCase(), names);
      fail(nameAt, name === '' ? EXAMPLE : names.join(', '), known ? `add --price ${known}` : near && `write ${near}=`);
    }
    if (found.has(name)) fail(nameAt, 'each usage once');
    input.skipSpace();
    if (input.match(/=/y) === '') fail(input.at, `an equals sign: ${name}=`);
    const numberAt = input.skipSpace();
    const number = input.match(WRITTEN_NUMBER);
    const whole = number + input.match(MORE_OF_NUMBER);
    if (number === '' || whole !== number || number.replaceAll(/[_.]/g, '').length > SAFE_DIGITS)
      fail(numberAt, `a number of at least 0, with up to ${SAFE_DIGITS} digits`, commaFix(whole) ?? exponentFix(whole));
    const unitAt = input.skipSpace();
    const unit = input.match(UNIT);
    const factor = units!.get(unit);
    const isZero = Number(number) === 0 && unit === '';
    if (factor === undefined && !isZero) {
      const near = [...units!.keys()].find((one) => one.toLowerCase() === unit.toLowerCase());
      fail(unitAt, `a unit such as ${units!.has('GB') ? 'GB, TB' : 'million-lines'}`, near && `write ${near}`);
    }
    found.set(name, Number(number.replaceAll('_', '')) * (factor ?? 1));
    const at = input.skipSpace();
    if (at === text.length) return found;
    if (input.match(/,/y) === '') fail(at, 'a comma or the end of the usage');
  }
}

/**
 * Applies what the rest of the account uses.
 * @param isLeast whether more of it may be used: by other jobs that are priced apart
 */
export function withOtherUsage(prices: readonly Price[], usage: OtherUsage, isLeast: boolean): Price[] {
  return prices.map((price) => {
    if (price.list === undefined) return price;
    const parts = price.parts.map((part) => {
      const other = usage.get(part.usage ?? '');
      if (part.included === undefined || other === undefined) return part;
      return { ...part, other: { low: other, high: isLeast ? Math.max(other, part.included) : other } };
    });
    const own = [...usage].filter(([name]) => parts.some((part) => part.usage === name && part.included !== undefined));
    return { ...price, parts, list: { ...price.list, otherUsage: Object.fromEntries(own) } };
  });
}
