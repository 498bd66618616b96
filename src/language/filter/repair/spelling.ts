// Common spellings of operators, keys and fields (SQL, other tools, older documentation) → the spelling of filters.
// Contains only spellings with one possible meaning, because they are corrected mechanically.
import type { Dataset, Field } from '../../dataset/index.ts';
import { isOperator, OPERATOR_NAMES, type Operator } from '../operator.ts';
import { nearestName } from '../quote.ts';

/** Spellings in lower case without spaces, `_`, `-` and `.`; {@link operatorFor} handles a leading `!`. */
const SPELLINGS: Readonly<Record<string, Operator>> = {
  ...Object.fromEntries(OPERATOR_NAMES.map((name) => [name.toLowerCase(), name])),
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  equal: 'eq',
  equals: 'eq',
  equalto: 'eq',
  is: 'eq',
  '!=': '!eq',
  '!==': '!eq',
  '<>': '!eq',
  ne: '!eq',
  neq: '!eq',
  noteq: '!eq',
  notequal: '!eq',
  notequals: '!eq',
  notequalto: '!eq',
  doesnotequal: '!eq',
  isnot: '!eq',
  '<': 'lt',
  less: 'lt',
  lessthan: 'lt',
  '<=': 'leq',
  '=<': 'leq',
  le: 'leq',
  lte: 'leq',
  lessorequal: 'leq',
  lessequal: 'leq',
  lessthanorequal: 'leq',
  lessthanorequals: 'leq',
  lessthanorequalto: 'leq',
  '>': 'gt',
  greater: 'gt',
  greaterthan: 'gt',
  '>=': 'geq',
  '=>': 'geq',
  ge: 'geq',
  gte: 'geq',
  greaterorequal: 'geq',
  greaterequal: 'geq',
  greaterthanorequal: 'geq',
  greaterthanorequals: 'geq',
  greaterthanorequalto: 'geq',
  startwith: 'startsWith',
  beginswith: 'startsWith',
  prefix: 'startsWith',
  notstartswith: '!startsWith',
  doesnotstartwith: '!startsWith',
  endwith: 'endsWith',
  suffix: 'endsWith',
  notendswith: '!endsWith',
  doesnotendwith: '!endsWith',
  contain: 'contains',
  include: 'contains',
  includes: 'contains',
  notcontain: '!contains',
  notcontains: '!contains',
  doesnotcontain: '!contains',
  ncontains: '!contains',
  isin: 'in',
  oneof: 'in',
  anyof: 'in',
  isoneof: 'in',
  notin: '!in',
  nin: '!in',
  isnotin: '!in',
  notoneof: '!in',
  noneof: '!in',
};

/** Shorter names resemble too many operators. Characters. */
const MIN_COMPARED_LENGTH = 4;

/** Keys of a filter, and the names that other tools use for them, in lower case. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['where', 'where'],
  ['and', 'and'],
  ['or', 'or'],
  ['key', 'key'],
  ['field', 'key'],
  ['operator', 'operator'],
  ['op', 'operator'],
  ['value', 'value'],
  ['values', 'value'],
]);

/** Returns the operator that a spelling means; undefined when it means none, or could mean several. */
export function operatorFor(spelling: string): Operator | undefined {
  if (isOperator(spelling)) return spelling;
  const plain = spelling.toLowerCase().replace(/[\s_.-]/g, '');
  const found = Object.hasOwn(SPELLINGS, plain) ? SPELLINGS[plain] : undefined;
  if (found !== undefined || !plain.startsWith('!')) return found;
  const positive = Object.hasOwn(SPELLINGS, plain.slice(1)) ? SPELLINGS[plain.slice(1)] : undefined;
  return positive !== undefined && isOperator(`!${positive}`) ? (`!${positive}` as Operator) : undefined;
}

/** Returns the fix for a name that is not an operator; undefined when no operator resembles it. */
export function adviceForName(name: string): string | undefined {
  const meant =
    operatorFor(name) ?? (name.length < MIN_COMPARED_LENGTH ? undefined : nearestName(name, OPERATOR_NAMES));
  if (meant !== undefined) return `write ${JSON.stringify(meant)}`;
  if (/match|regex|like|wildcard|glob|pattern/i.test(name)) {
    return 'use contains, startsWith or endsWith, because filters have no patterns';
  }
  return /between|range/i.test(name) ? 'write two conditions, with "geq" and "leq"' : undefined;
}

/** Returns the key that a spelling means (`AND`, `field`, `op`); undefined when it means none. */
export function keyFor(spelling: string): string | undefined {
  return spelling.length <= 'operator'.length ? KEYS.get(spelling.toLowerCase()) : undefined;
}

/** Returns the field whose name differs only in case; undefined when there is none, or more than one. */
export function fieldIgnoringCase(name: string, dataset: Dataset): Field | undefined {
  const folded = name.toLowerCase();
  const same = [...dataset.fields.values()].filter((field) => field.name.toLowerCase() === folded);
  return same.length === 1 ? same[0] : undefined;
}
