// Shortens a checked filter, and describes the result: its forms, its size against the limits, and the steps with what they are equal for.
import type { NamedFilter } from '../../analysis/query/index.ts';
import { type Filter, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../../language/filter/index.ts';
import { type RecordDomain, type RewriteKind, shorten, type Witness } from '../../language/logic/index.ts';
import { type FilterForms, formsOf } from './filter-forms.ts';
import { filterOf } from './prove.ts';

/** A figure of a filter before and after. */
export interface ShortenedFigure {
  before: number;
  after: number;
  /** Of the platform. */
  limit: number;
}

/** A step that made a filter smaller. */
export interface ShorteningStep {
  kind: RewriteKind;
  /** What was done, in words. */
  text: string;
  /** The records for which the filters before and after the step are proven equal. */
  domain: RecordDomain;
  /** After the step. */
  operators: number;
  bytes: number;
}

/** A smaller filter that is proven to be equal. */
export interface FilterShortening {
  /** Null: every complete record is kept, so the job needs no filter. */
  filter: FilterForms | null;
  operators: ShortenedFigure;
  bytes: ShortenedFigure;
  meetsLimits: boolean;
  /** Empty if no smaller filter was found. */
  steps: ShorteningStep[];
  /** The records for which both filters are proven equal: `any`, or `complete` ones, on which the platform evaluates filters. */
  domain: RecordDomain;
  /** A record with fields absent that has another verdict; only for filters that are equal for complete records alone. */
  difference?: Witness;
  /** Whether the filter keeps no complete record. */
  keepsNone: boolean;
  /** Whether the search ended early, because the filter is very large. */
  isStopped: boolean;
}

/** Shortens a filter; undefined if there is none, or it is invalid other than by its size. */
export function shortenFilter(named: NamedFilter): FilterShortening | undefined {
  const filter = filterOf(named);
  if (filter === undefined) return undefined;
  const {
    filter: found,
    before,
    after,
    steps,
    domain,
    difference,
    keepsNone,
    isStopped,
  } = shorten(filter, named.dataset);
  return {
    filter: describe(found),
    // A job's own text may contain white space.
    operators: { before: named.reading.operators, after: after.operators, limit: MAX_FILTER_OPERATORS },
    bytes: { before: Math.max(named.reading.bytes, before.bytes), after: after.bytes, limit: MAX_FILTER_BYTES },
    meetsLimits: after.operators <= MAX_FILTER_OPERATORS && after.bytes <= MAX_FILTER_BYTES,
    steps: steps.map(({ kind, text, domain: of, size }) => ({ kind, text, domain: of, ...size })),
    domain,
    ...(difference !== undefined && { difference }),
    keepsNone,
    isStopped,
  };
}

function describe(filter: Filter | undefined): FilterForms | null {
  return filter === undefined ? null : formsOf(filter);
}
