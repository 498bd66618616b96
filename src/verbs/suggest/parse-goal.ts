// Text → goal of a suggestion: `50 %`, `20 GB/day`, `5/month`. Reports the place of an error, as guards do.

import { BYTE_UNITS, HeadgateError, QuantityParser } from '../../base/index.ts';

/** What a filter must reach. `share`: of the bytes, to drop. `most`: bytes, or money, that may remain. */
export type Goal = { readonly text: string } & (
  | { readonly kind: 'dropped'; readonly share: number }
  | { readonly kind: 'bytes-per-day' | 'bytes-per-month' | 'money'; readonly most: number }
);

const EXPECTED = '%, bytes such as GB/day or GB/month, or /month for money';
const UNIT = /%|\/\s*[A-Za-z]*|(?:[A-Za-z]+|\p{Sc})(?:\s*\/\s*[A-Za-z]*)?/uy;
/** Digits of a share in a fix. */
const SHARE_DIGITS = 12;
const SYNTAX = { noun: 'goal', word: /^(?:[\w.-]+|[^\s]+)/u, moreOfNumber: /[0-9.,_eE]+/y };

/** Parses a goal. @throws HeadgateError `goal-syntax` with the place of the error */
export function parseGoal(text: string): Goal {
  return new GoalParser(text, SYNTAX).parse();
}

/** What to write in place of a unit that is not complete, or has other letters. */
function fixOf(number: number, name: string, period: string | undefined): string | undefined {
  if (name === '' && period === undefined && number < 1)
    return `write ${Number((number * 100).toPrecision(SHARE_DIGITS))} % or ${number} %`;
  if (name === '' && period === undefined && number < 100) return `write ${number} %`;
  const unit = [...BYTE_UNITS.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
  if (unit !== undefined) return `write ${number} ${unit}/day or ${number} ${unit}/month`;
  const isMoney = /^(?:[A-Z]{3}|\p{Sc})$/u.test(name) || (name === '' && /^mo/.test(period ?? ''));
  return isMoney ? `write ${number}/month` : undefined;
}

class GoalParser extends QuantityParser {
  parse(): Goal {
    const text = this.text.trim();
    const numberAt = this.skipSpace();
    const number = Number(this.number('a goal such as 50 %, 20 GB/day or 5/month'));
    const at = this.skipSpace();
    const unit = this.match(UNIT).replaceAll(/\s/g, '');
    const end = this.skipSpace();
    if (unit !== '' && end < this.text.length) this.fail(end, this.found(end), 'the end of the goal');
    if (unit === '%') {
      if (number <= 0 || number >= 100) this.fail(numberAt, `${number} %`, 'a share above 0 % and below 100 %');
      return { text, kind: 'dropped', share: number / 100 };
    }
    if (number === 0) this.fail(numberAt, '0', 'an amount above 0 that may remain');
    if (unit === '/month') return { text, kind: 'money', most: number };
    const [name = '', period] = unit.split('/');
    const bytes = BYTE_UNITS.get(name);
    if (bytes === undefined || (period !== 'day' && period !== 'month'))
      return this.fail(
        at,
        unit === '' ? this.found(at) : JSON.stringify(unit),
        EXPECTED,
        unit === '' && at < this.text.length ? undefined : fixOf(number, name, period),
      );
    return { text, kind: `bytes-per-${period}`, most: number * bytes };
  }

  protected override fail(at: number, found: string, expected: string, fix?: string): never {
    const end = fix === undefined ? '' : `; ${fix}`;
    const message = `invalid goal ${JSON.stringify(this.text)}, column ${at + 1}: found ${found}, expected ${expected}${end}`;
    throw new HeadgateError('goal-syntax', message);
  }
}
