// The request of a plan of jobs. Types only.
import type { GuardRequest } from '../../analysis/guard/index.ts';
import type { JobsAccess } from '../../cloud/api/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { ReadStdin } from '../request/argument-text.ts';
import type { LogsRequest, ThreadsRequest } from '../request/logs-request.ts';
import type { FilterObject } from '../request/named-filters.ts';
import type { PriceRequest } from '../request/read-prices.ts';

/** The jobs to plan, and the logs to try their filters on. */
export interface PlanJobsRequest extends JobsAccess, LogsRequest, PriceRequest, ThreadsRequest, GuardRequest {
  /** Paths of job files, or `-`. */
  jobs: readonly string[];
  /** Replaces the filter of the one job: as a filter of `replay`; `all` removes the filter. @default that of the file */
  filter?: string | FilterObject | undefined;
  /** Whether a filter that is proven equal to the live one, but written differently, is a change. @default false */
  rewrite?: boolean | undefined;
  /** The logs. Without them, filters are compared but not replayed. @default none */
  sources?: readonly string[] | undefined;
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 3 */
  samples?: number | undefined;
  /** Reads standard input, for `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
  /** Ends the planning: without figures if it reads the source. @default never aborted */
  signal?: AbortSignal | undefined;
  /** Called with a source, once for all jobs of a dataset, before an object is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}
