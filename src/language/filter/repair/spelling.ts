// Common spellings of operators, keys and fields (SQL, other tools, older documentation) → the spelling of filters.
// Contains only spellings with one possible meaning, because they are corrected mechanically.
import { isOperator, OPERATOR_NAMES, type Operator } from '../operator.ts';
import { nearestName } from '../quote.ts';

/** The spellings of operators beside their own, in lower case without spaces, `_`, `-` and `.`. */
const OTHER_SPELLINGS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '= == === equal equals equalto is',
  '!eq': '!= !== <> ne neq noteq notequal notequals notequalto doesnotequal isnot',
  lt: '< less lessthan',
  leq: '<= =< le lte lessorequal lessequal lessthanorequal lessthanorequals lessthanorequalto',
  gt: '> greater greaterthan',
  geq: '>= => ge gte greaterorequal greaterequal greaterthanorequal greaterthanorequals greaterthanorequalto',
  startsWith: 'startwith beginswith prefix',
  '!startsWith': 'notstartswith doesnotstartwith',
  endsWith: 'endwith suffix',
  '!endsWith': 'notendswith doesnotendwith',
  contains: 'contain include includes',
  '!contains': 'notcontain notcontains doesnotcontain ncontains',
  in: 'isin oneof anyof isoneof',
  '!in': 'notin nin isnotin notoneof noneof',
};

/** By spelling; {@link operatorFor} handles a leading `!`. */
const SPELLINGS: ReadonlyMap<string, Operator> = new Map(
  OPERATOR_NAMES.flatMap((name) =>
    [name.toLowerCase(), ...(OTHER_SPELLINGS[name]?.split(' ') ?? [])].map((spelling) => [spelling, name] as const),
  ),
);

/** Shorter names resemble too many operators. Characters. */
const MIN_COMPARED_LENGTH = 4;

/** Keys of a filter, and the names that other tools use for them, in lower case. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ...['where', 'and', 'or', 'key', 'operator', 'value'].map((key) => [key, key] as const),
  ['field', 'key'],
  ['op', 'operator'],
  ['values', 'value'],
]);

/** Returns the operator that a spelling means; undefined when it means none, or could mean several. */
export function operatorFor(spelling: string): Operator | undefined {
  if (isOperator(spelling)) return spelling;
  const plain = spelling.toLowerCase().replace(/[\s_.-]/g, '');
  const found = SPELLINGS.get(plain);
  if (found !== undefined || !plain.startsWith('!')) return found;
  const negation = `!${SPELLINGS.get(plain.slice(1))}`;
  return isOperator(negation) ? negation : undefined;
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
