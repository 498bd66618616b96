// Proofs about filters under three-valued logic: implication, equivalence, shortening. Pure.
export type { Proof, ProofOptions, RecordDomain, Witness } from './prove.ts';
export { areEqual, implies, neverHas } from './questions.ts';
export type { RewriteKind } from './shorten/rewrites.ts';
export { type ShortenedFilter, type ShortenOptions, type ShortenStep, shorten } from './shorten/shorten.ts';
