// The figures of a pass as plain data. The figures of threads and rounds add up.
import { addLines, type LinesTotal, noLines, type Problem, ProblemTally } from '../../input/scan/index.ts';
import { addVerdicts, type FilterTotals, noVerdicts } from '../aggregates/index.ts';
import { type Candidates, noCandidates, sumCandidates } from './candidates.ts';

/** Figures of a pass. Without a filter all lines are kept. */
export interface SampleFigures extends FilterTotals {
  lines: LinesTotal;
  /** Lines that may still be drawn. */
  candidates: Candidates;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** Nothing read yet. */
export function emptyFigures(): SampleFigures {
  return {
    ...noVerdicts(),
    lines: noLines(),
    candidates: noCandidates(),
    problemCounts: {},
    problems: [],
  };
}

/**
 * Adds the figures of passes over different objects, or parts of objects.
 * @param wanted lines to draw
 */
export function sumFigures(parts: readonly SampleFigures[], wanted: number, seed: number): SampleFigures {
  const total = emptyFigures();
  const problems = new ProblemTally();
  for (const part of parts) {
    addVerdicts(total, part);
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
