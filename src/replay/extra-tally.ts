// Counts the lines that an extra filter keeps or leaves undecided. Guards and comparisons replay such filters in the same pass as the
// jobs; they appear in no figure of a job.
import { type CompiledFilter, DROP, KEEP, type Selection, UNDECIDED, type Verdict } from '../filter/index.ts';
import type { ScanCounts } from '../kernel/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type { CountedLine } from './job-tally.ts';
import type { ExtraCount } from './report.ts';
import { SampleTally } from './sample-tally.ts';

/** A filter whose lines are counted beside those of the jobs. */
export interface ExtraFilter {
  /** Undefined keeps every line. */
  filter: CompiledFilter | undefined;
  /** Samples of the lines that it keeps, and as many of those that it leaves undecided. */
  samples: number;
}

/** The lines to count, before they are compiled. */
export interface ShownSelection {
  selection: Selection;
  /** As in {@link ExtraFilter}. */
  samples: number;
}

const TALLIED = { [KEEP]: 'kept', [UNDECIDED]: 'undecided' } as const;

/** The figures of one extra filter. */
export class ExtraTally {
  readonly #filter: CompiledFilter | undefined;
  readonly #totals: Record<'kept' | 'undecided', LineTotal> = {
    kept: { lines: 0, bytes: 0 },
    undecided: { lines: 0, bytes: 0 },
  };
  readonly #samples: Record<'kept' | 'undecided', SampleTally>;

  constructor({ filter, samples }: ExtraFilter) {
    this.#filter = filter;
    this.#samples = { kept: new SampleTally(samples), undecided: new SampleTally(samples) };
  }

  /** Decides a line. @returns where the line may become a sample; undefined where it cannot */
  decide(line: CountedLine): SampleTally | undefined {
    const verdict = this.#filter === undefined ? KEEP : this.#filter.verdict(line);
    if (verdict === DROP) return undefined;
    const total = this.#totals[TALLIED[verdict]];
    total.lines += 1;
    total.bytes += line.bytes;
    return this.#samples[TALLIED[verdict]];
  }

  /** Lines of a verdict with a hash below this may become samples. */
  hashesBelow(verdict: Verdict): number {
    return verdict === DROP ? 0 : this.#samples[TALLIED[verdict]].hashesBelow;
  }

  /** Adds what the kernel counted. */
  addScanned(scanned: ScanCounts['jobs'][number]): void {
    for (const key of ['kept', 'undecided'] as const) {
      this.#totals[key].lines += scanned[key].lines;
      this.#totals[key].bytes += scanned[key].bytes;
    }
  }

  /** Returns the figures so far. */
  toCount(): ExtraCount {
    const { kept, undecided } = this.#totals;
    return {
      kept: { ...kept, samples: this.#samples.kept.toSamples() },
      undecided: { ...undecided, samples: this.#samples.undecided.toSamples() },
    };
  }
}

/** Returns the figures of each selection from those of the filters that were replayed: a selection of no line was not. */
export function extraCountsOf(
  selections: readonly ShownSelection[],
  counts: readonly ExtraCount[] = [],
): readonly ExtraCount[] {
  const rest = [...counts];
  return selections.map(({ selection }) => (selection === 'none' ? noExtraLines() : rest.shift()!));
}

function noExtraLines(): ExtraCount {
  return { kept: { lines: 0, bytes: 0, samples: [] }, undecided: { lines: 0, bytes: 0, samples: [] } };
}
