// Judges that know nothing of the search: one tries every combination of small values, the other looks for counterexamples among records
// near the constants of two filters. Both evaluate with the naive evaluator.
import { parseJson, type Value } from '../../../src/base/index.ts';
import {
  type Condition,
  type Filter,
  type Node,
  printFilterJson,
  type VerdictName,
} from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET } from '../filter/arbitraries.ts';
import { naiveTruth } from '../filter/naive-evaluator.ts';
import { SMALL_FIELDS } from './small-values.ts';

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
