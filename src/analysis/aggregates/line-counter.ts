// Counts the lines of a pass by kind, its problems, and the lines that are examined for hints.
import type { ScanCounts } from '../../input/kernel/index.ts';
import {
  addLines,
  type LinesTotal,
  type LineTally,
  noLines,
  type Problem,
  ProblemTally,
} from '../../input/scan/index.ts';
import type { AggregateByKind, Merging } from './aggregate.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';

/** Lines of every kind, and the problems in the data. */
export interface LineFigures {
  lines: LinesTotal;
  /** Lines that were examined for hints: those near the start of each object and a hashed share of the rest. */
  examined: number;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** How lines and problems add up. */
export const LINES: Merging<'lines', LineFigures> = {
  splits: 'lines',
  empty: () => ({ lines: noLines(), examined: 0, problemCounts: {}, problems: [] }),
  merge: (_, a, b) => {
    const problems = new ProblemTally();
    for (const one of [a, b]) problems.merge(one.problemCounts, one.problems);
    const lines = structuredClone(a.lines);
    addLines(lines, b.lines);
    return {
      lines,
      examined: a.examined + b.examined,
      problemCounts: problems.toCounts(),
      problems: problems.toProblems(),
    };
  },
};

/** The lines of a pass. Its tally counts lines other than records, too. */
export class LineCounter implements ScanCounter<'lines', LineFigures> {
  readonly #tally: LineTally;
  #examined = 0;

  constructor(tally: LineTally) {
    this.#tally = tally;
  }

  /** The tally has counted the line when its time was tested. */
  addLine({ isExamined }: DecidedLine): void {
    if (isExamined) this.#examined += 1;
  }

  addCounts({ lines, examined }: ScanCounts): void {
    this.#tally.addScanned(lines);
    this.#examined += examined;
  }

  answer({ examined }: AggregateByKind['lines']): LineFigures {
    const { lines, problems } = this.#tally;
    return {
      lines: structuredClone(lines),
      examined: examined ? this.#examined : 0,
      problemCounts: problems.toCounts(),
      problems: problems.toProblems(),
    };
  }
}
