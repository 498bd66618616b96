// Text → goal of a suggestion: `50 %`, `20 GB/day`, `5/month`. Reports the place of an error, as guards do.

import { DAYS_PER_MONTH } from '../../analysis/cost/index.ts';
import { BYTE_UNITS, HeadgateError, nearest, nearestUnit, QuantityParser } from '../../base/index.ts';

/** What a filter must reach. `dropped`: share of the pushed bytes to drop. The others may remain. */
export type Goal = { readonly text: string } & (
  | { readonly kind: 'dropped'; readonly share: number }
  | { readonly kind: 'bytes'; readonly perDay: number }
  | { readonly kind: 'money'; readonly perMonth: number }
);

const EXPECTED = '%, bytes such as GB/day, or /month for money';
const UNIT = /%|\/\s*[A-Za-z]*|[A-Za-z]+(?:\s*\/\s*[A-Za-z]*)?/y;
const EVERYTHING = 'to drop every line, disable the job';
const CURRENCY = /\p{Sc}/u;
const PERIODS = ['day', 'month'] as const;
const UNIT_NAMES = [...BYTE_UNITS.keys()];
const SYNTAX = { noun: 'goal', word: /^(?:[\w.-]+|[^\s]+)/u, moreOfNumber: /[0-9.,_eE]+/y };

/** Parses a goal. @throws HeadgateError `goal-syntax` with the place of the error */
export function parseGoal(text: string): Goal {
  return new GoalParser(text).parse();
}

class GoalParser extends QuantityParser {
  constructor(text: string) {
    super(text, SYNTAX);
  }

  parse(): Goal {
    const sign = CURRENCY.exec(this.text);
    const amount = /[\d.]+/.exec(this.text)?.[0];
    if (sign !== null && amount !== undefined)
      this.fail(sign.index, `"${sign[0]}"`, 'an amount without a currency', `write ${amount}/month`);
    const numberAt = this.skipSpace();
    const number = Number(this.number('a goal such as 50 %, 20 GB/day or 5/month'));
    const at = this.skipSpace();
    const written = this.match(UNIT);
    const goal = this.#goal(number, written, { at, numberAt });
    const end = this.skipSpace();
    if (end < this.text.length) this.fail(end, this.found(end), 'the end of the goal');
    return goal;
  }

  #goal(number: number, written: string, { at, numberAt }: { at: number; numberAt: number }): Goal {
    const text = this.text.trim();
    if (written === '%') {
      if (number > 0 && number < 100) return { text, kind: 'dropped', share: number / 100 };
      const hint =
        number === 0
          ? 'to drop nothing, keep the filter in force'
          : number === 100
            ? EVERYTHING
            : 'write the share of the bytes to drop';
      return this.fail(numberAt, `${number} %`, 'a share above 0 % and below 100 %', hint);
    }
    if (number === 0) return this.fail(numberAt, '0', 'an amount above 0 that may remain', EVERYTHING);
    const unit = written.replaceAll(/\s/g, '');
    const [name = '', period] = unit.split('/');
    if (name === '' && period === 'month') return { text, kind: 'money', perMonth: number };
    if (name === '' && period === undefined)
      return this.fail(
        at,
        at === this.text.length ? 'no unit' : this.found(at),
        EXPECTED,
        `write ${number} % for a share`,
      );
    if (/^[A-Z]{3}$/.test(name) && period === 'month')
      return this.fail(at, `"${name}"`, '/month', 'write the amount without a currency');
    const known = PERIODS.find((one) => one === period);
    if (name === '' || known === undefined) return this.#failPeriod(at, { number, written, name, period });
    const bytes = BYTE_UNITS.get(name);
    const near = nearestUnit(name, UNIT_NAMES, UNIT_NAMES);
    if (bytes === undefined) return this.fail(at, `"${name}"`, EXPECTED, near && `write ${near}/${known}`);
    return { text, kind: 'bytes', perDay: (number * bytes) / (known === 'day' ? 1 : DAYS_PER_MONTH) };
  }

  #failPeriod(
    at: number,
    { number, written, name, period }: { number: number; written: string; name: string; period: string | undefined },
  ): never {
    const near = name === '' ? 'month' : period === undefined ? 'day' : nearest(period, PERIODS);
    const isKnown = BYTE_UNITS.has(name) || name === '';
    const amount = name === '' ? `${number}` : `${number} ${name}`;
    return this.fail(
      at,
      `"${written}"`,
      EXPECTED,
      isKnown && near !== undefined ? `write ${amount}/${near}` : undefined,
    );
  }

  protected override fail(at: number, found: string, expected: string, fix?: string): never {
    const end = fix === undefined ? '' : `; ${fix}`;
    const message = `invalid goal ${JSON.stringify(this.text)}, column ${at + 1}: found ${found}, expected ${expected}${end}`;
    throw new HeadgateError('goal-syntax', message);
  }
}
