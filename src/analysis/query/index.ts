// Queries as plain data, and their executor: threads that each answer them over some objects.
export type { NamedFilter, NamedTransformer } from './named-filter.ts';
export {
  type Answers,
  answersOf,
  mergeStates,
  type Query,
  type QueryOutput,
  type QueryState,
  type Question,
  queryOf,
} from './query.ts';
export { QueryPass, type QueryPassOptions } from './query-pass.ts';
export {
  createPass,
  facetsOf,
  mergeParts,
  prepareQuery,
  QUERY_WORKER,
  type QueryPart,
  type QueryPlan,
  type QuerySources,
  runQuery,
  shardTarget,
} from './run-query.ts';
export {
  askSelected,
  type SelectedLines,
  type SelectedOptions,
  type SelectedQuestion,
  type ShownLines,
} from './selected-lines.ts';
export {
  askTransformed,
  type TransformedExamples,
  type TransformedLines,
  type TransformedOptions,
} from './transformed-lines.ts';
export { askTransitions, type DeliveredSelection } from './transitions.ts';
