// A query: what is counted over lines, as plain data. An executor answers it; a question joins the answers of some aggregates to a figure.
import {
  AGGREGATES,
  type Aggregate,
  type AnswerTo,
  emptyAnswer,
  mergeAnswers,
  NONE,
  type SelectionText,
} from '../aggregates/index.ts';

/** Version of {@link QueryState}; incremented when an answer changes its shape or its meaning. */
export const STATE_VERSION = 1;

/** The lines of a selection with a verdict, which are written while they are read, in the order of the objects. */
export interface QueryOutput {
  of: SelectionText;
  verdict: 'kept' | 'undecided';
}

/** What is counted, and which lines are written. */
export interface Query {
  /** Each once, without those of no line. */
  aggregates: readonly Aggregate[];
  outputs: readonly QueryOutput[];
}

/** The answers over a part of the source: plain data, which survives `structuredClone` and JSON. */
export interface QueryState {
  version: typeof STATE_VERSION;
  /** In the order of {@link Query.aggregates}. */
  answers: readonly unknown[];
}

/** The answers to a query. */
export interface Answers {
  /** @throws TypeError if the query does not ask for it */
  of<A extends Aggregate>(asked: A): AnswerTo<A>;
}

/** A figure that depends on the answers to some aggregates. */
export interface Question<Figure> {
  aggregates: readonly Aggregate[];
  of(answers: Answers): Figure;
}

/** Returns the query that answers some aggregates. */
export function queryOf(asked: readonly Aggregate[], outputs: readonly QueryOutput[] = []): Query {
  const keyOf = createKeys();
  return {
    aggregates: [...new Map(asked.filter((one) => !isOfNone(one)).map((one) => [keyOf(one), one])).values()],
    outputs,
  };
}

/** Whether a source may be split between any two lines to answer the query; if not, only between objects. */
export function splitsAtLines({ aggregates, outputs }: Query): boolean {
  // Each object is written to one file.
  return outputs.length === 0 && aggregates.every(({ kind }) => AGGREGATES[kind].splits === 'lines');
}

/** Adds the states of two parts of the source. Associative and commutative. @throws TypeError for a state of another version */
export function mergeStates({ aggregates }: Query, a: QueryState, b: QueryState): QueryState {
  for (const { version } of [a, b]) {
    if (version !== STATE_VERSION)
      throw new TypeError(`cannot add answers: found version ${version}, expected ${STATE_VERSION}`);
  }
  const merge = (asked: Aggregate, index: number): unknown =>
    mergeAnswers(asked, a.answers[index] as AnswerTo<Aggregate>, b.answers[index] as AnswerTo<Aggregate>);
  return { version: STATE_VERSION, answers: aggregates.map(merge) };
}

/** Returns the answers of a state. */
export function answersOf({ aggregates }: Query, { answers }: QueryState): Answers {
  const keyOf = createKeys();
  const byKey = new Map(aggregates.map((asked, index) => [keyOf(asked), answers[index]]));
  return {
    of<A extends Aggregate>(asked: A): AnswerTo<A> {
      if (isOfNone(asked)) return emptyAnswer(asked);
      const answer = byKey.get(keyOf(asked));
      if (answer === undefined) throw new TypeError(`cannot answer: the query does not ask for these ${asked.kind}`);
      return answer as AnswerTo<A>;
    },
  };
}

function isOfNone(asked: Aggregate): boolean {
  return 'of' in asked && asked.of === NONE;
}

/** Returns what identifies an aggregate. Selections may have millions of characters, so their numbers take their place. */
function createKeys(): (asked: Aggregate) => string {
  const numbers = new Map<SelectionText, number>();
  const numberOf = (text: SelectionText): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  return (asked) => {
    const { kind, of = [], ...sizes } = { of: undefined, ...asked };
    const selections = typeof of === 'string' ? numberOf(of) : of.map(numberOf);
    return JSON.stringify([kind, selections, Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1))]);
  };
}
