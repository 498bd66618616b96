// The request of a comparison, and its defaults. Checks what the flags of the command line check; reads nothing.
import type { EmitRequest } from '../../analysis/emit/index.ts';
import type { GuardRequest } from '../../analysis/guard/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { checkCount, checkList } from '../request/check-value.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import {
  argumentOf,
  type FilterArgument,
  type FilterObject,
  type FilterRequest,
  type FilterSet,
} from '../request/named-filters.ts';
import type { PriceRequest } from '../request/read-prices.ts';
import { readStdin } from '../request/read-stdin.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../request/request-defaults.ts';
import type { WrittenByRequest } from '../request/written-by/written-by.ts';

/** A filter to compare: as in `FilterRequest`, or `none`, which keeps no line. `@file` may contain a job. */
export type FilterToCompare = string | FilterObject | FilterArgument;

/** The filters to compare, and the logs to compare them on. */
export interface CompareRequest
  extends Pick<FilterRequest, 'dataset' | 'ignoreLimits' | 'stdin'>,
    GuardRequest,
    LogsRequest,
    PriceRequest,
    ThreadsRequest,
    WrittenByRequest {
  /** The old filter, or the filter of one job. */
  from: FilterToCompare;
  /** The new filters. Each is compared with the old one. */
  to: readonly FilterToCompare[];
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 3 */
  samples?: number | undefined;
  /** Fields whose most frequent values are listed. @default none */
  by?: readonly string[] | undefined;
  /** Whether all fields are searched for values that distinguish changed lines. @default true */
  findsValues?: boolean | undefined;
  /** Where all newly kept, newly dropped and undecided lines are written as stored; line ends become LF. @default nowhere */
  emitChanged?: EmitRequest | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set: FilterSet) => void) | undefined;
}

/** A {@link CompareRequest} with its defaults. */
export type ResolvedComparison = ReturnType<typeof resolveCompare>;

/** Adds the defaults. @throws HeadgateError `usage` */
export function resolveCompare(request: CompareRequest) {
  const { samples = DEFAULT_CHANGED_SAMPLES, by = [], findsValues = true, emitChanged, onListing = ignore } = request;
  checkCount('samples', samples, 0);
  checkList('by', by);
  const { dataset, stdin = readStdin(), ignoreLimits = false } = request;
  const [from, ...to] = [request.from, ...checkList('to', request.to)].map(argumentOf);
  return {
    ...resolveLogs(request),
    /** Whether other jobs of the account are compared apart. */
    isApart: false,
    ...{ guards: request, price: request.price, otherUsage: request.otherUsage, writtenBy: request.writtenBy },
    ...{ from: from!, to, dataset, stdin, ignoreLimits, samples, by, findsValues, emitChanged, onListing },
  };
}
