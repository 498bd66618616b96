// Records near the constants of a filter that try to make each of its parts true and false. A rewritten filter that differs on one of them
// is not equal: that is found without a proof. Deterministic.
import { createRandom, type Value } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import {
  type CompiledCondition,
  type CompiledFilter,
  compileFilter,
  type Filter,
  listOf,
  type OutcomeTree,
  TRUE,
} from '../../filter/index.ts';
import type { RecordDomain } from '../prove.ts';
import { cellsOf } from '../values/cells-of-field.ts';

/** A record that filters can evaluate. */
export type ProbeRecord = ReadonlyMap<string, Value>;

/** Maximum number of values of a field. */
const MAX_VALUES = 256;
/** Share of fields that a record of the domain `any` lacks: one of this number. */
const ABSENT_ONE_OF = 8;

/** Returns records, the same ones for the same filter. @param count how many */
export function probeRecords(filter: Filter, dataset: Dataset, domain: RecordDomain, count: number): ProbeRecord[] {
  const compiled = compileFilter(filter, dataset);
  const byField = Map.groupBy(compiled.conditions, ({ field }) => field);
  const fields = [...byField].map(([name, conditions]) => fieldValues(name, conditions));
  const random = createRandom();
  return Array.from({ length: count }, () => probeRecord(compiled, fields, domain, random));
}

/** A field with values, and the conditions that each value fulfills. */
interface FieldValues {
  readonly name: string;
  readonly values: readonly { readonly value: Value; readonly fulfilled: readonly number[] }[];
}

function fieldValues(name: string, conditions: readonly CompiledCondition[]): FieldValues {
  return {
    name,
    values: nearValues(conditions)
      .slice(0, MAX_VALUES)
      .map((value) => {
        const record = new Map([[name, value]]);
        return { value, fulfilled: conditions.filter((one) => one.test(record) === TRUE).map(({ index }) => index) };
      }),
  };
}

/** Values of cells make each condition true and false; of other fields, values like the constants. */
function nearValues(conditions: readonly CompiledCondition[]): Value[] {
  const cells = cellsOf(conditions);
  if (cells !== undefined && 'values' in cells) return cells.preferred.map((cell) => cells.values[cell]!);
  const constants: readonly Value[] = conditions.flatMap(({ condition }) => listOf(condition));
  if (conditions[0]!.type !== 'string') {
    const others = constants.map((value) => constants.filter((one) => one !== value));
    return [[], [...constants], ...constants.map((value) => [value]), ...others];
  }
  const texts = constants.map(String);
  const near = texts.flatMap((text) => [text, `${text}~`, `~${text}`, text.slice(0, -1), `~${text}~`]);
  const pairs = texts.slice(0, 10).flatMap((a) => texts.slice(0, 10).map((b) => `${a}${b}`));
  return [...new Set([...near, '', ...pairs])];
}

function probeRecord(
  compiled: CompiledFilter,
  fields: readonly FieldValues[],
  domain: RecordDomain,
  random: (below: number) => number,
): ProbeRecord {
  const wanted = new Int8Array(compiled.conditions.length);
  chooseTruths(compiled.root, random(2) === 0, wanted, random);
  const record = new Map<string, Value>();
  for (const { name, values } of fields) {
    if (values.length === 0 || (domain === 'any' && random(ABSENT_ONE_OF) === 0)) continue;
    let best: number[] = [];
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const [at, { fulfilled }] of values.entries()) {
      const score = fulfilled.reduce((sum, index) => sum + wanted[index]!, 0);
      if (score > bestScore) [best, bestScore] = [[], score];
      if (score === bestScore) best.push(at);
    }
    record.set(name, values[best[random(best.length)]!]!.value);
  }
  return record;
}

/**
 * Chooses truth values of conditions that make a tree true or false, by as few parts as possible.
 * @param wanted receives 1 for true and -1 for false
 */
function chooseTruths(node: OutcomeTree, truth: boolean, wanted: Int8Array, random: (below: number) => number): void {
  if (node.kind === 'condition') {
    wanted[node.index] = truth ? 1 : -1;
    return;
  }
  const isForced = truth === (node.kind === 'and');
  const decisive = random(node.children.length);
  for (const [index, child] of node.children.entries()) {
    chooseTruths(child, isForced || index === decisive ? truth : !truth, wanted, random);
  }
}
