// Replays the old and the new filter of a job over stored lines, in one pass: what the change would keep and drop, and whether guards hold
// for the new filter. `jobs plan` uses it. Changes and prints nothing.
import { HeadgateError } from '../../base/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { readFilter, selectionOf } from '../../filter/index.ts';
import { type GuardRequest, LINES_OF_GUARD } from '../../guard/index.ts';
import type { Job } from '../../job/index.ts';
import type { FilterTotals, JobReport, ShownLines } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { checkCount } from '../../run/check-value.ts';
import { ignore, type LogsRequest, settleLogs, settleThreads, type ThreadsRequest } from '../../run/logs-request.ts';
import { compileFilters, type FilterSet, type NamedFilter } from '../../run/named-filters.ts';
import { noAnswerErrorOfReplay } from '../../run/no-answer/no-answer-error.ts';
import { readGuards } from '../../run/read-guards.ts';
import { INTERRUPTED, listSources, type SourceListing } from '../../run/sources.ts';
import { prepareGuards } from '../replay/replay-guards.ts';
import { compareListed } from './compare-listed.ts';
import type { FilterEffect } from './filter-effect.ts';

/** A change of a job's filter, the logs to try it on, and guards for the new filter. */
export interface ReplayChangeRequest extends GuardRequest, LogsRequest, ThreadsRequest {
  /** Name of the job. */
  job: string;
  /** Of the job. */
  dataset: string;
  /** The filter in force: the text of the job. Undefined, null or empty: it keeps every line. */
  from?: string | null | undefined;
  /** The filter after the change, as {@link from}. */
  to?: string | null | undefined;
  /** The job does not exist yet: there is no filter in force. @default false */
  isNew?: boolean | undefined;
  /** Jobs that pushed the lines: how their CSV is read, and the default of `sources`. @default none */
  pushedBy?: readonly Job[] | undefined;
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 5 */
  samples?: number | undefined;
  /** Called once, before an object is read. Its warnings are about sources and guards. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/**
 * Replays both filters.
 * @throws InvalidFilterError for a filter with errors other than the platform's limits; InvalidGuardError; HeadgateError if a source cannot be
 * reached, and `no-records` or `no-verdict` if there is no line that the new filter decides. An interrupted run: `interrupted`
 */
export async function replayChange(request: ReplayChangeRequest): Promise<FilterEffect> {
  const { job, isNew = false, samples = LINES_OF_GUARD, onListing = ignore } = request;
  checkCount('samples', samples, 0);
  const logs = { ...settleLogs(request), ...settleThreads(request) };
  const { range, nullAs, signal } = logs;
  const dataset = getDataset(request.dataset);
  const to = namedFilter(job, request.to, dataset);
  const from = isNew ? undefined : namedFilter(`${job} (in force)`, request.from, dataset);
  const filters = from === undefined ? [to] : [to, from];
  compileFilters(filters, nullAs);
  const set: FilterSet = { dataset, filters: [to], warnings: [] };
  const guardSet = await abortable(readGuards(request, dataset), signal);
  const listing = await listSources(logs, request.pushedBy ?? []);
  listing.warnings.push(...guardSet.warnings);
  const replaces = from === undefined ? 'none' : selectionOf(from.reading.filter);
  const guards = prepareGuards(guardSet, [{ name: job, filter: to.reading.filter, replaces }], { listing, range });
  const pairs =
    from === undefined ? [] : [{ from: selectionOf(from.reading.filter), to: selectionOf(to.reading.filter) }];
  onListing(listing);
  const { report, differences, others } = await compareListed({
    ...{ ...logs, dataset, filters, listing, samples, pairs, detail: 'no-fields' },
    ...{ findsEdits: false, drawsValues: false, others: guards.selections },
  });
  if (report.partial) {
    throw new HeadgateError(INTERRUPTED, `interrupted while replaying the filters of ${job}: nothing was compared`, {
      kind: 'interrupted',
    });
  }
  const [after, before] = report.jobs!;
  const ofNew = { ...report, jobs: [after!] };
  const error = await noAnswerErrorOfReplay(ofNew, 'replay', { ...logs, set, objects: listing.objects });
  if (error !== undefined) throw error;
  const [found] = differences;
  return {
    job,
    source: report.source,
    lines: report.lines,
    from: before === undefined ? null : totalsOf(before),
    to: totalsOf(after!),
    newlyKept: found === undefined ? null : shownOf(found.newlyKept),
    newlyDropped: found === undefined ? null : shownOf(found.newlyDropped),
    unclear: found?.unclear ?? after!.undecided,
    missingFields: after!.missingFields ?? [],
    guards: guards.judge({
      ...{
        jobs: [after!],
        extra: others,
        hours: report.hours,
        otherHours: report.otherHours,
        lost: report.source.lost,
      },
    }),
  };
}

/** The platform accepted the filter in force, and the caller has checked the new one: limits are not checked again. */
function namedFilter(name: string, text: string | null | undefined, dataset: NamedFilter['dataset']): NamedFilter {
  const reading = readFilter(text, dataset, { source: 'job', isSent: false });
  return { name, dataset, reading, job: undefined, jobProblems: [] };
}

/** Returns the figures and samples alone. */
export function shownOf({ lines, bytes, samples }: ShownLines): ShownLines {
  return { lines, bytes, samples };
}

function totalsOf({ kept, dropped, undecided }: JobReport): FilterTotals {
  return { kept, dropped, undecided };
}
