// Shortens a filter: rewrites it step by step into a smaller one, and proves each step. Equality of every record comes first; only what is
// left is shortened to filters that are equal for complete records.
import type { Dataset } from '../../dataset/index.ts';
import {
  type CompiledFilter,
  canonicalFilter,
  compileFilter,
  conditionsOf,
  type Filter,
  type FilterSize,
  MAX_FILTER_OPERATORS,
  type Node,
  sizeOf,
} from '../../filter/index.ts';
import type { Proof, RecordDomain, Witness } from '../prove.ts';
import { areEqual, neverHas } from '../questions.ts';
import { type ProbeRecord, probeRecords } from './probe-records.ts';
import { type Rewrite, type RewriteKind, rewritesOf } from './rewrites.ts';
import { isSmaller } from './tree.ts';

/** An accepted rewrite. */
export interface ShortenStep {
  readonly kind: RewriteKind;
  /** `merged 3 conditions on BotScore into one "in"` */
  readonly text: string;
  /** The records for which the filters before and after are proven equal. */
  readonly domain: RecordDomain;
  /** After the step. */
  readonly size: FilterSize;
}

/** A filter with the proof that it is equal to a larger one. */
export interface ShortenedFilter {
  /** Undefined: every complete record is kept, so no filter is needed. */
  readonly filter: Filter | undefined;
  readonly before: FilterSize;
  readonly after: FilterSize;
  /** Empty if no smaller filter was found. */
  readonly steps: readonly ShortenStep[];
  /** The records for which the filters are proven equal: those of all steps. */
  readonly domain: RecordDomain;
  /** A record that is not complete and has another verdict, for filters equal only for complete records, if one was found. */
  readonly difference?: Witness;
  /** Whether no complete record is kept: such a filter is a mistake. */
  readonly keepsNone: boolean;
  /** Whether the search ended before every rewrite was tried: the filter is very large. */
  readonly isStopped: boolean;
}

/** Options of {@link shorten}. */
export interface ShortenOptions {
  /** `any` takes only steps that are equal for every record. @default 'complete' */
  readonly domain?: RecordDomain;
  /** Bound of the search. Conditions evaluated while filters are compared on sample records. @default MAX_EVALUATIONS */
  readonly maxEvaluations?: number;
}

/** Records on which rewrites are tried before a proof: these, and some for each condition. */
const PROBES = 128;
const PROBES_OF_CONDITION = 2;
const MAX_PROBES = 512;
/** Default bound: a few seconds. Conditions. Our own choice. */
const MAX_EVALUATIONS = 100_000_000;
/** Bound of the search of one proof: about 50 ms at most. Steps. */
const STEPS_OF_PROOF = 1_000_000;
/** What a proof counts against {@link MAX_EVALUATIONS}, for each condition: compiled and searched in about 10 µs. */
const COST_OF_PROOF = 500;
/** What a proof that reaches its bound counts in addition. Its search takes about 50 ms. */
const COST_OF_UNDECIDED = 1_000_000;
const NO_SIZE: FilterSize = { operators: 0, bytes: 0 };

/**
 * Shortens a valid filter. The result is never larger, and shortening it again changes nothing unless the search was stopped.
 * @throws HeadgateError `filter-invalid` for an invalid filter
 */
export function shorten(original: Filter, dataset: Dataset, options: ShortenOptions = {}): ShortenedFilter {
  const steps: ShortenStep[] = [];
  const probes: Readonly<Record<RecordDomain, Probes>> = {
    any: new Probes(original, dataset, 'any'),
    complete: new Probes(original, dataset, 'complete'),
  };
  const before = sizeOf(original);
  let filter: Filter | undefined = canonicalFilter(original);
  let size = sizeOf(filter);
  let evaluations = options.maxEvaluations ?? MAX_EVALUATIONS;

  /** Makes one step; the next one follows until nothing more is proven. @returns whether there was one */
  function step(domain: RecordDomain): boolean {
    if (filter === undefined) return false;
    if (domain === 'complete' && isNever(filter.where, 'drop')) {
      const text = 'removed the filter, which keeps every line';
      accept({ kind: 'keep-every-line', text, where: undefined }, domain);
      return true;
    }
    for (const rewrite of rewritesOf(filter, dataset)) {
      if (evaluations <= 0) return false;
      if (!isGain(rewrite) || !isEqual(filter, rewrite, domain)) continue;
      accept(rewrite, domain);
      return true;
    }
    return false;
  }

  /** An operator is added only if the filter still has no more than at first, and no more than the platform accepts. */
  function isGain({ where, mayAddOperator = false }: Rewrite): boolean {
    const after = sizeOf({ where: where! });
    if (!mayAddOperator) return isSmaller(after, size);
    return after.bytes < size.bytes && after.operators <= Math.min(before.operators, MAX_FILTER_OPERATORS);
  }

  function accept({ kind: found, text, where, removed }: Rewrite, domain: RecordDomain): void {
    const kind = removed === undefined ? found : kindOfRemoved(removed);
    filter = where && { where };
    size = where === undefined ? NO_SIZE : sizeOf({ where });
    steps.push({ kind, text, domain, size });
  }

  function isEqual(current: Filter, { where, part }: Rewrite, domain: RecordDomain): boolean {
    const after: Filter = { where: where! };
    const records = probes[domain];
    evaluations -= size.operators * records.length;
    if (!records.agree(after)) return false;
    if (part !== undefined && part[0] !== current.where) {
      const [whole, changed] = part;
      if (prove({ where: whole }, { where: changed }, domain).answer === 'proven') return true;
    }
    const proof = prove(current, after, domain);
    if (proof.answer === 'refuted') records.add(proof.witness.record, current);
    return proof.answer === 'proven';
  }

  function prove(a: Filter, b: Filter, domain: RecordDomain): Proof {
    const proof = areEqual(a, b, dataset, { domain, maxSteps: STEPS_OF_PROOF });
    evaluations -= COST_OF_PROOF * conditionsOf(a.where).length;
    if (proof.answer === 'undecided') evaluations -= COST_OF_UNDECIDED;
    return proof;
  }

  function kindOfRemoved(node: Node): RewriteKind {
    if (isNever(node, 'keep')) return 'remove-never-true';
    return isNever(node, 'drop') ? 'remove-always-true' : 'remove-covered';
  }

  /** Whether it is proven that no complete record has the verdict. */
  function isNever(node: Node, verdict: 'keep' | 'drop'): boolean {
    return neverHas({ where: node }, verdict, dataset, { domain: 'complete' }).answer === 'proven';
  }

  if (isSmaller(size, before)) steps.push({ kind: 'flatten-groups', text: 'flattened groups', domain: 'any', size });
  while (step('any'));
  // Filters that are equal for every record are equal for complete ones, too: nothing of the first search is left for a third.
  if (options.domain !== 'any') while (step('complete'));
  const domain = steps.some((one) => one.domain === 'complete') ? 'complete' : 'any';
  const equality = domain === 'complete' ? areEqual(original, filter, dataset) : undefined;
  return {
    filter,
    before,
    after: size,
    steps,
    domain,
    ...(equality?.answer === 'refuted' && { difference: equality.witness }),
    keepsNone: filter !== undefined && isNever(filter.where, 'keep'),
    isStopped: evaluations <= 0,
  };
}

/** Records with the verdict that each smaller filter has to have. */
class Probes {
  readonly #dataset: Dataset;
  readonly #records: { record: ProbeRecord; verdict: number }[] = [];

  constructor(filter: Filter, dataset: Dataset, domain: RecordDomain) {
    this.#dataset = dataset;
    const compiled = compileFilter(filter, dataset);
    const count = Math.min(MAX_PROBES, PROBES + PROBES_OF_CONDITION * compiled.conditions.length);
    for (const record of probeRecords(filter, dataset, domain, count)) this.#push(record, compiled);
  }

  get length(): number {
    return this.#records.length;
  }

  /**
   * Adds a record that refutes a rewrite of a filter. The record is complete only for the fields of this filter: earlier steps may have
   * removed others, without which the original filter is undecided.
   */
  add(record: Witness['record'], filter: Filter): void {
    this.#push(new Map(Object.entries(record)), compileFilter(filter, this.#dataset));
  }

  /** Whether a filter has the verdicts of all records. */
  agree(filter: Filter): boolean {
    const compiled = compileFilter(filter, this.#dataset);
    return this.#records.every(({ record, verdict }) => compiled.verdict(record) === verdict);
  }

  #push(record: ProbeRecord, filter: CompiledFilter): void {
    this.#records.push({ record, verdict: filter.verdict(record) });
  }
}
