// Counts lines by the verdict of each selection, in all and for each object.
import type { ScanCounts } from '../../input/kernel/index.ts';
import { type LineTotal, VERDICT_KEYS } from '../../input/scan/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, sumOf } from './aggregate.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** The verdicts of a filter. kept + dropped + undecided = lines read. */
export interface FilterTotals {
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
}

/** The verdicts of a filter in one object. */
export interface ObjectTotals extends FilterTotals {
  name: string;
  /** Whether the object could not be read, or only in part: it may contain any number of further lines. */
  isLost: boolean;
}

/** How verdicts add up. */
export const VERDICTS: Merging<'verdicts', FilterTotals> = {
  splits: 'lines',
  empty: noVerdicts,
  merge: (_, a, b) => sumOfVerdicts(a, b),
};

/** How the verdicts of objects add up: several parts of an object are one object. */
export const OBJECTS: Merging<'objects', ObjectTotals[]> = {
  splits: 'lines',
  empty: () => [],
  merge: (_, a, b) => {
    const byName = new Map(a.map((one) => [one.name, one]));
    for (const one of b) {
      const { name } = one;
      const known = byName.get(name);
      const isLost = one.isLost || known?.isLost === true;
      byName.set(name, known === undefined ? one : { name, ...sumOfVerdicts(known, one), isLost });
    }
    return [...byName.values()].sort((x, y) => (x.name < y.name ? -1 : 1));
  },
};

/** The verdicts of all selections. */
export class VerdictTally implements ScanCounter<'verdicts', FilterTotals> {
  readonly #slots: Slots;
  readonly #totals: readonly FilterTotals[];

  constructor(slots: Slots) {
    this.#slots = slots;
    this.#totals = slots.filters.map(noVerdicts);
  }

  addLine({ record, verdicts }: DecidedLine): void {
    for (let slot = 0; slot < verdicts.length; slot += 1) {
      const total = this.#totals[slot]![VERDICT_KEYS[verdicts[slot]!]];
      total.lines += 1;
      total.bytes += record.bytes;
    }
  }

  addCounts({ jobs }: ScanCounts): void {
    for (const [slot, counted] of jobs.entries()) addVerdicts(this.#totals[slot]!, counted);
  }

  answer({ of }: AggregateByKind['verdicts']): FilterTotals {
    return structuredClone(this.#totals[this.#slots.of(of)]!);
  }
}

/** The verdicts of selections in each object. */
export class ObjectTally implements ScanCounter<'objects', ObjectTotals[]> {
  readonly #slots: Slots;
  /** Those that are counted. */
  readonly #counted: readonly number[];
  /** By object, then as {@link #counted}. */
  readonly #objects = new Map<string, readonly ObjectTotals[]>();
  #last: { object: string; totals: readonly ObjectTotals[] } | undefined;

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#slots = slots;
    this.#counted = asked.flatMap((one) => (one.kind === 'objects' ? [slots.of(one.of)] : []));
  }

  opened(object: string): void {
    this.#totalsOf(object);
  }

  lost(object: string): void {
    for (const totals of this.#totalsOf(object)) totals.isLost = true;
  }

  addLine({ record, object, verdicts }: DecidedLine): void {
    const totals = this.#totalsOf(object);
    for (let index = 0; index < totals.length; index += 1) {
      const total = totals[index]![VERDICT_KEYS[verdicts[this.#counted[index]!]!]];
      total.lines += 1;
      total.bytes += record.bytes;
    }
  }

  addCounts({ jobs }: ScanCounts, object: string): void {
    for (const [index, totals] of this.#totalsOf(object).entries()) addVerdicts(totals, jobs[this.#counted[index]!]!);
  }

  answer({ of }: AggregateByKind['objects']): ObjectTotals[] {
    const index = this.#counted.indexOf(this.#slots.of(of));
    const totals = [...this.#objects.values()].map((ofObject) => ofObject[index]!);
    return structuredClone(totals.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  #totalsOf(object: string): readonly ObjectTotals[] {
    if (this.#last?.object !== object) {
      const totals =
        this.#objects.get(object) ?? this.#counted.map(() => ({ name: object, ...noVerdicts(), isLost: false }));
      this.#objects.set(object, totals);
      this.#last = { object, totals };
    }
    return this.#last.totals;
  }
}

/** Adds the second totals to the first. */
export function addVerdicts(totals: FilterTotals, counted: FilterTotals): void {
  for (const key of Object.values(VERDICT_KEYS)) {
    totals[key].lines += counted[key].lines;
    totals[key].bytes += counted[key].bytes;
  }
}

function sumOfVerdicts(a: FilterTotals, b: FilterTotals): FilterTotals {
  return {
    kept: sumOf(a.kept, b.kept),
    dropped: sumOf(a.dropped, b.dropped),
    undecided: sumOf(a.undecided, b.undecided),
  };
}

/** The totals of no line. */
export function noVerdicts(): FilterTotals {
  return { kept: { lines: 0, bytes: 0 }, dropped: { lines: 0, bytes: 0 }, undecided: { lines: 0, bytes: 0 } };
}
