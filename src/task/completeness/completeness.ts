// Whether a source contains every line that a filter keeps, given the job that wrote it. The platform evaluates filters on complete events, so
// complete records are what the proofs cover. docs/semantics.md, "Completeness of a source".
import type { SourceCompleteness } from '../../compare/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import {
  assumingTrue,
  type CompiledFilter,
  compileCombination,
  FALSE,
  type Filter,
  type OutcomeTree,
} from '../../filter/index.ts';
import type { GuardedSource } from '../../guard/index.ts';
import { implies, type Proof, type Witness } from '../../logic/index.ts';
import type { WritingJob } from '../../run/written-by/written-by.ts';

/** Bound of each proof about one condition. Steps; the first proof has the default bound. */
const STEPS_FOR_CONDITION = 1_000_000;

/** Decides whether the source contains every line that a filter keeps. @param to undefined: every line is kept */
export function completenessOf(to: Filter | undefined, job: WritingJob, dataset: Dataset): SourceCompleteness {
  const { name: writtenBy, filter: from, fieldNames, sampleRate } = job;
  const tested = to === undefined ? [] : compileCombination(to, dataset).fields;
  const missingFields = fieldNames === undefined ? [] : tested.filter((field) => !fieldNames.includes(field));
  const proof: Proof = from === undefined ? { answer: 'proven' } : proveKept(to, from, dataset);
  const head = { writtenBy, sampleRate, missingFields };
  switch (proof.answer) {
    case 'proven':
      return { ...head, answer: sampleRate < 1 ? 'lower-bound' : 'complete', conditions: [] };
    case 'undecided':
      return { ...head, answer: 'unknown', conditions: [], reason: proof.reason };
    case 'refuted': {
      const conditions = responsibleConditions(to, from!, proof.witness, dataset);
      return { ...head, answer: 'lower-bound', witness: proof.witness, conditions };
    }
  }
}

function proveKept(to: Filter | undefined, from: Filter | undefined, dataset: Dataset, maxSteps?: number): Proof {
  return implies(to, from, dataset, { domain: 'complete', ...(maxSteps !== undefined && { maxSteps }) });
}

/**
 * The conditions of the job's filter that drop lines which the new filter keeps: those that can do so alone, and those that do so together
 * with others.
 */
function responsibleConditions(
  to: Filter | undefined,
  from: Filter,
  witness: Witness,
  dataset: Dataset,
): SourceCompleteness['conditions'] {
  const compiled = compileCombination(from, dataset);
  const found = new Set<number>();
  for (const { index } of compiled.conditions) {
    if (canDropAlone(index, to, from, dataset)) found.add(index);
  }
  let dropped: Witness | undefined = witness;
  while (dropped !== undefined) {
    const rest = assumingTrue(from, found);
    if (rest === undefined) break;
    const proof = proveKept(to, rest, dataset, STEPS_FOR_CONDITION);
    dropped = proof.answer === 'refuted' ? proof.witness : undefined;
    if (dropped === undefined) break;
    const before = found.size;
    for (const index of falseConditions(compiled, dropped, found)) found.add(index);
    if (found.size === before) break;
  }
  if (found.size === 0) for (const index of falseConditions(compiled, witness, found)) found.add(index);
  return compiled.conditions.filter(({ index }) => found.has(index)).map(({ path, text }) => ({ path, text }));
}

/** Whether a line exists that the new filter keeps, and that the job's filter would keep if only this condition were true. */
function canDropAlone(index: number, to: Filter | undefined, from: Filter, dataset: Dataset): boolean {
  const without = assumingTrue(from, new Set([index]));
  const parts = [to, without].flatMap((filter) => (filter === undefined ? [] : [filter.where]));
  const kept: Filter | undefined = parts.length === 0 ? undefined : { where: { kind: 'and', children: parts } };
  return proveKept(kept, from, dataset, STEPS_FOR_CONDITION).answer === 'refuted';
}

/** The false conditions that make the filter false on a record, if some others were true. */
function falseConditions(
  compiled: CompiledFilter,
  { record }: Witness,
  assumed: ReadonlySet<number>,
): readonly number[] {
  const outcomes = new Uint8Array(compiled.conditions.length);
  compiled.evaluate(new Map(Object.entries(record)), outcomes);
  const isFalse = (node: OutcomeTree): boolean => {
    if (node.kind === 'condition') return outcomes[node.index] === FALSE && !assumed.has(node.index);
    return node.kind === 'and' ? node.children.some(isFalse) : node.children.every(isFalse);
  };
  const collect = (node: OutcomeTree): number[] => {
    if (!isFalse(node)) return [];
    return node.kind === 'condition' ? [node.index] : node.children.flatMap(collect);
  };
  return collect(compiled.root);
}

/** Returns the job that wrote the source, as guards need it. */
export function guardedSource({ name, filter, sampleRate }: WritingJob, dataset: Dataset): GuardedSource {
  return {
    writtenBy: name,
    sampleRate,
    lacks: (lines) => {
      if (filter === undefined || lines === 'none') return undefined;
      const { answer } = proveKept(lines === 'every' ? undefined : lines, filter, dataset, STEPS_FOR_CONDITION);
      if (answer === 'proven') return undefined;
      return answer === 'refuted'
        ? `the figure is incomplete: ${name} dropped lines that may change it`
        : `the figure may be incomplete: it is not decided whether ${name} dropped lines that may change it`;
    },
  };
}
