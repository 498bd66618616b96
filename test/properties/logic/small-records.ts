// Records of small values for proofs: conditions on one field of each type with few constants, all values that could matter for them, and a judge
// that tries every combination with the naive evaluator. Knows nothing of the search.
import fc from 'fast-check';
import { Decimal, parseJson, type Value } from '../../../src/base/index.ts';
import {
  type Condition,
  type Filter,
  type Node,
  OPERATORS,
  operatorsFor,
  printFilterJson,
  type Scalar,
  type VerdictName,
} from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET } from '../../helpers/filter/arbitraries.ts';
import { naiveTruth } from '../../helpers/filter/naive-evaluator.ts';

/** What the judge assumes of records. */
export interface Judged {
  readonly domain: 'any' | 'complete';
  readonly nullAs: 'unknown' | 'zero';
}

type Truth = boolean | undefined;
/** The truth of each condition by its JSON. */
type Truths = ReadonlyMap<string, Truth>;

/** Returns each pair of verdicts that some record of small values has, as `keep drop`. */
export function pairsOfEveryRecord([from, to]: readonly [Filter, Filter], judged: Judged): Set<string> {
  const conditions = new Map([...conditionsIn(from.where), ...conditionsIn(to.where)].map((one) => [keyOf(one), one]));
  const byField = Map.groupBy(conditions.values(), ({ key }) => key);
  let combinations: Truths[] = [new Map()];
  for (const [field, tested] of byField) {
    const choices = choicesOf(field, tested, judged);
    combinations = combinations.flatMap((one) => choices.map((choice) => new Map([...one, ...choice])));
  }
  return new Set(combinations.map((truths) => `${verdict(from.where, truths)} ${verdict(to.where, truths)}`));
}

/** The different truths that the conditions on a field have together. */
function choicesOf(field: string, conditions: readonly Condition[], { domain, nullAs }: Judged): Truths[] {
  const { values, ofOtherType } = SMALL_FIELDS[field]!;
  const found = domain === 'complete' ? values : [...values, ofOtherType, null, undefined];
  const choices = found.map((value) => {
    const record = new Map<string, Value>(value === undefined ? [] : [[field, value]]);
    return conditions.map((one): [string, Truth] => [
      keyOf(one),
      naiveTruth(nodeJson(one), record, ARBITRARY_DATASET, nullAs),
    ]);
  });
  return [
    ...new Map(choices.map((truths) => [truths.map(([, truth]) => String(truth)).join(), new Map(truths)])).values(),
  ];
}

function verdict(node: Node, truths: Truths): VerdictName {
  const truth = truthOf(node, truths);
  return truth === undefined ? 'undecided' : truth ? 'keep' : 'drop';
}

function truthOf(node: Node, truths: Truths): Truth {
  if (node.kind === 'condition') return truths.get(keyOf(node));
  const children = node.children.map((child) => truthOf(child, truths));
  if (node.kind === 'and') return children.includes(false) ? false : children.includes(undefined) ? undefined : true;
  return children.includes(true) ? true : children.includes(undefined) ? undefined : false;
}

/** Lists the conditions of a tree. */
export function conditionsIn(node: Node): Condition[] {
  return node.kind === 'condition' ? [node] : node.children.flatMap(conditionsIn);
}

const KEYS = new WeakMap<Condition, string>();

function keyOf(condition: Condition): string {
  const key = KEYS.get(condition) ?? printFilterJson({ where: condition });
  KEYS.set(condition, key);
  return key;
}

function nodeJson(condition: Condition): Value {
  return (parseJson(keyOf(condition)) as Map<string, Value>).get('where')!;
}

/** The constants of conditions on a field, and values in lines. */
interface SmallField {
  readonly constants: readonly Scalar[];
  /** Of the field's type; at least one for each combination of truth values, unless many patterns need a longer text. */
  readonly values: readonly Value[];
  readonly ofOtherType: Value;
}

const TEXTS = textsUpTo(4);

/** By name, one of each type and a second text. */
export const SMALL_FIELDS: Readonly<Record<string, SmallField>> = {
  ClientCountry: { constants: ['', 'a', 'b', 'ab', 'aa', 'ba'], values: TEXTS, ofOtherType: 1 },
  ClientRequestPath: { constants: ['a', 'ab', 'ba', 'aba'], values: TEXTS, ofOtherType: ['a'] },
  EdgeResponseStatus: {
    constants: [0, 1, 2, '3', 4, 6],
    values: [-1, 0, 1, 2, 3, '4', 5, 6, 7],
    ofOtherType: new Decimal('1.5'),
  },
  CacheReserveUsed: { constants: [true, false, 'true'], values: [true, false], ofOtherType: 'true' },
  EdgeResponseCompressionRatio: {
    constants: [0, new Decimal('0.5'), 1, new Decimal('15e-1'), new Decimal('-0.50'), new Decimal('1.0')],
    values: ['-1.0', '-0.5', '-0.1', '0.0', '0.25', '5e-1', '0.75', '10e-1', '1.25', '1.5', '1.75'].map(
      (text) => new Decimal(text),
    ),
    ofOtherType: '1',
  },
  EdgeStartTimestamp: {
    constants: [1, '1970-01-01T00:00:01Z', '1970-01-01T00:00:01.000000001Z', '1970-01-01T00:00:01.000000003Z'],
    values: [
      '1970-01-01T00:00:00.9Z',
      '1',
      ...[1, 2, 3, 4].map((nanosecond) => `1970-01-01T00:00:01.00000000${nanosecond}Z`),
    ],
    ofOtherType: 'soon',
  },
  BotTags: {
    constants: ['a', 'b', ''],
    values: [[], ['a'], ['b'], [''], ['a', 'b'], ['a', ''], ['b', 1, ''], ['a', null, 'b', '']],
    ofOtherType: 'a',
  },
  BotDetectionIDs: {
    constants: [1, '1', 2],
    values: [[], [1], ['2'], [1, 2], ['x']],
    ofOtherType: 1,
  },
};

/** A condition on one of these fields. */
export function smallCondition(fields: readonly string[]): fc.Arbitrary<Condition> {
  return fc.constantFrom(...fields).chain((key) => {
    const scalar = fc.constantFrom(...SMALL_FIELDS[key]!.constants);
    return fc.constantFrom(...operatorsFor(ARBITRARY_DATASET.fields.get(key)!.type)).chain((operator) => {
      const isList = OPERATORS[operator].argument === 'list';
      const value: fc.Arbitrary<Scalar | Scalar[]> = isList ? fc.array(scalar, { minLength: 1, maxLength: 3 }) : scalar;
      return value.map((one): Condition => ({ kind: 'condition', key, operator, value: one }));
    });
  });
}

/** All texts of these characters with at most this length; no constant contains `c`. */
function textsUpTo(length: number): string[] {
  if (length === 0) return [''];
  return ['', ...textsUpTo(length - 1).flatMap((rest) => ['a', 'b', 'c'].map((one) => one + rest))];
}
