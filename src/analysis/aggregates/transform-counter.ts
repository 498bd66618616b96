// Evaluates transformers on the lines that selections keep: each transformer once for a line, whatever is counted of it. Counts assumed batches, and
// draws examples.
import type { Count } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import { LineEvaluator, openTransformation, type Transformation, type TransformText } from '../transform/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, sumOf, type TransformOutcome } from './aggregate.ts';
import { SAMPLE, type Sample, SampleTally } from './sample-tally.ts';
import { type DecidedLine, type HandedLines, type ScanCounter, type SelectedLine, selectedOf } from './scan-counter.ts';
import type { Slots } from './slots.ts';
import { type TransformFigures, TransformTally } from './transform-tally.ts';

/**
 * Assumed batches: `Transformation.batchLines` consecutive lines of an object that reach the transformer. The platform forms its batches from the lines of many
 * machines, so these are not the batches that it would form.
 */
export interface BatchFigures {
  batches: Count;
  /** Batches with a failing line: nothing of them is delivered. */
  failing: Count;
  /** Batches without a failing line, and with an undecided one. */
  undecided: Count;
  /** Lines that the transformer keeps, and a failing line of their batch takes down. */
  taken: LineTotal;
}

/** How batches add up: each is of one object. */
export const BATCHES: Merging<'batches', BatchFigures> = {
  splits: 'objects',
  empty: noBatches,
  merge: (_, a, b) => ({ ...sumOf(a, b), taken: sumOf(a.taken, b.taken) }),
};

/** How examples add up. */
export const EXAMPLES: Merging<'examples', Sample[]> = {
  splits: 'lines',
  empty: () => [],
  merge: ({ of, limit }, a, b) => SAMPLE.merge({ kind: 'sample', of, verdict: 'kept', limit }, a, b),
};

type Transformed = AggregateByKind['transformed' | 'batches' | 'examples'];

/** Everything that is counted of one transformer. */
interface Group {
  transformation: Transformation;
  evaluator: LineEvaluator;
  outcomes: Uint8Array;
  /** The selections whose lines reach it. */
  slots: readonly number[];
  tallies: readonly { of: number; tally: TransformTally }[];
  batches: { of: number; taken: number; tally: BatchTally }[];
  examples: { of: number; outcome: TransformOutcome; sample: SampleTally }[];
}

/** The transformers of all aggregates. */
export class TransformCounter
  implements
    ScanCounter<'transformed', TransformFigures>,
    ScanCounter<'batches', BatchFigures>,
    ScanCounter<'examples', Sample[]>,
    HandedLines
{
  readonly each: HandedLines['each'];
  readonly fields: readonly string[] | undefined;
  readonly #slots: Slots;
  readonly #groups: ReadonlyMap<TransformText, Group>;

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#slots = slots;
    const all = asked.filter((one): one is Transformed => 'by' in one && one.kind !== 'transitions');
    this.#groups = new Map([...Map.groupBy(all, ({ by }) => by)].map(([by, some]) => [by, groupOf(by, some, slots)]));
    const groups = [...this.#groups.values()];
    this.each = [...new Set(groups.flatMap((group) => group.slots))].map((slot) => ({ slot, verdict: KEEP }));
    const transformers = groups.map(({ transformation }) => transformation.transformer);
    this.fields = transformers.some(({ hasStar }) => hasStar)
      ? undefined
      : [...new Set(transformers.flatMap(({ fields }) => fields))];
  }

  addLine(line: DecidedLine): void {
    if (this.each.length > 0) this.addSelected(selectedOf(line));
  }

  addSelected(line: SelectedLine): void {
    for (const group of this.#groups.values()) addTo(group, line);
  }

  /** The scanners hand over every line. */
  addCounts(): void {}

  answer(asked: AggregateByKind['transformed']): TransformFigures;
  answer(asked: AggregateByKind['batches']): BatchFigures;
  answer(asked: AggregateByKind['examples']): Sample[];
  answer(asked: Transformed): TransformFigures | BatchFigures | Sample[] {
    const group = this.#groups.get(asked.by)!;
    const of = this.#slots.of(asked.of);
    switch (asked.kind) {
      case 'transformed':
        return group.tallies.find((one) => one.of === of)!.tally.toFigures();
      case 'batches': {
        const taken = this.#slots.ofAny(asked.taken);
        return group.batches.find((one) => one.of === of && one.taken === taken)!.tally.toFigures();
      }
      case 'examples': {
        const found = group.examples.find((one) => one.of === of && one.outcome === asked.outcome);
        // Another aggregate may ask for more of the same lines.
        return found === undefined ? [] : EXAMPLES.merge(asked, found.sample.toSamples(), []);
      }
    }
  }
}

function groupOf(by: TransformText, asked: readonly Transformed[], slots: Slots): Group {
  const transformation = openTransformation(by);
  const { transformer } = transformation;
  const kindOf = <K extends Transformed['kind']>(kind: K): AggregateByKind[K][] =>
    asked.filter((one) => one.kind === kind) as AggregateByKind[K][];
  const places = new Map(
    kindOf('batches').map((one) => {
      const place = { of: slots.of(one.of), taken: slots.ofAny(one.taken) };
      return [`${place.of} ${place.taken}`, place];
    }),
  );
  const drawn = Map.groupBy(
    kindOf('examples').filter(({ limit }) => limit > 0),
    ({ of, outcome }) => `${slots.of(of)} ${outcome}`,
  );
  return {
    transformation,
    evaluator: new LineEvaluator(transformation),
    outcomes: new Uint8Array(transformer.conditions.length),
    slots: [...new Set(asked.map(({ of }) => slots.of(of)))],
    tallies: [...new Set(kindOf('transformed').map(({ of }) => slots.of(of)))].map((of) => ({
      ...{ of, tally: new TransformTally(transformation) },
    })),
    batches: [...places.values()].map((place) => ({ ...place, tally: new BatchTally(transformation.batchLines) })),
    examples: [...drawn.values()].map((some) => ({
      ...{ of: slots.of(some[0]!.of), outcome: some[0]!.outcome },
      sample: new SampleTally(Math.max(...some.map(({ limit }) => limit))),
    })),
  };
}

function addTo({ evaluator, outcomes, slots, tallies, batches, examples }: Group, line: SelectedLine): void {
  let isReached = false;
  for (let index = 0; index < slots.length; index += 1) isReached ||= line.verdictOf(slots[index]!) === KEEP;
  if (!isReached) return;
  const result = evaluator.evaluate(line.fields, outcomes);
  const { outcome } = result;
  for (let index = 0; index < tallies.length; index += 1) {
    const { of, tally } = tallies[index]!;
    if (line.verdictOf(of) === KEEP) tally.add(line, result, outcomes);
  }
  for (const { of, taken, tally } of batches)
    if (line.verdictOf(of) === KEEP) tally.add(line, outcome, taken >= 0 && line.verdictOf(taken) === KEEP);
  for (const one of examples) {
    if (one.outcome === outcome && line.verdictOf(one.of) === KEEP)
      one.sample.offer(line.hash, line.object, line.offset, () => line.text());
  }
}

interface OpenBatch {
  lines: number;
  hasFailing: boolean;
  hasUndecided: boolean;
  taken: LineTotal;
}

/** Counts the batches of one selection. Bounded in memory, but for an entry for each object. */
class BatchTally {
  readonly #figures: BatchFigures = noBatches();
  readonly #open = new Map<string, OpenBatch>();
  readonly #batchLines: number;

  constructor(batchLines: number) {
    this.#batchLines = batchLines;
  }

  /** Adds the next line of an object. @param isTaken whether it counts among the lines that a failing batch takes down */
  add({ object, bytes }: SelectedLine, outcome: TransformOutcome, isTaken: boolean): void {
    let batch = this.#open.get(object);
    if (batch === undefined) {
      batch = { lines: 0, hasFailing: false, hasUndecided: false, taken: { lines: 0, bytes: 0 } };
      this.#open.set(object, batch);
    }
    batch.lines += 1;
    batch.hasFailing ||= outcome === 'failing';
    batch.hasUndecided ||= outcome === 'undecided';
    if (outcome === 'kept' && isTaken) {
      batch.taken.lines += 1;
      batch.taken.bytes += bytes;
    }
    if (batch.lines < this.#batchLines) return;
    close(this.#figures, batch);
    this.#open.delete(object);
  }

  toFigures(): BatchFigures {
    const figures = structuredClone(this.#figures);
    for (const batch of this.#open.values()) close(figures, batch);
    return figures;
  }
}

function close(figures: BatchFigures, { hasFailing, hasUndecided, taken }: OpenBatch): void {
  figures.batches += 1;
  if (hasFailing) {
    figures.failing += 1;
    figures.taken.lines += taken.lines;
    figures.taken.bytes += taken.bytes;
  } else if (hasUndecided) figures.undecided += 1;
}

function noBatches(): BatchFigures {
  return { batches: 0, failing: 0, undecided: 0, taken: { lines: 0, bytes: 0 } };
}
