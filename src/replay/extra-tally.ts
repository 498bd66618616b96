// Counts the lines that an extra filter keeps or leaves undecided. Guards and comparisons replay such filters in the same pass as the
// jobs; they appear in no figure of a job.
import { type CompiledFilter, DROP, KEEP, type Selection, UNDECIDED, type Verdict } from '../filter/index.ts';
import type { ScanCounts } from '../kernel/index.ts';
import type { LineRecord } from '../record/index.ts';
import type { LineTotal } from '../scan/index.ts';
import { type DrawnLine, drawnRecord } from './drawn-line.ts';
import type { ExtraCount } from './report.ts';
import { SampleTally } from './sample-tally.ts';

/** A filter whose lines are counted beside those of the jobs. */
export interface ExtraFilter {
  /** Undefined keeps every line. */
  filter: CompiledFilter | undefined;
  /** Samples of the lines that it keeps, and as many of those that it leaves undecided. */
  samples: number;
  /** Lines of the sample whose values are counted, of those that it keeps. @default 0 */
  valueLines?: number | undefined;
  /** Where its lines are written, in place of those that jobs keep: index of the output by verdict. @default they are not */
  emits?: ExtraOutputs | undefined;
}

/** Indices of the outputs for lines of an extra filter. */
export interface ExtraOutputs {
  kept?: number;
  undecided?: number;
}

/** The lines to count, before they are compiled. */
export interface ShownSelection {
  selection: Selection;
  /** As in {@link ExtraFilter}. */
  samples: number;
  /** As in {@link ExtraFilter}. */
  valueLines?: number | undefined;
  /** As in {@link ExtraFilter}. */
  emits?: ExtraOutputs | undefined;
}

/** Longer lines have no values in a sample, which bounds its memory: {@link ExtraFilter.valueLines} times this. Bytes; lines have a few thousand. */
const MAX_VALUE_LINE_BYTES = 16_384;

const noValues = (): string => '{}';
const TALLIED = { [KEEP]: 'kept', [UNDECIDED]: 'undecided' } as const;

/** The figures of one extra filter. */
export class ExtraTally {
  readonly #filter: CompiledFilter | undefined;
  readonly #emits: ExtraOutputs;
  readonly #totals: Record<'kept' | 'undecided', LineTotal> = {
    kept: { lines: 0, bytes: 0 },
    undecided: { lines: 0, bytes: 0 },
  };
  readonly #samples: Record<'kept' | 'undecided', SampleTally>;
  readonly #valueLines: SampleTally | undefined;

  constructor({ filter, samples, valueLines = 0, emits = {} }: ExtraFilter) {
    this.#filter = filter;
    this.#emits = emits;
    this.#samples = { kept: new SampleTally(samples), undecided: new SampleTally(samples) };
    this.#valueLines = valueLines === 0 ? undefined : new SampleTally(valueLines);
  }

  /** Decides and counts a line. @param hash `lineHash` of its place @param object its name */
  count(line: LineRecord, hash: number, object: string): Verdict {
    const verdict = this.#filter === undefined ? KEEP : this.#filter.verdict(line);
    if (verdict === DROP) return verdict;
    const total = this.#totals[TALLIED[verdict]];
    total.lines += 1;
    total.bytes += line.bytes;
    if (hash < this.hashesBelow(verdict)) this.draw(verdict, drawnRecord(line, hash, object));
    return verdict;
  }

  /** Draws samples from the lines of a verdict; does not count the line. */
  draw(verdict: Verdict, { hash, object, offset, stored, json, jsonBytes, bytes }: DrawnLine): void {
    if (verdict === DROP) return;
    this.#samples[TALLIED[verdict]].offer(hash, object, offset, stored);
    if (verdict !== KEEP) return;
    this.#valueLines?.offer(hash, object, offset, jsonBytes > MAX_VALUE_LINE_BYTES ? noValues : json, bytes);
  }

  /** Returns the index of the output for lines of a verdict; undefined if they are not written. */
  outputOf(verdict: Verdict): number | undefined {
    return verdict === DROP ? undefined : this.#emits[TALLIED[verdict]];
  }

  /** Lines of a verdict with a hash below this may become samples. */
  hashesBelow(verdict: Verdict): number {
    if (verdict === DROP) return 0;
    const { hashesBelow } = this.#samples[TALLIED[verdict]];
    return verdict === KEEP ? Math.max(hashesBelow, this.#valueLines?.hashesBelow ?? 0) : hashesBelow;
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
      ...(this.#valueLines === undefined ? {} : { valueLines: this.#valueLines.toValueLines() }),
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
