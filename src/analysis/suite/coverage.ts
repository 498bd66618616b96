// Counts which conditions of a filter, and of the WHERE of its transformer, the cases of a suite exercise: seen true, false, and as the sole blocker.
// docs/filter-tests.md, "Coverage" defines the figures.
import { type CompiledFilter, DROP, FALSE, TRUE } from '../../language/filter/index.ts';
import type { ConditionOutcome, Transformer } from '../../language/transformer/index.ts';
import { adviceFor } from './coverage-advice.ts';

/** What a suite must show of each condition. */
export type CoverageGoal = 'true' | 'false' | 'sole-blocker';

/** The goals of a condition, in the order of a report. */
export const COVERAGE_GOALS: readonly CoverageGoal[] = ['true', 'false', 'sole-blocker'];

/** Cases by the outcome of one condition. */
export interface ConditionCoverage {
  /** `where.and[1]`; `WHERE[0]` of a transformer. */
  path: string;
  /** As an expression, or as in the SQL. */
  text: string;
  true: number;
  false: number;
  unknown: number;
  /** Cases that are dropped, and would be kept if this condition alone were true. */
  soleBlocker: number;
  /** The goals that no case meets, each with the line that would meet it. */
  missing: { goal: CoverageGoal; advice: string }[];
}

/** The coverage of one filter with its transformer. */
export interface FilterCoverage {
  /** Three for each condition. 0: there is no condition, and nothing to cover. */
  goals: number;
  covered: number;
  /** `covered / goals`, from 0 to 1; 1 without a goal. */
  share: number;
  conditions: ConditionCoverage[];
}

/** The conditions of a `WHERE`, which follows the filter. */
type Where = Pick<Transformer, 'conditions'>;

/** A condition with its cases so far. */
interface Counted extends Omit<ConditionCoverage, 'missing'> {
  adviceFor(goal: CoverageGoal): string;
}

/** Adds up the outcomes of cases. */
export class CoverageTally {
  readonly #filter: CompiledFilter | undefined;
  /** Of the filter, and of `WHERE`. */
  readonly #conditions: readonly Counted[];
  readonly #where: readonly Counted[];

  /** @param filter undefined: there is none @param where undefined: there is none */
  constructor(filter: CompiledFilter | undefined, where?: Where | undefined) {
    const none = { true: 0, false: 0, unknown: 0, soleBlocker: 0 };
    this.#filter = filter;
    this.#conditions = (filter?.conditions ?? []).map((one) => {
      return { path: one.path, text: one.text, ...none, adviceFor: (goal) => adviceFor(filter!, one, goal) };
    });
    this.#where = (where?.conditions ?? []).map(({ text }, index, all) => {
      const others = all.length === 1 ? '' : ', and the other conditions of WHERE are true';
      const advice = (goal: CoverageGoal): string =>
        `add a line for which ${text} is ${goal === 'sole-blocker' ? `false${others}` : goal}`;
      return { path: `WHERE[${index}]`, text, ...none, adviceFor: advice };
    });
  }

  /** Counts a case. @param outcomes as `evaluate` fills them */
  add(outcomes: Uint8Array): void {
    for (const [index, counts] of this.#conditions.entries()) {
      const outcome = outcomes[index];
      counts[outcome === TRUE ? 'true' : outcome === FALSE ? 'false' : 'unknown'] += 1;
    }
    if (this.#filter === undefined || this.#filter.verdictOf(outcomes) !== DROP) return;
    this.#filter.forEachDecisive(DROP, outcomes, (index) => {
      this.#conditions[index]!.soleBlocker += 1;
    });
  }

  /** Counts a case that the filter keeps. @param outcomes of the conditions of `WHERE` */
  addWhere(outcomes: readonly ConditionOutcome[]): void {
    for (const [index, counts] of this.#where.entries()) {
      const outcome = outcomes[index]!;
      counts[outcome === 'true' || outcome === 'false' ? outcome : 'unknown'] += 1;
      const isBlocker = outcome === 'false' || outcome === 'null';
      if (isBlocker && outcomes.every((one, other) => one === 'true' || other === index)) counts.soleBlocker += 1;
    }
  }

  /** The coverage so far. */
  toCoverage(): FilterCoverage {
    const conditions = [...this.#conditions, ...this.#where].map(({ adviceFor, ...counts }): ConditionCoverage => {
      const met = { true: counts.true, false: counts.false, 'sole-blocker': counts.soleBlocker };
      const missing = COVERAGE_GOALS.filter((goal) => met[goal] === 0);
      return { ...counts, missing: missing.map((goal) => ({ goal, advice: adviceFor(goal) })) };
    });
    const goals = conditions.length * COVERAGE_GOALS.length;
    const covered = goals - conditions.reduce((sum, { missing }) => sum + missing.length, 0);
    return { goals, covered, share: goals === 0 ? 1 : covered / goals, conditions };
  }
}
