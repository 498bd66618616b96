// The lines that may become cases: for each goal the few best of the source. Bounded, mergeable, and independent of the order of lines.
import { Smallest } from '../../base/index.ts';
import { compareLines, type LinePlace, type MetGoal, type MinedLine } from './mined-line.ts';

/**
 * Lines kept for each goal, among which the smallest set is searched. Measured on the samples: more lines make no smaller suite.
 * Our own choice.
 */
const LINES_PER_GOAL = 4;

/** A line with its distance to one goal. */
interface Rated {
  distance: number;
  line: LinePlace & { json: string | undefined };
}

/** The best lines by goal. */
export class LineSelection {
  readonly #best: Smallest<Rated>[];

  /** @param goals number of goals */
  constructor(goals: number) {
    this.#best = Array.from({ length: goals }, () => new Smallest(LINES_PER_GOAL, compareRated));
  }

  /** Keeps a line if it is among the best for a goal. @param json called once, if the line is kept */
  offer(place: LinePlace, json: () => string): void {
    const line: Rated['line'] = { ...place, json: undefined };
    for (const met of place.met) this.#add(met, line, json);
  }

  /** Adds the lines that another selection has kept. */
  addAll(lines: readonly MinedLine[]): void {
    for (const line of lines) for (const met of line.met) this.#add(met, line, () => line.json);
  }

  /** All lines kept, each once, in the order of {@link compareLines}. */
  toLines(): MinedLine[] {
    const lines = new Set(this.#best.flatMap((best) => best.toArray().map(({ line }) => line as MinedLine)));
    return [...lines].sort(compareLines);
  }

  #add({ goal, distance }: MetGoal, line: Rated['line'], json: () => string): void {
    const rated = { distance, line };
    const best = this.#best[goal]!;
    if (!best.wants(rated)) return;
    line.json ??= json();
    best.add(rated);
  }
}

function compareRated(a: Rated, b: Rated): number {
  return a.distance - b.distance || compareLines(a.line, b.line);
}
