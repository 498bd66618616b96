// The figures of a pass as plain data. The figures of threads and rounds add up.
import {
  addLines,
  type LinesTotal,
  type LineTotal,
  noLines,
  type Problem,
  ProblemTally,
} from '../../input/scan/index.ts';
import { type Candidates, noCandidates, sumCandidates } from './candidates.ts';

/** Lines by verdict; without a filter all are kept. */
export interface VerdictLines {
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
}

/** Figures of a pass. */
export interface SampleFigures extends VerdictLines {
  lines: LinesTotal;
  /** Lines that may still be drawn. */
  candidates: Candidates;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

const VERDICTS = ['kept', 'dropped', 'undecided'] as const;

/** No lines. */
function emptyVerdictLines(): VerdictLines {
  const none = (): LineTotal => ({ lines: 0, bytes: 0 });
  return { kept: none(), dropped: none(), undecided: none() };
}

/** Nothing read yet. */
export function emptyFigures(): SampleFigures {
  return {
    ...emptyVerdictLines(),
    lines: noLines(),
    candidates: noCandidates(),
    problemCounts: {},
    problems: [],
  };
}

/** Adds `more` to `total`. */
export function addVerdictLines(total: VerdictLines, more: VerdictLines): void {
  for (const verdict of VERDICTS) {
    total[verdict].lines += more[verdict].lines;
    total[verdict].bytes += more[verdict].bytes;
  }
}

/**
 * Adds the figures of passes over different objects, or parts of objects.
 * @param wanted lines to draw
 */
export function sumFigures(parts: readonly SampleFigures[], wanted: number, seed: number): SampleFigures {
  const total = emptyFigures();
  const problems = new ProblemTally();
  for (const part of parts) {
    addVerdictLines(total, part);
    addLines(total.lines, part.lines);
    problems.merge(part.problemCounts, part.problems);
  }
  return {
    ...total,
    candidates: sumCandidates(
      parts.map(({ candidates }) => candidates),
      wanted,
      seed,
    ),
    problemCounts: problems.toCounts(),
    problems: problems.toProblems(),
  };
}
