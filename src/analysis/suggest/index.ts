// Learns from lines which terms a filter may drop to reach a goal: conditions from dictionaries, the search, the filter with its proofs. Prints nothing,
// and judges nothing: the verb replays what is learnt.
export { Learner, type Learnt, needOf } from './learn.ts';
export { type LineSpace, type Period, readSpace, type SpaceRequest } from './line-space.ts';
export { countMissed, type LostThings, type MissedLines } from './missed-lines.ts';
export { type LeftOutField, readVocabulary, type Vocabulary, wantedFields } from './read-vocabulary.ts';
export { type AtomSet, type Atoms, EXACT_TERMS, type Found, type Instance, MAX_TERMS, searchTerms } from './search.ts';
export {
  type FilterBase,
  type FilterProofs,
  type FinishedFilter,
  filterOf,
  finishFilter,
  isProven,
  isWithinLimits,
  type ListKind,
  type Term,
} from './term-filter.ts';
export type { LeftOutReason } from './vocabulary.ts';
