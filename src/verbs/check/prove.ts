// Asks whether a filter implies or equals another one, and describes the answer: the witness with the conditions that decide on it.
import type { NamedFilter } from '../../analysis/query/index.ts';
import {
  compileCombination,
  type Explanation,
  explainFilter,
  type Filter,
  type Truth,
  VERDICT_OF_TRUTH,
  type VerdictName,
} from '../../language/filter/index.ts';
import { areEqual, implies, type Proof, type RecordDomain, type Witness } from '../../language/logic/index.ts';

/** A condition that decides the verdict of a filter on a record: without it, the verdict could be another one. */
export interface DecidingCondition {
  path: string;
  text: string;
  truth: Truth;
}

/** A filter on the record that refutes a statement. */
export interface FilterOnWitness {
  verdict: VerdictName;
  /** Empty if there is no filter. */
  conditions: DecidingCondition[];
}

/** The answer to a question about two filters. */
export interface FilterProof {
  /** `implies`: every record that `from` keeps, `to` keeps. `equals`: both have the same verdict on every record. */
  statement: 'implies' | 'equals';
  /** Names of the filters. */
  from: string;
  to: string;
  answer: Proof['answer'];
  /** `any`: every record, with fields absent or null too. `complete`: only records that contain every field, with a value of its type. */
  domain: RecordDomain;
  /** Only if the statement is refuted. */
  witness?: Witness & { fromFilter: FilterOnWitness; toFilter: FilterOnWitness };
  /** The answer for complete records. Only if the statement is refuted for `any`. */
  ofComplete?: Proof['answer'];
  /** Why the question was not decided. */
  reason?: string;
}

/** A question about two filters. */
interface FilterQuestion extends Pick<FilterProof, 'statement' | 'domain'> {
  from: NamedFilter;
  to: NamedFilter;
}

/** Proves or refutes a statement. Filters beyond the limits of the platform are accepted. */
export function proveStatement({ statement, from, to, domain }: FilterQuestion): FilterProof {
  const { dataset } = from;
  const [a, b] = [filterOf(from), filterOf(to)];
  const ask = (of: RecordDomain): Proof =>
    (statement === 'implies' ? implies : areEqual)(a, b, dataset, { domain: of });
  const question = { statement, from: from.name, to: to.name, domain };
  const proof = ask(domain);
  if (proof.answer === 'proven') return { ...question, answer: 'proven' };
  if (proof.answer === 'undecided') return { ...question, answer: 'undecided', reason: proof.reason };
  const ofComplete = domain === 'any' ? ask('complete') : undefined;
  // The platform evaluates filters on complete records.
  const witness = ofComplete?.answer === 'refuted' ? ofComplete.witness : proof.witness;
  const source = new Map(Object.entries(witness.record));
  const onWitness = (filter: Filter | undefined): FilterOnWitness => {
    if (filter === undefined) return { verdict: 'keep', conditions: [] };
    const explanation = explainFilter(compileCombination(filter, dataset), source);
    return { verdict: VERDICT_OF_TRUTH[explanation.truth], conditions: decidingConditions(explanation) };
  };
  return {
    ...question,
    answer: 'refuted',
    witness: { ...witness, fromFilter: onWitness(a), toFilter: onWitness(b) },
    ...(ofComplete !== undefined && { ofComplete: ofComplete.answer }),
  };
}

/** The filter of a valid reading, or of one that is only too large. */
export function filterOf({ reading }: NamedFilter): Filter | undefined {
  return reading.filter ?? reading.beyondLimits;
}

/** The parts of a tree that have its truth value, down to the conditions. */
function decidingConditions(part: Explanation): DecidingCondition[] {
  const { path, text, truth } = part;
  if (part.kind === 'condition') return [{ path, text, truth }];
  return part.children.filter((child) => child.truth === truth).flatMap(decidingConditions);
}
