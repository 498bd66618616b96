// Malformed lines of one object, or of a part of one: the first of each reason are problems with their place, those behind them are only
// counted, since no report has room for them. So a file of nothing else costs no sentence for each of its lines.
import { NO_RECORDS, type NoRecord, type ScanCounts } from '../kernel/index.ts';
import type { Malformed, MalformedReason } from '../record/index.ts';
import type { ProblemTally } from './problem-tally.ts';
import { type LinesTotal, PROBLEMS_PER_CODE } from './report.ts';

/** What is counted of all lines. */
type Total = Pick<LinesTotal, 'malformed' | 'bytes'>;

/** Adds what is wrong with lines to the problems of a run. */
export class MalformedLines {
  readonly #object: string;
  readonly #problems: ProblemTally;
  readonly #lines: Total;
  /** Lines so far, by reason. */
  readonly #found: Partial<Record<MalformedReason, number>> = {};

  constructor(object: string, problems: ProblemTally, lines: Total) {
    this.#object = object;
    this.#problems = problems;
    this.#lines = lines;
  }

  /** Counts the next line of the object. @returns false, with nothing counted, where it is to be added with its place */
  counts(reason: MalformedReason, bytes: number): boolean {
    if ((this.#found[reason] ?? 0) < PROBLEMS_PER_CODE) return false;
    this.#problems.count(reason, 1);
    this.#lines.malformed += 1;
    this.#lines.bytes += bytes;
    return true;
  }

  /** Adds the next line of the object. */
  add({ reason, offset, bytes, message }: Malformed): void {
    if (this.counts(reason, bytes)) return;
    this.#lines.malformed += 1;
    this.#lines.bytes += bytes;
    this.#found[reason] = (this.#found[reason] ?? 0) + 1;
    this.#problems.add({ code: reason, object: this.#object, offset, message });
  }
}

/** Counts lines that a kernel has counted. They are behind those that it has left. @returns how many are malformed */
export function countMalformed(lines: ScanCounts['lines'], problems: ProblemTally): number {
  let sum = 0;
  for (const reason of MALFORMED) {
    if (lines[reason] > 0) problems.count(reason, lines[reason]);
    sum += lines[reason];
  }
  return sum;
}

const MALFORMED: readonly Exclude<NoRecord, 'blank'>[] = NO_RECORDS.filter((kind) => kind !== 'blank');
