// An independent evaluator, written directly from the description of the semantics: property tests compare src/language/filter and
// src/input/kernel with it. Shares no code with them; slow, and meant to be obviously correct.
import { Decimal, parseJson, type Value } from '../../../src/base/index.ts';
import { type Dataset, getDataset } from '../../../src/language/dataset/index.ts';

/** The name of a verdict. */
export type NaiveVerdict = 'keep' | 'drop' | 'undecided';

/** Kleene's values; undefined is unknown. */
type Truth = boolean | undefined;

/**
 * Returns the verdict of a filter on a record.
 * @param filterJson a valid filter as JSON text
 * @param nullAs the meaning of `null` @default 'unknown'
 */
export function naiveVerdict(
  filterJson: string,
  record: ReadonlyMap<string, Value>,
  dataset: Dataset = getDataset('http_requests'),
  nullAs: 'unknown' | 'zero' = 'unknown',
): NaiveVerdict {
  const filter = parseJson(filterJson) as Map<string, Value>;
  const truth = naiveTruth(filter.get('where')!, record, dataset, nullAs);
  return truth === undefined ? 'undecided' : truth ? 'keep' : 'drop';
}

/**
 * Returns the conditions that alone decide the verdict, by index in depth-first order: of a dropped record the false ones that, alone true,
 * would make the verdict keep (sole blockers); of a kept record the true ones that, alone false, would make it drop (sole keepers).
 */
export function naiveDecisive(
  filterJson: string,
  record: ReadonlyMap<string, Value>,
  dataset: Dataset,
  nullAs: 'unknown' | 'zero',
): number[] {
  const root = (parseJson(filterJson) as Map<string, Value>).get('where')!;
  const verdict = naiveTruth(root, record, dataset, nullAs);
  return leavesOf(root).flatMap((leaf, index) => {
    if (verdict === undefined || naiveTruth(leaf, record, dataset, nullAs) !== verdict) return [];
    return naiveTruth(root, record, dataset, nullAs, { leaf, truth: !verdict }) === !verdict ? [index] : [];
  });
}

function leavesOf(node: Value): Value[] {
  const object = node as Map<string, Value>;
  const children = object.get('and') ?? object.get('or');
  return children === undefined ? [node] : (children as Value[]).flatMap(leavesOf);
}

/** Evaluates any node of a filter's JSON. @param assumed the truth of one condition, whatever the record */
export function naiveTruth(
  node: Value,
  record: ReadonlyMap<string, Value>,
  dataset: Dataset,
  nullAs: 'unknown' | 'zero',
  assumed?: { leaf: Value; truth: boolean },
): Truth {
  if (node === assumed?.leaf) return assumed.truth;
  const object = node as Map<string, Value>;
  if (object.has('and')) {
    const all = (object.get('and') as Value[]).map((child) => naiveTruth(child, record, dataset, nullAs, assumed));
    return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
  }
  if (object.has('or')) {
    const any = (object.get('or') as Value[]).map((child) => naiveTruth(child, record, dataset, nullAs, assumed));
    return any.includes(true) ? true : any.includes(undefined) ? undefined : false;
  }
  const key = object.get('key') as string;
  const operator = object.get('operator') as string;
  const isNegated = operator.startsWith('!');
  const type = dataset.fields.get(key)!.type;
  const positive = isNegated ? operator.slice(1) : operator;
  const truth = conditionTruth(type, positive, object.get('value')!, withoutNull(record.get(key), type, nullAs));
  return truth === undefined || !isNegated ? truth : !truth;
}

function withoutNull(found: Value | undefined, type: string, nullAs: 'unknown' | 'zero'): Value | undefined {
  if (found !== null) return found;
  if (nullAs === 'unknown' || type === 'timestamp') return undefined;
  if (type === 'string') return '';
  if (type === 'bool') return false;
  return type.startsWith('array') ? [] : 0;
}

function conditionTruth(type: string, operator: string, wanted: Value, found: Value | undefined): Truth {
  if (found === undefined) return undefined;
  if (type === 'array[string]') {
    return Array.isArray(found)
      ? found.some((element) => typeof element === 'string' && element === wanted)
      : undefined;
  }
  if (type === 'array[int]') {
    const integer = wholeNumber(wanted)!;
    return Array.isArray(found) ? found.some((element) => wholeNumber(element) === integer) : undefined;
  }
  if (type === 'string') {
    if (typeof found !== 'string') return undefined;
    if (operator === 'in') return (wanted as Value[]).some((one) => one === found);
    const text = wanted as string;
    if (operator === 'eq') return found === text;
    if (operator === 'startsWith') return found.slice(0, text.length) === text;
    if (operator === 'endsWith') return text === '' || found.slice(-text.length) === text;
    return found.indexOf(text) >= 0;
  }
  if (type === 'bool') return typeof found === 'boolean' ? String(found) === String(wanted) : undefined;
  const read = type === 'int' ? wholeNumber : type === 'float' ? fraction : instant;
  const value = read(found);
  if (value === undefined) return undefined;
  if (operator === 'in') return (wanted as Value[]).some((one) => order(value, read(one)!) === 0);
  const sign = order(value, read(wanted)!);
  if (operator === 'eq') return sign === 0;
  if (operator === 'lt') return sign < 0;
  if (operator === 'leq') return sign <= 0;
  return operator === 'gt' ? sign > 0 : sign >= 0;
}

/** A number as numerator and denominator. */
interface Fraction {
  top: bigint;
  bottom: bigint;
}

function order(a: bigint | Fraction, b: bigint | Fraction): number {
  const left = typeof a === 'bigint' ? { top: a, bottom: 1n } : a;
  const right = typeof b === 'bigint' ? { top: b, bottom: 1n } : b;
  const difference = left.top * right.bottom - right.top * left.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Integers, and canonical decimal strings. */
function wholeNumber(value: Value): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) && BigInt(value).toString() === value
    ? BigInt(value)
    : undefined;
}

/** Any JSON number; a string is not one. */
function fraction(value: Value): Fraction | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return { top: BigInt(value), bottom: 1n };
  if (!(value instanceof Decimal)) return undefined;
  const [mantissa = '', power = '0'] = value.text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const exponent = BigInt(power) - BigInt(part.length);
  const top = BigInt(whole.replace('-', '') + part) * (mantissa.startsWith('-') ? -1n : 1n);
  return exponent < 0n ? { top, bottom: 10n ** -exponent } : { top: top * 10n ** exponent, bottom: 1n };
}

/** Nanoseconds since 1970. */
function instant(value: Value): bigint | undefined {
  const integer = wholeNumber(value);
  if (integer !== undefined) {
    const size = integer < 0n ? -integer : integer;
    if (size < 10n ** 11n) return integer * 10n ** 9n;
    return size < 10n ** 14n ? integer * 10n ** 6n : integer;
  }
  if (typeof value !== 'string') return undefined;
  const parts = /^(....)-(..)-(..)[Tt](..):(..):(..)(\.\d+)?([Zz]|[+-]..:..)$/s.exec(value);
  if (parts === null || /[^\d.:+\-TtZz]/.test(value)) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as number[];
  const zone = parts[8]!.toUpperCase() === 'Z' ? '+00:00' : parts[8]!;
  const [zoneHour, zoneMinute] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  const isLeap = year! % 4 === 0 && (year! % 100 !== 0 || year! % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (month! < 1 || month! > 12 || day! < 1 || day! > lengths[month! - 1]!) return undefined;
  if (hour! > 23 || minute! > 59 || second! > 60 || zoneHour > 23 || zoneMinute > 59) return undefined;
  let days = lengths.slice(0, month! - 1).reduce((sum, length) => sum + length, 0) + day! - 1;
  for (let one = 1970; one < year!; one += 1) days += isLeapYear(one) ? 366 : 365;
  for (let one = year!; one < 1970; one += 1) days -= isLeapYear(one) ? 366 : 365;
  const offset = (zoneHour * 60 + zoneMinute) * (zone.startsWith('-') ? -1 : 1);
  const seconds = ((days * 24 + hour!) * 60 + minute! - offset) * 60 + second!;
  const nanoseconds = `${(parts[7] ?? '.').slice(1)}000000000`.slice(0, 9);
  return BigInt(seconds) * 10n ** 9n + BigInt(nanoseconds);
}

function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), 1, 29)).getUTCMonth() === 1;
}
