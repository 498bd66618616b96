// What a pass over objects has found, as plain data that adds up: threads hand it over, rounds are summed with it.
import { type LinesTotal, type LineTotal, noLines, type Problem, ProblemTally } from '../scan/index.ts';
import { type Candidates, noCandidates, sumCandidates } from './candidates.ts';

/** Lines by what the filter says of them; without a filter all are kept. */
export interface VerdictLines {
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
}

/** Figures of one object. */
export interface ObjectFigures extends VerdictLines {
  name: string;
  /** Some of it could not be read, or nothing: how many lines more it holds is unknown. */
  isLost: boolean;
}

/** Figures of a pass. */
export interface SampleFigures extends VerdictLines {
  lines: LinesTotal;
  /** Empty where nobody asked. */
  objects: ObjectFigures[];
  /** Lines that may be drawn yet. */
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

/** Of an object that is about to be read. */
export function emptyObjectFigures(name: string): ObjectFigures {
  return { name, ...emptyVerdictLines(), isLost: false };
}

/** Nothing read yet. */
export function emptyFigures(): SampleFigures {
  return {
    ...emptyVerdictLines(),
    lines: noLines(),
    objects: [],
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
 * Adds figures of passes over different objects, or parts of objects.
 * @param wanted lines to be drawn
 */
export function sumFigures(parts: readonly SampleFigures[], wanted: number, seed: number): SampleFigures {
  const total = emptyFigures();
  const problems = new ProblemTally();
  const objects = new Map<string, ObjectFigures>();
  for (const part of parts) {
    addVerdictLines(total, part);
    for (const key of Object.keys(total.lines) as (keyof LinesTotal)[]) total.lines[key] += part.lines[key];
    for (const figures of part.objects) {
      const known = objects.get(figures.name) ?? emptyObjectFigures(figures.name);
      objects.set(figures.name, known);
      addVerdictLines(known, figures);
      known.isLost ||= figures.isLost;
    }
    problems.merge(part.problemCounts, part.problems);
  }
  return {
    ...total,
    candidates: sumCandidates(
      parts.map(({ candidates }) => candidates),
      wanted,
      seed,
    ),
    // Sums of fractions depend on the order of what is summed.
    objects: [...objects.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    problemCounts: problems.toCounts(),
    problems: problems.toProblems(),
  };
}
