// Masks fields of mined lines: equal values get equal pseudonyms, others different ones, and every condition keeps its outcome. A value
// for which no pseudonym keeps the outcomes is rejected, never written.
import {
  createRandom,
  HeadgateError,
  HugeInteger,
  integerOf,
  type JsonObject,
  mix32,
  printJson,
  type Value,
} from '../../base/index.ts';
import { type CompiledFilter, listOf, type Scalar } from '../../language/filter/index.ts';
import type { FilterGoals } from './goals.ts';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const IPV6 = /^[0-9a-f]*:[0-9a-f:.]*$/i;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';

const DIGITS = '0123456789';

/** The characters of a text that stay as they are: those that the filter itself names. */
type Kept = (text: string) => ReadonlySet<number>;

/** Returns an integer from 0 below a limit. */
type Random = (below: number) => number;

/** Pseudonyms tried for a value, before it counts as impossible to mask. Our own choice. */
const ATTEMPTS = 200;

/** Masked lines. */
interface Masking {
  records: JsonObject[];
  /** Distinct values replaced, by field, in the order of the request; fields without a value are left out. */
  replaced: { field: string; values: number }[];
  /** Values whose pseudonym keeps every outcome, but is not as near to a boundary of the filter as the value. */
  weakened: number;
}

/**
 * Masks fields.
 * @param known records of the source, whose values are no pseudonyms of other values
 * @throws HeadgateError `mask-changes-outcome` if a value cannot be replaced
 */
export function maskLines(
  records: readonly JsonObject[],
  fields: readonly string[],
  filter: CompiledFilter,
  goals: FilterGoals,
  known: readonly JsonObject[] = records,
): Masking {
  const masks = fields.map((field) => new FieldMask(field, filter, goals, known));
  const masked = records.map((record) => {
    const copy = new Map(record);
    for (const mask of masks) {
      const value = record.get(mask.field);
      if (value !== undefined) copy.set(mask.field, mask.of(value));
    }
    return copy;
  });
  return {
    records: masked,
    replaced: masks.map(({ field, count }) => ({ field, values: count })).filter(({ values }) => values > 0),
    weakened: masks.reduce((sum, { weakened }) => sum + weakened, 0),
  };
}

/** The pseudonyms of one field. */
class FieldMask {
  readonly field: string;
  weakened = 0;
  readonly #goals: FilterGoals;
  readonly #seed: number;
  readonly #kept: Kept;
  /** Values that the filter names, as JSON. */
  readonly #constants: ReadonlySet<string>;
  /** Values that the field has in the source, as far as they are known, as JSON. */
  readonly #sourceValues: ReadonlySet<string>;
  /** By the JSON of the value. */
  readonly #pseudonyms = new Map<string, Value>();
  readonly #taken = new Set<string>();
  #numbered = 0;

  constructor(field: string, filter: CompiledFilter, goals: FilterGoals, known: readonly JsonObject[]) {
    this.field = field;
    this.#sourceValues = new Set(known.flatMap((record) => (record.has(field) ? [printJson(record.get(field)!)] : [])));
    this.#goals = goals;
    this.#seed = [...field].reduce((hash, character) => mix32(hash ^ character.codePointAt(0)!), 0);
    const constants = constantsOf(filter, field);
    this.#constants = new Set(constants.map((value) => printJson(value)));
    // No other value may get one of these as its pseudonym.
    for (const json of this.#constants) this.#taken.add(json);
    this.#kept = keptBy(constants);
  }

  /** Values that differ from their pseudonyms. */
  get count(): number {
    return [...this.#pseudonyms].filter(([json, pseudonym]) => printJson(pseudonym) !== json).length;
  }

  of(value: Value): Value {
    const json = printJson(value);
    const known = this.#pseudonyms.get(json);
    if (known !== undefined) return known;
    const pseudonym = this.#find(value);
    this.#pseudonyms.set(json, pseudonym);
    this.#taken.add(printJson(pseudonym));
    return pseudonym;
  }

  #find(value: Value): Value {
    this.#numbered += 1;
    // The suite then contains no more of the value than the filter does.
    const own = printJson(value);
    if (this.#constants.has(own)) return value;
    const wanted = this.#signature(value);
    let weaker: Value | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // Half of the attempts keep the characters that the filter names.
      const kept = attempt % 2 === 0 ? NOTHING : this.#kept;
      // Then the short values may be used up.
      const shape = attempt < ATTEMPTS / 2 ? value : lengthened(value);
      const pseudonym = pseudonymOf(shape, kept, this.#seed, this.#numbered, attempt);
      const json = printJson(pseudonym);
      if (json !== own && this.#sourceValues.has(json)) continue;
      if (this.#taken.has(json) || (json === own && isReplaceable(value) && !this.#isNamed(value))) continue;
      const found = this.#signature(pseudonym);
      if (found.outcomes !== wanted.outcomes) continue;
      if (found.details === wanted.details) return pseudonym;
      weaker ??= pseudonym;
    }
    if (weaker !== undefined) {
      this.weakened += 1;
      return weaker;
    }
    throw new HeadgateError(
      'mask-changes-outcome',
      `cannot mask ${this.field}: found a value for which no pseudonym gives the conditions on ${this.field} the same outcomes, expected one; pass --mask without ${this.field}, or --mask none`,
    );
  }

  /** Whether constants of the filter contain every character of the value, or of each element of an array. */
  #isNamed(value: Value): boolean {
    if (Array.isArray(value)) return value.every((one) => this.#isNamed(one) || !isReplaceable(one));
    return typeof value === 'string' && this.#kept(value).size === value.length;
  }

  #signature(value: Value): { outcomes: string; details: string } {
    return this.#goals.signatureOf(this.field, new Map([[this.field, value]]));
  }
}

const NOTHING: Kept = () => new Set();

/** The values that the conditions on a field name. */
function constantsOf({ conditions }: CompiledFilter, field: string): Scalar[] {
  return conditions.filter((one) => one.field === field).flatMap(({ condition }) => listOf(condition));
}

/** Whether a value has characters that pseudonyms replace. */
function isReplaceable(value: Value): boolean {
  if (typeof value === 'string') return /[0-9A-Za-z\u0080-\uffff]/.test(value);
  if (Array.isArray(value)) return value.some(isReplaceable);
  if (value instanceof Map) return [...value.values()].some(isReplaceable);
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger;
}

/** A longer value of the same type; lists and objects as they are. */
function lengthened(value: Value): Value {
  if (typeof value === 'string') return `${value}x`;
  return typeof value === 'number' || typeof value === 'bigint' ? integerOf(`${value === 0 ? 1 : value}0`)! : value;
}

/** The characters of a text that it has in common with a constant of the filter, without regard to case. */
function keptBy(values: readonly Scalar[]): Kept {
  const constants = values.filter((value) => typeof value === 'string').map((value) => value.toLowerCase());
  return (text) => {
    const kept = new Set<number>();
    const folded = text.toLowerCase();
    if (folded.length !== text.length) return kept;
    for (const constant of constants) {
      for (let at = folded.indexOf(constant); constant !== '' && at !== -1; at = folded.indexOf(constant, at + 1)) {
        for (let index = at; index < at + constant.length; index += 1) kept.add(index);
      }
      for (let index = 0; index < constant.length && folded[index] === constant[index]; index += 1) kept.add(index);
      for (let back = 1; back <= constant.length && folded.at(-back) === constant.at(-back); back += 1) {
        if (back <= folded.length) kept.add(folded.length - back);
      }
    }
    return kept;
  };
}

/**
 * Returns a pseudonym of a value: of texts, each letter becomes another letter of the same case and each digit a digit, and IP addresses
 * stay addresses; of integers, the sign and the number of digits stay. Lists and objects keep their shape and keys. Null, booleans, empty
 * values and fractions are returned as they are.
 * @param seeds numbers that identify the field, the value and the attempt
 */
function pseudonymOf(value: Value, kept: Kept, ...seeds: readonly number[]): Value {
  return replaced(value, kept, createRandom(...seeds));
}

function replaced(value: Value, kept: Kept, random: Random): Value {
  if (typeof value === 'string') return replacedText(value, kept(value), random);
  if (typeof value === 'number' || typeof value === 'bigint') return replacedInteger(String(value), random);
  if (value instanceof HugeInteger) return replacedInteger(value.text, random);
  if (Array.isArray(value)) return value.map((one) => replaced(one, kept, random));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, replaced(one, kept, random)]));
  return value;
}

function replacedText(text: string, kept: ReadonlySet<number>, random: Random): string {
  if (IPV4.test(text)) return replacedIpv4(text, kept, random);
  const isHex = IPV6.test(text);
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    result += kept.has(index) ? character : replacedCharacter(character, isHex, random);
  }
  return result;
}

function replacedCharacter(character: string, isHex: boolean, random: Random): string {
  if (DIGITS.includes(character)) return DIGITS[random(10)]!;
  const lower = character.toLowerCase();
  if (LOWER.includes(lower)) {
    const other = LOWER[random(isHex ? 6 : 26)]!;
    return lower === character ? other : other.toUpperCase();
  }
  // Letters of other scripts: their units, so that no part of a character is left over.
  return character > '\u007f' ? 'x' : character;
}

/** Replaces each number of an address by one of as many digits. */
function replacedIpv4(text: string, kept: ReadonlySet<number>, random: Random): string {
  let at = 0;
  return text
    .split('.')
    .map((part) => {
      const isKept = [...part].every((_, index) => kept.has(at + index));
      at += part.length + 1;
      if (isKept) return part;
      return String(part.length === 1 ? random(10) : part.length === 2 ? 10 + random(90) : 100 + random(156));
    })
    .join('.');
}

function replacedInteger(text: string, random: Random): Value {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = [...text.slice(sign.length)].map((_, index) => (index === 0 ? 1 + random(9) : random(10)));
  return integerOf(`${sign}${digits.join('')}`)!;
}
