// The goals of a mined suite: outcomes of every condition, boundaries, and small changes of the filter that a line must detect. A line
// detects a change if the changed filter gives it another verdict. docs/filter-tests.md, "Mining a suite" describes the goals.
import { type Decimal, type FieldSource, printJson } from '../../base/index.ts';
import type { Dataset, FieldType } from '../../language/dataset/index.ts';
import {
  type CompiledCondition,
  type CompiledFilter,
  type Condition,
  compileFilter,
  DROP,
  FALSE,
  listOf,
  type Node,
  type NullReading,
  OPERATORS,
  type Outcome,
  operatorsFor,
  printExpression,
  type Scalar,
  TRUE,
  VERDICT_NAMES,
} from '../../language/filter/index.ts';
import { COVERAGE_GOALS, type CoverageGoal } from '../suite/index.ts';
import type { MetGoal } from './mined-line.ts';
import { type Boundary, boundariesOf } from './nearness.ts';

/** A decimal fraction without exponent. */
const FRACTION = /^-?\d+\.\d+$/;

/** The date and time of an RFC 3339 time, without its zone. */
const SECONDS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})/;

/** One goal. */
export type Goal =
  | { kind: 'coverage'; condition: number; goal: CoverageGoal; text: string }
  | { kind: 'verdict'; text: string }
  | { kind: 'boundary'; condition: number; text: string }
  /** A changed filter that gives another verdict. */
  | { kind: 'change'; text: string };

/** A changed condition. */
interface Altered {
  goal: number;
  test: CompiledCondition['test'];
}

/** A condition with its goals. */
interface Conditioned {
  condition: CompiledCondition;
  /** Index of the goal of each outcome. */
  coverage: Readonly<Record<CoverageGoal, number>>;
  boundaries: readonly { goal: number; boundary: Boundary }[];
  altered: readonly Altered[];
  /** The goal of the filter without this condition, and the outcome that has the same effect. */
  removed: { goal: number; outcome: Outcome };
}

/** Outcomes of a condition are below this number. */
const OUTCOMES = 5;

/** The goals of one filter, and the evaluation of a line. */
export class FilterGoals {
  readonly goals: readonly Goal[];
  readonly #filter: CompiledFilter;
  readonly #conditions: readonly Conditioned[];
  readonly #groups: readonly { goal: number; filter: CompiledFilter }[];
  readonly #verdicts: readonly number[];
  readonly #outcomes: Uint8Array;

  constructor(filter: CompiledFilter, nullAs: NullReading) {
    const goals: Goal[] = [];
    const add = (goal: Goal): number => goals.push(goal) - 1;
    const { dataset } = filter;
    this.#filter = filter;
    this.#outcomes = new Uint8Array(filter.conditions.length);
    this.#verdicts = VERDICT_NAMES.map((name) => add({ kind: 'verdict', text: name }));
    const joins = joinsOf(filter.filter.where);
    this.#conditions = filter.conditions.map((condition): Conditioned => {
      const { index, field, text } = condition;
      const coverage = Object.fromEntries(
        COVERAGE_GOALS.map((goal) => [
          goal,
          add({
            kind: 'coverage',
            condition: index,
            goal,
            text: goal === 'sole-blocker' ? `${text} is the sole blocker` : `${text} is ${goal}`,
          }),
        ]),
      ) as Record<CoverageGoal, number>;
      return {
        condition,
        coverage,
        boundaries: boundariesOf(condition).map((boundary) => ({
          goal: add({ kind: 'boundary', condition: index, text: `${field} ${boundary.text}` }),
          boundary,
        })),
        altered: alteredConditions(condition.condition, condition.type).flatMap((one): Altered[] => {
          const compiled = compiledOrNot(one, dataset, nullAs)?.conditions[0];
          if (compiled === undefined) return [];
          return [{ goal: add({ kind: 'change', text: `${text} becomes ${compiled.text}` }), test: compiled.test }];
        }),
        removed: {
          goal: add({ kind: 'change', text: `${text} is removed` }),
          outcome: joins[index] === 'or' ? FALSE : TRUE,
        },
      };
    });
    this.#groups = swappedGroups(filter.filter.where).flatMap(({ node, text }) => {
      const swapped = compiledOrNot(node, dataset, nullAs);
      return swapped === undefined ? [] : [{ goal: add({ kind: 'change', text }), filter: swapped }];
    });
    this.goals = goals;
  }

  /** Evaluates a line. @returns its verdict, and the goals that it meets */
  evaluate(source: FieldSource): { verdict: number; met: MetGoal[] } {
    const filter = this.#filter;
    const outcomes = this.#outcomes;
    const verdict = filter.evaluate(source, outcomes);
    const met: MetGoal[] = [];
    const note = (goal: number, distance = 0): void => {
      met.push({ goal, distance });
    };
    note(this.#verdicts[verdict]!);
    for (const one of this.#conditions) {
      const { index } = one.condition;
      const outcome = outcomes[index] as Outcome;
      if (outcome === TRUE) note(one.coverage.true);
      if (outcome === FALSE) note(one.coverage.false);
      this.#noteBoundaries(one, source, note);
      this.#noteChanges(one, verdict, source, note);
    }
    if (verdict === DROP) {
      filter.forEachDecisive(DROP, outcomes, (index) => note(this.#conditions[index]!.coverage['sole-blocker']));
    }
    for (const { goal, filter: swapped } of this.#groups) if (swapped.verdictOf(outcomes) !== verdict) note(goal);
    return { verdict, met };
  }

  /** Everything that depends on the value of one field: equal for two values that no condition distinguishes. */
  signatureOf(field: string, source: FieldSource): { outcomes: string; details: string } {
    const own = this.#conditions.filter(({ condition }) => condition.field === field);
    const value = source.get(field);
    const details = own.flatMap(({ altered, boundaries }) => [
      ...altered.map(({ test }) => test(source)),
      ...boundaries.map(({ boundary }) => (value === undefined || value === null ? '' : boundary.distance(value))),
    ]);
    return { outcomes: own.map(({ condition }) => condition.test(source)).join(), details: details.join() };
  }

  #noteBoundaries({ condition, boundaries }: Conditioned, source: FieldSource, note: Note): void {
    const value = source.get(condition.field);
    if (value === undefined || value === null) return;
    for (const { goal, boundary } of boundaries) {
      const distance = boundary.distance(value);
      if (distance !== undefined) note(goal, distance);
    }
  }

  /** Notes the changes of a condition that change the verdict. Only a condition on which the verdict depends can do so. */
  #noteChanges({ condition, altered, removed }: Conditioned, verdict: number, source: FieldSource, note: Note): void {
    const outcomes = this.#outcomes;
    const { index } = condition;
    const outcome = outcomes[index]!;
    const isOther: (boolean | undefined)[] = new Array(OUTCOMES);
    const changes = (other: number): boolean => {
      if (other === outcome) return false;
      if (isOther[other] === undefined) {
        outcomes[index] = other;
        isOther[other] = this.#filter.verdictOf(outcomes) !== verdict;
        outcomes[index] = outcome;
      }
      return isOther[other];
    };
    if (changes(removed.outcome)) note(removed.goal);
    if (!changes(TRUE) && !changes(FALSE)) return;
    for (const { goal, test } of altered) if (changes(test(source))) note(goal);
  }
}

type Note = (goal: number, distance?: number) => void;

/** Compiles a filter, unless it is invalid. */
function compiledOrNot(where: Node, dataset: Dataset, nullAs: NullReading): CompiledFilter | undefined {
  try {
    return compileFilter({ where }, dataset, { nullAs });
  } catch {
    return undefined;
  }
}

/** By condition, how it is joined to the rest. */
function joinsOf(node: Node, join: 'and' | 'or' = 'and'): ('and' | 'or')[] {
  return node.kind === 'condition' ? [join] : node.children.flatMap((child) => joinsOf(child, node.kind));
}

/** The filter once for each group, with that group's `and` and `or` swapped. */
function swappedGroups(node: Node): { node: Node; text: string }[] {
  if (node.kind === 'condition') return [];
  const { kind, children } = node;
  const other = kind === 'and' ? 'or' : 'and';
  const inner = children.flatMap((child, index) =>
    swappedGroups(child).map(({ node: swapped, text }) => ({
      node: { kind, children: children.with(index, swapped) },
      text,
    })),
  );
  if (children.length < 2) return inner;
  return [
    { node: { kind: other, children }, text: `${kind} becomes ${other} in ${printExpression({ where: node })}` },
    ...inner,
  ];
}

/** Lists the changed conditions, each once; some may be invalid for the type, or mean the same as the condition. */
function alteredConditions(condition: Condition, type: FieldType): Condition[] {
  const altered = [...withOtherOperators(condition, type), ...withOtherValues(condition)];
  const seen = new Set([keyOf(condition)]);
  return altered.filter((one) => {
    const key = keyOf(one);
    return !seen.has(key) && seen.add(key);
  });
}

function withOtherOperators(condition: Condition, type: FieldType): Condition[] {
  const [first] = listOf(condition);
  return operatorsFor(type).map((operator) => {
    const isList = OPERATORS[operator].argument === 'list';
    return { ...condition, operator, value: isList ? listOf(condition) : first! };
  });
}

function withOtherValues(condition: Condition): Condition[] {
  const values = listOf(condition);
  if (OPERATORS[condition.operator].argument === 'scalar') {
    return nudged(values[0]!).map((value) => ({ ...condition, value }));
  }
  return values.flatMap((value, index) => [
    ...(values.length > 1 ? [{ ...condition, value: values.toSpliced(index, 1) }] : []),
    ...nudged(value).map((other) => ({ ...condition, value: values.with(index, other) })),
  ]);
}

/** Values next to a value. */
function nudged(value: Scalar): Scalar[] {
  if (typeof value === 'number') return [value - 1, value + 1].filter(Number.isSafeInteger);
  if (typeof value === 'bigint') return [value - 1n, value + 1n].filter((one) => !Number.isSafeInteger(Number(one)));
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return nudgedTexts(value);
  return FRACTION.test(value.text) ? nudgedFractions(value) : [];
}

function nudgedFractions(value: Decimal): Scalar[] {
  const last = Number(value.text.at(-1));
  const Fraction = value.constructor as new (text: string) => Decimal;
  return [last - 1, last + 1]
    .filter((digit) => digit >= 0 && digit <= 9)
    .map((digit) => new Fraction(`${value.text.slice(0, -1)}${digit}`));
}

function nudgedTexts(text: string): string[] {
  if (/^-?\d{1,15}$/.test(text)) return [String(Number(text) - 1), String(Number(text) + 1)];
  const time = SECONDS.exec(text)?.[1];
  if (time !== undefined) {
    const at = Date.parse(`${time}Z`);
    // A leap second.
    if (Number.isNaN(at)) return [];
    return [at - 1000, at + 1000].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}${text.slice(time.length)}`);
  }
  const middle = text.length >> 1;
  return [
    ...[0, middle, text.length - 1].map((index) => withChanged(text, index)),
    text.slice(1),
    text.slice(0, -1),
    `${text}x`,
    text.toLowerCase(),
    text.toUpperCase(),
  ];
}

/** The text with the next character at one place. */
function withChanged(text: string, index: number): string {
  if (index < 0) return text;
  return `${text.slice(0, index)}${String.fromCharCode(text.charCodeAt(index) + 1)}${text.slice(index + 1)}`;
}

function keyOf({ operator, value }: Condition): string {
  return `${operator} ${printJson(Array.isArray(value) ? [...value] : (value as Scalar))}`;
}
