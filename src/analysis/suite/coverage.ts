// Counts which conditions of a filter the cases of a suite exercise: seen true, seen false, seen as the sole blocker.
// docs/filter-tests.md, "Coverage" defines the figures.
import { type CompiledFilter, DROP, FALSE, TRUE } from '../../language/filter/index.ts';
import { adviceFor } from './coverage-advice.ts';

/** What a suite must show of each condition. */
export type CoverageGoal = 'true' | 'false' | 'sole-blocker';

/** The goals of a condition, in the order of a report. */
export const COVERAGE_GOALS: readonly CoverageGoal[] = ['true', 'false', 'sole-blocker'];

/** Cases by the outcome of one condition. */
export interface ConditionCoverage {
  /** `where.and[1]` */
  path: string;
  /** As an expression. */
  text: string;
  true: number;
  false: number;
  unknown: number;
  /** Cases that are dropped, and would be kept if this condition alone were true. */
  soleBlocker: number;
  /** The goals that no case meets, each with the line that would meet it. */
  missing: { goal: CoverageGoal; advice: string }[];
}

/** The coverage of one filter. */
export interface FilterCoverage {
  /** Three for each condition. 0: there is no filter, and nothing to cover. */
  goals: number;
  covered: number;
  /** `covered / goals`, from 0 to 1; 1 without a goal. */
  share: number;
  conditions: ConditionCoverage[];
}

/** Adds up the outcomes of cases. */
export class CoverageTally {
  readonly #filter: CompiledFilter;
  readonly #counts: { true: number; false: number; unknown: number; soleBlocker: number }[];

  constructor(filter: CompiledFilter) {
    this.#filter = filter;
    this.#counts = filter.conditions.map(() => ({ true: 0, false: 0, unknown: 0, soleBlocker: 0 }));
  }

  /** Counts a case. @param outcomes as `evaluate` fills them */
  add(outcomes: Uint8Array): void {
    for (const [index, counts] of this.#counts.entries()) {
      const outcome = outcomes[index];
      if (outcome === TRUE) counts.true += 1;
      else if (outcome === FALSE) counts.false += 1;
      else counts.unknown += 1;
    }
    if (this.#filter.verdictOf(outcomes) !== DROP) return;
    this.#filter.forEachDecisive(DROP, outcomes, (index) => {
      this.#counts[index]!.soleBlocker += 1;
    });
  }

  /** The coverage so far. */
  toCoverage(): FilterCoverage {
    const conditions = this.#filter.conditions.map((condition, index): ConditionCoverage => {
      const counts = this.#counts[index]!;
      const met: Record<CoverageGoal, number> = {
        true: counts.true,
        false: counts.false,
        'sole-blocker': counts.soleBlocker,
      };
      const missing = COVERAGE_GOALS.filter((goal) => met[goal] === 0);
      return {
        path: condition.path,
        text: condition.text,
        ...counts,
        missing: missing.map((goal) => ({ goal, advice: adviceFor(this.#filter, condition, goal) })),
      };
    });
    const goals = conditions.length * COVERAGE_GOALS.length;
    const covered = goals - conditions.reduce((sum, { missing }) => sum + missing.length, 0);
    return { goals, covered, share: goals === 0 ? 1 : covered / goals, conditions };
  }
}

/** The coverage without a filter: nothing to cover. */
export function emptyCoverage(): FilterCoverage {
  return { goals: 0, covered: 0, share: 1, conditions: [] };
}
