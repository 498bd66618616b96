// Whether a source contains every line that a filter keeps, given the job that wrote it. The platform evaluates filters on complete events, so
// complete records are what the proofs cover. docs/semantics.md, "Completeness of a source".
import type { Sample } from '../../analysis/aggregates/index.ts';
import type { SourceCompleteness, WriterContradiction } from '../../analysis/compare/index.ts';
import type { GuardedSource } from '../../analysis/guard/index.ts';
import { askSelected, type Question } from '../../analysis/query/index.ts';
import { isPlainObject, printCount, printPlural } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import {
  assumingTrue,
  type CompiledFilter,
  compileCombination,
  complementOf,
  FALSE,
  type Filter,
  type OutcomeTree,
  selectionOf,
} from '../../language/filter/index.ts';
import { implies, neverHas, type Proof, type Witness } from '../../language/logic/index.ts';
import type { WritingJob } from '../request/written-by/written-by.ts';

/** Bound of each proof about one condition. Steps; the first proof has the default bound. */
const STEPS_FOR_CONDITION = 1_000_000;

/** Decides whether the source contains every line that a filter keeps. @param to undefined: every line is kept */
export function completenessOf(to: Filter | undefined, job: WritingJob, dataset: Dataset): SourceCompleteness {
  const { name: writtenBy, filter: from, fieldNames, sampleRate, isDisabled = false } = job;
  const tested = to === undefined ? [] : compileCombination(to, dataset).fields;
  const missingFields = fieldNames === undefined ? [] : tested.filter((field) => !fieldNames.includes(field));
  const proof: Proof = from === undefined ? { answer: 'proven' } : proveKept(to, from, dataset);
  const head = { writtenBy, sampleRate, missingFields, ...(isDisabled && { isWriterDisabled: true as const }) };
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

/** Lines whose fields are compared with those of the job. Ours: another job's lines differ in most of them. */
const LINES_FOR_FIELDS = 64;
/** Maximum fields that are named. */
const FIELDS_SHOWN = 3;

/**
 * Asks whether a job wrote the source: what it wrote passed its filter, and has only its fields. The figure is undefined if nothing shows that it
 * did not.
 */
export function askContradiction(
  { filter, fieldNames }: WritingJob,
  dataset: Dataset,
): Question<WriterContradiction | undefined> {
  const dropped = askSelected(complementOf(selectionOf(filter)));
  const every = askSelected('every', { samples: fieldNames === undefined ? 0 : LINES_FOR_FIELDS });
  return {
    aggregates: [...dropped.aggregates, ...every.aggregates],
    of: (answers) => {
      const { lines, samples } = every.of(answers).kept;
      const falseLines = dropped.of(answers).kept.lines;
      const isForeign = (name: string): boolean => dataset.fields.has(name) && fieldNames?.includes(name) === false;
      const fields = [...new Set(samples.flatMap(keysOf))].filter(isForeign).toSorted();
      return falseLines === 0 && fields.length === 0 ? undefined : { falseLines, lines, fields };
    },
  };
}

/** Lines of another form, such as CSV, show no keys. */
function keysOf({ line }: Sample): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return isPlainObject(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** States that a job did not write the source: `the filter of prod is false for 12 of 100 lines: …`. */
export function describeContradiction({ falseLines, lines, fields }: WriterContradiction, name: string): string {
  const more = fields.length - FIELDS_SHOWN;
  const named = `${fields.slice(0, FIELDS_SHOWN).join(', ')}${more > 0 ? ` and ${printPlural(more, 'more field')}` : ''}`;
  const found = [
    ...(falseLines === 0
      ? []
      : [`the filter of ${name} is false for ${printCount(falseLines)} of ${printPlural(lines, 'line')}`]),
    ...(fields.length === 0 ? [] : [`lines contain ${named}, which ${name} does not push`]),
  ];
  return `${found.join(', and ')}: another job wrote them, or ${name} was edited since; pass the job as it was, or only lines that it wrote`;
}

/** Returns what is known of the source if the job did not write it: nothing is proven. */
export function withContradiction(
  { writtenBy, sampleRate, missingFields, isWriterDisabled }: SourceCompleteness,
  contradiction: WriterContradiction,
): SourceCompleteness {
  return {
    ...{ writtenBy, sampleRate, answer: 'unknown', conditions: [], missingFields },
    ...{ reason: describeContradiction(contradiction, writtenBy), contradiction },
    ...(isWriterDisabled && { isWriterDisabled }),
  };
}

/** Returns the job that wrote the source, as guards need it. */
export function guardedSource({ name, filter, sampleRate }: WritingJob, dataset: Dataset): GuardedSource {
  return {
    writtenBy: name,
    sampleRate,
    isEmpty: (lines) =>
      lines === 'none' ||
      (lines !== 'every' &&
        neverHas(lines, 'keep', dataset, { domain: 'complete', maxSteps: STEPS_FOR_CONDITION }).answer === 'proven'),
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
