// Chooses few lines that together meet every goal that the source can meet: the greedy solution of the set cover, without redundant
// lines.
import type { Goal } from './goals.ts';
import { compareLines, type MinedLine } from './mined-line.ts';

/** A line of the suite, with the goals for which it was chosen. */
export interface ChosenLine {
  line: MinedLine;
  /** Goals that no line before it meets, in the order of the name of a case. Not empty. */
  reasons: readonly number[];
}

/** The choice. */
export interface Choice {
  /** In the order in which they were chosen: the line that meets most goals first. */
  lines: ChosenLine[];
  /** Goals that some line of the source meets, by index, with the smallest distance of a line. */
  reachable: ReadonlyMap<number, number>;
}

/** Kinds of goals in the order in which names of cases list them. */
const KINDS: readonly Goal['kind'][] = ['coverage', 'boundary', 'verdict', 'change'];
/** Weight of a goal of each kind when lines are limited: outcomes of conditions come first. */
const WEIGHTS: Readonly<Record<Goal['kind'], number>> = { coverage: 1000, verdict: 1000, boundary: 30, change: 1 };

/** Chooses lines. @param limit maximum number of lines */
export function chooseLines(
  candidates: readonly MinedLine[],
  goals: readonly Goal[],
  limit: number = Number.POSITIVE_INFINITY,
): Choice {
  const best = bestDistances(candidates);
  const goalsOf = new Map(
    candidates.map((line) => [
      line,
      new Set(line.met.filter(({ goal, distance }) => best.get(goal) === distance).map(({ goal }) => goal)),
    ]),
  );
  const open = new Set(best.keys());
  const rest = new Set([...candidates].sort(compareLines));
  const chosen: MinedLine[] = [];
  const isLimited = limit < candidates.length;
  while (open.size > 0 && chosen.length < limit) {
    let [next, most] = [undefined as MinedLine | undefined, 0];
    for (const line of rest) {
      let worth = 0;
      for (const goal of goalsOf.get(line)!) if (open.has(goal)) worth += isLimited ? WEIGHTS[goals[goal]!.kind] : 1;
      if (worth > most) [next, most] = [line, worth];
    }
    if (next === undefined) break;
    chosen.push(next);
    rest.delete(next);
    for (const goal of goalsOf.get(next)!) open.delete(goal);
  }
  const needed = withoutSuperfluous(chosen, goalsOf);
  const met = new Set<number>();
  const lines = needed.map((line): ChosenLine => {
    const reasons = [...goalsOf.get(line)!].filter((goal) => !met.has(goal));
    for (const goal of reasons) met.add(goal);
    return { line, reasons: reasons.sort((a, b) => rankOf(goals[a]!) - rankOf(goals[b]!) || a - b) };
  });
  return { lines, reachable: best };
}

function bestDistances(candidates: readonly MinedLine[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { met } of candidates) {
    for (const { goal, distance } of met) {
      const known = best.get(goal);
      if (known === undefined || distance < known) best.set(goal, distance);
    }
  }
  return best;
}

/** Removes the lines whose goals are all met by other lines, from the last to the first. */
function withoutSuperfluous(
  chosen: readonly MinedLine[],
  goalsOf: ReadonlyMap<MinedLine, ReadonlySet<number>>,
): MinedLine[] {
  const times = new Map<number, number>();
  for (const line of chosen) for (const goal of goalsOf.get(line)!) times.set(goal, (times.get(goal) ?? 0) + 1);
  const kept = chosen.toReversed().filter((line) => {
    const goals = [...goalsOf.get(line)!];
    if (goals.some((goal) => times.get(goal) === 1)) return true;
    for (const goal of goals) times.set(goal, times.get(goal)! - 1);
    return false;
  });
  return kept.reverse();
}

/** Names of cases list the sole blocker first. */
function rankOf(goal: Goal): number {
  return goal.kind === 'coverage' && goal.goal === 'sole-blocker' ? -1 : KINDS.indexOf(goal.kind);
}
