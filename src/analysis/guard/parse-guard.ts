// Text → threshold: `kept >= 5%`, `kept-bytes <= 20 GB/day`. Reports the first error of a text with its place, as expressions do, and
// rejects thresholds that decide nothing. Reads no files.
import { BYTE_UNITS, HeadgateError, nearest, nearestUnit, QuantityParser } from '../../base/index.ts';
import { excerptOf } from '../../language/filter/index.ts';
import type { GuardFigure, GuardUnit, ThresholdGuard } from './guard.ts';
import { alwaysHolds, neverHolds } from './threshold.ts';

/** What is wrong with a guard. */
interface GuardFault {
  found: string;
  expected: string;
  /** How to fix it, if known. */
  fix: string | undefined;
}

/** A syntax error in a guard. */
export class GuardSyntaxError extends HeadgateError {
  /** Counts from 1. */
  readonly column: number;
  /** The text, and a caret below the place. */
  readonly excerpt: string;
  /** A sentence without the excerpt. */
  readonly summary: string;

  constructor(text: string, offset: number, { found, expected, fix }: GuardFault) {
    const column = offset + 1;
    const summary = `invalid guard, column ${column}: found ${found}, expected ${expected}${fix === undefined ? '' : `; ${fix}`}`;
    const excerpt = excerptOf(text, offset);
    super('guard-syntax', `${summary}\n${excerpt}`);
    this.column = column;
    this.summary = summary;
    this.excerpt = excerpt;
  }
}

/** Every figure, with the kind of its unit. */
const FIGURE_UNITS: Readonly<Record<GuardFigure, 'lines' | 'bytes' | 'money'>> = {
  kept: 'lines',
  dropped: 'lines',
  undecided: 'lines',
  'kept-bytes': 'bytes',
  pushed: 'lines',
  'pushed-bytes': 'bytes',
  'newly-kept': 'lines',
  'newly-dropped': 'lines',
  'newly-kept-bytes': 'bytes',
  'newly-dropped-bytes': 'bytes',
  cost: 'money',
  saves: 'money',
};

const FIGURES = Object.keys(FIGURE_UNITS) as GuardFigure[];

const EXPECTED_FIGURES = `${FIGURES.slice(0, -1).join(', ')} or ${FIGURES.at(-1)}`;

const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const satisfies readonly ThresholdGuard['operator'][];

/** Spellings of operators in other languages. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=<': '<=',
  '=>': '>=',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
};

/** A guard with its figure last. */
const REVERSED = new RegExp(
  `^\\s*(?<number>\\d\\S*?(?:\\s+[A-Za-z/]+)?)\\s*(?<operator>[<>]=?|[=!]=)\\s*(?<figure>${FIGURES.toReversed().join('|')})\\s*$`,
);

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Begins filters; its nearest figure is none that a user means. */
const NOT = 'not';

/** A field, a call, a path of a file or JSON: all figures have lower case letters. */
const FILTER_START = /^\s*(?:[A-Z@{(]|not\s|\w+\()/;

/** Bytes of a unit. */
const UNITS: ReadonlyMap<string, number> = new Map([['bytes', 1], ['byte', 1], ...BYTE_UNITS]);

const UNIT_NAMES = [...UNITS.keys()];

/** Each other one is near too many words. */
const LONG_UNITS = UNIT_NAMES.filter((unit) => unit.length > 2);

/** The end of the name of a figure that counts bytes. */
const BYTES = '-bytes';

const PERIODS = ['day', 'month'] as const;

const LINE_UNITS = ['lines', 'line'];

const EXPECTED_BYTES = '%, or bytes such as GB, GB/day or GB/month';

const EXPECTED_LINES = '% or lines';

const EXPECTED_COST = '/month';

const EXPECTED_SAVINGS = '% or /month';

const WORD = /[A-Za-z][A-Za-z_-]*/y;

const SIGN = /[<>=!≤≥≠~]+/y;

const SYNTAX = {
  noun: 'guard',
  word: /^(?:[\w.-]+|[<>=!≤≥≠~]+|[^\s]+)/u,
  moreOfNumber: /[0-9.,_eE]+/y,
};

const UNIT = /%|[A-Za-z]+(?:\s*\/\s*[A-Za-z]*)?/y;

/** A month, or any other unit, after an amount of money. */
const MONEY_UNIT = /%|\/\s*[A-Za-z]*|[A-Za-z]+(?:\s*\/\s*[A-Za-z]*)?/y;

/** The name of a price. */
const PRICE = /\[[^\]]*\]?/y;

const CURRENCY = /\p{Sc}/uy;

/**
 * Parses a threshold.
 * @throws GuardSyntaxError with the place of the error
 */
export function parseGuard(text: string): ThresholdGuard {
  return new GuardParser(text).parse();
}

class GuardParser extends QuantityParser {
  constructor(text: string) {
    super(text, SYNTAX);
  }

  parse(): ThresholdGuard {
    const figure = this.#figure();
    const price = this.#price(figure);
    const operator = this.#operator();
    const numberAt = this.skipSpace();
    const number = this.#amount();
    const unitAt = this.skipSpace();
    const { unit, factor } = this.#unit(figure, number);
    const end = this.skipSpace();
    if (end < this.text.length) this.fail(end, this.found(end), 'the end of the guard', 'pass one --guard for each');
    if (unit === 'lines' && number.includes('.')) {
      this.fail(numberAt, `"${number}"`, 'a whole number of lines', `write ${number}% for a share`);
    }
    const value = Number(number) * factor;
    // The product of a decimal fraction and a unit is rounded: 2.3 * 10^9 is not a whole number.
    const isNearInteger = Math.abs(value - Math.round(value)) < 1e-6 * factor;
    const guard = {
      ...({ kind: 'threshold', text: this.text.trim(), figure, operator, unit } as const),
      value: factor > 1 && isNearInteger ? Math.round(value) : value,
      ...(price === undefined ? {} : { price }),
    };
    this.#rejectTrivial(guard, numberAt, unitAt);
    return guard;
  }

  #figure(): GuardFigure {
    const at = this.skipSpace();
    const word = this.match(WORD);
    const figure = FIGURES.find((name) => name === word);
    if (figure !== undefined) return figure;
    const near = word === '' || word === NOT ? undefined : nearest(word.replaceAll('_', '-'), FIGURES);
    const fix = near === undefined ? otherFigureFix(this.text) : `write ${near}`;
    return this.fail(at, this.found(at), EXPECTED_FIGURES, fix);
  }

  #price(figure: GuardFigure): string | undefined {
    const at = this.skipSpace();
    const written = this.match(PRICE);
    if (written === '') return undefined;
    if (FIGURE_UNITS[figure] !== 'money')
      this.fail(at, JSON.stringify(written), 'an operator, because only cost and saves have prices');
    if (!written.endsWith(']')) this.fail(this.at, 'the end of the guard', 'a ] after the name of the price');
    const name = written.slice(1, -1).trim();
    return name === '' ? this.fail(at, '"[]"', 'the name of a price between [ and ]') : name;
  }

  #operator(): ThresholdGuard['operator'] {
    const at = this.skipSpace();
    const sign = this.match(SIGN);
    const operator = OPERATORS.find((one) => one === sign);
    if (operator !== undefined) return operator;
    const meant = Object.hasOwn(SPELLINGS, sign) ? SPELLINGS[sign] : undefined;
    return this.fail(at, this.found(at), `one of ${OPERATORS.join(' ')}`, meant && `write ${meant}`);
  }

  #amount(): string {
    const { at } = this;
    const currency = this.match(CURRENCY);
    if (currency !== '') {
      this.fail(at, JSON.stringify(currency), 'a number', 'write the amount without a currency');
    }
    return this.number('a number such as 5, 0.5 or 1_000');
  }

  #unit(figure: GuardFigure, number: string): { unit: GuardUnit; factor: number } {
    if (FIGURE_UNITS[figure] === 'money') return this.#moneyUnit(figure, number);
    const at = this.at;
    const isBytes = FIGURE_UNITS[figure] === 'bytes';
    const expected = isBytes ? EXPECTED_BYTES : EXPECTED_LINES;
    if (at === this.text.length) {
      if (isBytes) this.fail(at, 'no unit', expected);
      return { unit: 'lines', factor: 1 };
    }
    const written = this.match(UNIT);
    if (written === '%') return { unit: '%', factor: 1 };
    const [name = '', period] = written.split('/').map((part) => part.trim());
    if (!isBytes) {
      if (LINE_UNITS.includes(name) && period === undefined) return { unit: 'lines', factor: 1 };
      const isSize = nearestUnit(name, UNIT_NAMES, LONG_UNITS) !== undefined;
      const fix = isSize ? `write ${bytesOf(figure)} to compare bytes` : nearFix(name, LINE_UNITS);
      this.fail(at, this.found(at, written), expected, fix);
    }
    const factor = UNITS.get(name);
    if (factor === undefined) this.#failUnit(figure, at, written, name);
    if (period === undefined) return { unit: 'bytes', factor: factor! };
    const known = PERIODS.find((one) => one === period);
    if (known !== undefined) return { unit: `bytes/${known}`, factor: factor! };
    const near = nearest(period, PERIODS);
    const afterSlash = at + written.length - period.length;
    const found = period === '' ? this.found(afterSlash) : `"${period}"`;
    return this.fail(afterSlash, found, PERIODS.join(' or '), near && `write ${name}/${near}`);
  }

  #failUnit(figure: GuardFigure, at: number, written: string, name: string): never {
    const near = nearestUnit(name, UNIT_NAMES, LONG_UNITS);
    const fix = name.startsWith('line')
      ? `write ${figure.replace(BYTES, '')} to compare lines`
      : near && `write ${near}`;
    this.fail(at, this.found(at, written === '' ? '' : name), EXPECTED_BYTES, fix);
  }

  #moneyUnit(figure: GuardFigure, number: string): { unit: GuardUnit; factor: number } {
    const at = this.at;
    const written = this.match(MONEY_UNIT);
    const unit = written.replaceAll(/\s/g, '');
    if (unit === '/month') return { unit: 'money/month', factor: 1 };
    if (unit === '%' && figure === 'saves') return { unit: '%', factor: 1 };
    const expected = figure === 'saves' ? EXPECTED_SAVINGS : EXPECTED_COST;
    const isCurrency = /^[A-Z]{3}(?:\/month)?$/.test(unit);
    if (unit === '') {
      const share = figure === 'saves' ? `${number}% or ` : '';
      const found = at === this.text.length ? 'no unit' : this.found(at);
      return this.fail(at, found, expected, `write ${share}${number}/month`);
    }
    const fix =
      unit === '%' ? 'write saves to compare a share' : isCurrency ? 'write the amount without a currency' : undefined;
    return this.fail(at, this.found(at, written), expected, fix);
  }

  /** Rejects a guard whose result is known without reading a line. */
  #rejectTrivial(guard: ThresholdGuard, numberAt: number, unitAt: number): void {
    const { figure } = guard;
    // A filter that keeps more than the old one saves less than nothing.
    if (figure === 'saves' && (guard.unit !== '%' || guard.value < 100)) return;
    const isAlways = alwaysHolds(guard);
    if (!isAlways && !neverHolds(guard)) return;
    const number = this.text.slice(numberAt, unitAt).trim();
    const found = `a guard that ${isAlways ? 'always' : 'never'} holds`;
    const range =
      figure === 'saves'
        ? 'saves is at most 100%'
        : guard.unit === '%'
          ? `${figure} is between 0% and 100%`
          : `${figure} is never below 0`;
    this.fail(numberAt, found, `a number other than ${number}, because ${range}`);
  }

  protected override fail(at: number, found: string, expected: string, fix?: string): never {
    throw new GuardSyntaxError(this.text, at, { found, expected, fix });
  }
}

/** The figure of bytes that belongs to a figure of lines. */
function bytesOf(figure: GuardFigure): string {
  const wanted = `${figure}${BYTES}`;
  return FIGURES.find((name) => name === wanted) ?? `kept${BYTES}`;
}

/** Returns how to write a guard that begins with its number, or that is a filter. */
function otherFigureFix(text: string): string | undefined {
  const { number, operator, figure } = REVERSED.exec(text)?.groups ?? {};
  if (number !== undefined) return `write ${figure} ${MIRRORED[operator!] ?? operator} ${number}`;
  return FILTER_START.test(text) ? 'to protect the lines of a filter, use --never-drop or --never-keep' : undefined;
}

function nearFix(name: string, known: readonly string[]): string | undefined {
  const near = name === '' ? undefined : nearest(name, known);
  return near && `write ${near}`;
}
