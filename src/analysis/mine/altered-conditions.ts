// Small changes of a condition: another operator, a value moved by one, a character changed, a list without one of its values. A suite
// should detect each of them. Does not evaluate.
import { type Decimal, printJson } from '../../base/index.ts';
import type { FieldType } from '../../language/dataset/index.ts';
import { type Condition, listOf, OPERATORS, operatorsFor, type Scalar } from '../../language/filter/index.ts';

/** A decimal fraction without exponent. */
const FRACTION = /^-?\d+\.\d+$/;
/** The date and time of an RFC 3339 time, without its zone. */
const SECONDS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})/;

/** Lists the changed conditions, each once; some may be invalid for the type, or mean the same as the condition. */
export function alteredConditions(condition: Condition, type: FieldType): Condition[] {
  const altered = [...withOtherOperators(condition, type), ...withOtherValues(condition)];
  const seen = new Set([keyOf(condition)]);
  return altered.filter((one) => {
    const key = keyOf(one);
    return !seen.has(key) && seen.add(key);
  });
}

function withOtherOperators(condition: Condition, type: FieldType): Condition[] {
  const [first] = listOf(condition);
  return operatorsFor(type).map((operator) => {
    const isList = OPERATORS[operator].argument === 'list';
    return { ...condition, operator, value: isList ? listOf(condition) : first! };
  });
}

function withOtherValues(condition: Condition): Condition[] {
  const values = listOf(condition);
  if (OPERATORS[condition.operator].argument === 'scalar') {
    return nudged(values[0]!).map((value) => ({ ...condition, value }));
  }
  return values.flatMap((value, index) => [
    ...(values.length > 1 ? [{ ...condition, value: values.toSpliced(index, 1) }] : []),
    ...nudged(value).map((other) => ({ ...condition, value: values.with(index, other) })),
  ]);
}

/** Values next to a value. */
function nudged(value: Scalar): Scalar[] {
  if (typeof value === 'number') return [value - 1, value + 1].filter(Number.isSafeInteger);
  if (typeof value === 'bigint') return [value - 1n, value + 1n].filter((one) => !Number.isSafeInteger(Number(one)));
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return nudgedTexts(value);
  return FRACTION.test(value.text) ? nudgedFractions(value) : [];
}

function nudgedFractions(value: Decimal): Scalar[] {
  const last = Number(value.text.at(-1));
  const Fraction = value.constructor as new (text: string) => Decimal;
  return [last - 1, last + 1]
    .filter((digit) => digit >= 0 && digit <= 9)
    .map((digit) => new Fraction(`${value.text.slice(0, -1)}${digit}`));
}

function nudgedTexts(text: string): string[] {
  if (/^-?\d{1,15}$/.test(text)) return [String(Number(text) - 1), String(Number(text) + 1)];
  const time = SECONDS.exec(text)?.[1];
  if (time !== undefined) {
    const at = Date.parse(`${time}Z`);
    // A leap second.
    if (Number.isNaN(at)) return [];
    return [at - 1000, at + 1000].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}${text.slice(time.length)}`);
  }
  const middle = text.length >> 1;
  return [
    ...[0, middle, text.length - 1].map((index) => withChanged(text, index)),
    text.slice(1),
    text.slice(0, -1),
    `${text}x`,
    text.toLowerCase(),
    text.toUpperCase(),
  ];
}

/** The text with the next character at one place. */
function withChanged(text: string, index: number): string {
  if (index < 0) return text;
  return `${text.slice(0, index)}${String.fromCharCode(text.charCodeAt(index) + 1)}${text.slice(index + 1)}`;
}

function keyOf({ operator, value }: Condition): string {
  return `${operator} ${printJson(Array.isArray(value) ? [...value] : (value as Scalar))}`;
}
