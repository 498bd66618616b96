// Evaluates transformers on the lines that selections keep: each transformer once for a line, whatever is counted of it. Counts assumed batches, and
// draws examples.
import type { Count } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import {
  fieldsReadBy,
  LineEvaluator,
  type LineResult,
  openTransformation,
  type Transformation,
} from '../transform/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, sumOf } from './aggregate.ts';
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

/** Counts one aggregate of a transformer. */
interface Tally {
  /** Adds a line of its selection. @param outcomes of the conditions */
  add(line: SelectedLine, result: LineResult, outcomes: Uint8Array): void;
  toFigures(): TransformFigures | BatchFigures | Sample[];
}

/** One transformer, which evaluates a line once for all of its aggregates. */
interface Group {
  evaluator: LineEvaluator;
  outcomes: Uint8Array;
  /** With the slot of the selection whose lines each one counts. */
  counted: readonly { asked: Transformed; of: number; tally: Tally }[];
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
  readonly #groups: readonly Group[];

  /** @param asked each once: answers are found by these objects */
  constructor(slots: Slots, asked: readonly Aggregate[]) {
    const all = asked.filter((one): one is Transformed => 'by' in one && one.kind !== 'transitions');
    this.#groups = [...Map.groupBy(all, ({ by }) => by)].map(([by, some]) =>
      groupOf(openTransformation(by), some, slots),
    );
    const counted = this.#groups.flatMap((group) => group.counted);
    this.each = [...new Set(counted.map(({ of }) => of))].map((slot) => ({ slot, verdict: KEEP }));
    this.fields = fieldsReadBy(all.map(({ by }) => openTransformation(by).transformer));
  }

  addLine(line: DecidedLine): void {
    if (this.each.length > 0) this.addSelected(selectedOf(line));
  }

  addSelected(line: SelectedLine): void {
    for (const group of this.#groups) addTo(group, line);
  }

  /** The scanners hand over every line. */
  addCounts(): void {}

  answer(asked: AggregateByKind['transformed']): TransformFigures;
  answer(asked: AggregateByKind['batches']): BatchFigures;
  answer(asked: AggregateByKind['examples']): Sample[];
  answer(asked: Transformed): ReturnType<Tally['toFigures']> {
    return this.#groups
      .flatMap(({ counted }) => counted)
      .find((one) => one.asked === asked)!
      .tally.toFigures();
  }
}

function groupOf(transformation: Transformation, asked: readonly Transformed[], slots: Slots): Group {
  const { transformer, batchLines } = transformation;
  const tallyOf = (one: Transformed): Tally => {
    if (one.kind === 'transformed') return new TransformTally(transformation);
    if (one.kind === 'batches') return new BatchTally(batchLines, slots.ofAny(one.taken));
    const sample = new SampleTally(one.limit);
    return {
      add(line, { outcome }) {
        if (outcome === one.outcome) sample.offer(line.hash, line.object, line.offset, () => line.text());
      },
      toFigures: () => sample.toSamples(),
    };
  };
  return {
    evaluator: new LineEvaluator(transformation),
    outcomes: new Uint8Array(transformer.conditions.length),
    counted: asked.map((one) => ({ asked: one, of: slots.of(one.of), tally: tallyOf(one) })),
  };
}

function addTo({ evaluator, outcomes, counted }: Group, line: SelectedLine): void {
  let result: LineResult | undefined;
  for (let index = 0; index < counted.length; index += 1) {
    const { of, tally } = counted[index]!;
    if (line.verdictOf(of) !== KEEP) continue;
    result ??= evaluator.evaluate(line.fields, outcomes);
    tally.add(line, result, outcomes);
  }
}

interface OpenBatch {
  lines: number;
  hasFailing: boolean;
  hasUndecided: boolean;
  taken: LineTotal;
}

/** Counts the batches of one selection. Bounded in memory, but for an entry for each object. */
class BatchTally implements Tally {
  readonly #figures: BatchFigures = noBatches();
  readonly #open = new Map<string, OpenBatch>();
  readonly #batchLines: number;
  readonly #taken: number;

  /** @param taken the slot whose lines count among those that a failing batch takes down; negative: none */
  constructor(batchLines: number, taken: number) {
    this.#batchLines = batchLines;
    this.#taken = taken;
  }

  /** Adds the next line of an object. */
  add(line: SelectedLine, { outcome }: LineResult): void {
    const { object } = line;
    let batch = this.#open.get(object);
    if (batch === undefined) {
      batch = { lines: 0, hasFailing: false, hasUndecided: false, taken: { lines: 0, bytes: 0 } };
      this.#open.set(object, batch);
    }
    batch.lines += 1;
    batch.hasFailing ||= outcome === 'failing';
    batch.hasUndecided ||= outcome === 'undecided';
    if (outcome === 'kept' && this.#taken >= 0 && line.verdictOf(this.#taken) === KEEP) {
      batch.taken.lines += 1;
      batch.taken.bytes += line.bytes;
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
