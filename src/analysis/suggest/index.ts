// Learns from lines which terms a filter may drop to reach a goal: conditions from dictionaries, the search, the filter with its proofs. Prints nothing,
// and judges nothing: the verb replays what is learnt.
export { type Goals, Learner } from './learn.ts';
export { type LineSpace, type Period, readSpace, statesOf } from './line-space.ts';
export { countMissed, type NothingLeft } from './line-worth.ts';
export { readVocabulary, type Vocabulary } from './read-vocabulary.ts';
export { EXACT_TERMS, type Instance, TermSearch, totalOf } from './search.ts';
export { type FilterBase, filterOf, type ListKind, provenFilter, type Term } from './term-filter.ts';
export type { LeftOutReason } from './vocabulary.ts';
