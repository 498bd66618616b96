// Counts what changes if a filter with its transformer replaces another: the lines of which only one delivers records, and those of which both deliver
// other ones.

import type { LineTotal } from '../../input/scan/index.ts';
import { KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import { fieldsReadBy, openTransformation, type Transformation } from '../transform/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, sumOf } from './aggregate.ts';
import type { DecidedLine, HandedLines, ScanCounter, SelectedLine } from './scan-counter.ts';
import { selectedOf } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** Lines by what changes. The rest of the lines read is delivered neither before nor after. */
export interface Transitions {
  /** Delivered after, and not before. */
  newlyDelivered: LineTotal;
  /** Delivered before, and not after: dropped by the filter or by WHERE, or failing. */
  newlyLost: LineTotal;
  /** Of these, lines that fail after. */
  newlyFailing: LineTotal;
  /** Delivered before and after, with other records. */
  changed: LineTotal;
  unchanged: LineTotal;
  /** It is not known whether records are delivered before, or after. */
  undecided: LineTotal;
}

/** How changes add up. */
export const TRANSITIONS: Merging<'transitions', Transitions> = {
  splits: 'lines',
  empty: noTransitions,
  merge: (_, a, b) => {
    const sum = noTransitions();
    for (const key of Object.keys(sum) as (keyof Transitions)[]) sum[key] = sumOf(a[key], b[key]);
    return sum;
  },
};

/** One side of a comparison: what is delivered of a line. */
type Delivered = readonly string[] | 'failing' | 'undecided' | undefined;

/** One aggregate. */
interface Pair {
  asked: AggregateByKind['transitions'];
  slots: readonly [number, number];
  transformations: readonly (Transformation | undefined)[];
  totals: Transitions;
}

/** The comparisons of all aggregates. */
export class TransitionCounter implements ScanCounter<'transitions', Transitions>, HandedLines {
  readonly each: HandedLines['each'];
  readonly fields: readonly string[] | undefined;
  readonly #pairs: readonly Pair[];

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#pairs = asked.flatMap((one): Pair[] =>
      one.kind === 'transitions'
        ? [
            {
              asked: one,
              slots: [slots.ofAny(one.of[0]), slots.ofAny(one.of[1])],
              transformations: one.by.map((text) => (text === null ? undefined : openTransformation(text))),
              totals: noTransitions(),
            },
          ]
        : [],
    );
    const all = [...new Set(this.#pairs.flatMap((pair) => pair.slots))].filter((slot) => slot >= 0);
    this.each = all.flatMap((slot) => [KEEP, UNDECIDED].map((verdict) => ({ slot, verdict: verdict as Verdict })));
    const opened = this.#pairs.flatMap(({ transformations }) => transformations);
    this.fields = fieldsReadBy(opened.flatMap((one) => one?.transformer ?? []));
  }

  addLine(line: DecidedLine): void {
    if (this.#pairs.length > 0) this.addSelected(selectedOf(line));
  }

  addSelected(line: SelectedLine): void {
    for (const { slots, transformations, totals } of this.#pairs) {
      const before = deliveredOf(line, slots[0], transformations[0]);
      const after = deliveredOf(line, slots[1], transformations[1]);
      const key = transitionOf(before, after);
      if (key === undefined) continue;
      addTo(totals[key], line);
      if (key === 'newlyLost' && after === 'failing') addTo(totals.newlyFailing, line);
    }
  }

  /** The scanners hand over every line that a filter keeps or leaves undecided. */
  addCounts(): void {}

  answer(asked: AggregateByKind['transitions']): Transitions {
    const isAsked = ({ asked: { of, by } }: Pair): boolean =>
      of.every((text, side) => text === asked.of[side]) && by.every((text, side) => text === asked.by[side]);
    return structuredClone(this.#pairs.find(isAsked)!.totals);
  }
}

/** @param slot negative: no line is kept */
function deliveredOf(line: SelectedLine, slot: number, transformation: Transformation | undefined): Delivered {
  const verdict = slot < 0 ? undefined : line.verdictOf(slot);
  if (verdict === UNDECIDED) return 'undecided';
  if (verdict !== KEEP) return undefined;
  if (transformation === undefined) return [line.text()];
  const evaluation = transformation.evaluate(line.fields);
  if (evaluation.outcome === 'rows') return evaluation.rows.map((row) => transformation.transformer.printRow(row));
  return evaluation.outcome === 'dropped' ? undefined : evaluation.outcome;
}

function transitionOf(before: Delivered, after: Delivered): keyof Transitions | undefined {
  if (before === 'undecided' || after === 'undecided') return 'undecided';
  const [old, now] = [before, after].map((one) => (Array.isArray(one) ? (one as readonly string[]) : undefined));
  if (old === undefined) return now === undefined ? undefined : 'newlyDelivered';
  if (now === undefined) return 'newlyLost';
  return old.length === now.length && old.every((text, index) => text === now[index]) ? 'unchanged' : 'changed';
}

function addTo(total: LineTotal, { bytes }: SelectedLine): void {
  total.lines += 1;
  total.bytes += bytes;
}

function noTransitions(): Transitions {
  const none = (): LineTotal => ({ lines: 0, bytes: 0 });
  return {
    ...{ newlyDelivered: none(), newlyLost: none(), newlyFailing: none() },
    ...{ changed: none(), unchanged: none(), undecided: none() },
  };
}
