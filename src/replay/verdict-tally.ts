// Counts lines by the verdict of each selection.

import type { ScanCounts } from '../kernel/index.ts';
import { VERDICT_KEYS } from '../scan/index.ts';
import { type AggregateByKind, type Merging, sumOf } from './aggregate.ts';
import type { FilterTotals } from './report.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** How verdicts add up. */
export const VERDICTS: Merging<'verdicts'> = {
  splits: 'lines',
  empty: noVerdicts,
  merge: (_, a, b) => ({
    kept: sumOf(a.kept, b.kept),
    dropped: sumOf(a.dropped, b.dropped),
    undecided: sumOf(a.undecided, b.undecided),
  }),
};

/** The verdicts of all selections. */
export class VerdictTally implements ScanCounter<'verdicts'> {
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
    for (const [slot, counted] of jobs.entries()) {
      for (const key of Object.values(VERDICT_KEYS)) {
        this.#totals[slot]![key].lines += counted[key].lines;
        this.#totals[slot]![key].bytes += counted[key].bytes;
      }
    }
  }

  answer({ of }: AggregateByKind['verdicts']): FilterTotals {
    return structuredClone(this.#totals[this.#slots.of(of)]!);
  }
}

function noVerdicts(): FilterTotals {
  return { kept: { lines: 0, bytes: 0 }, dropped: { lines: 0, bytes: 0 }, undecided: { lines: 0, bytes: 0 } };
}
