// Proofs about filters under three-valued logic: implication, equivalence, shortening. Pure.
export type { Proof, RecordDomain, Witness } from './proof.ts';
