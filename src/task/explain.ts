// Why is this line kept or dropped? The truth tree of every filter on chosen lines of a source, read in order.
import { HeadgateError } from '../base/index.ts';
import { type Explanation, explainFilter, type Truth, type VerdictName } from '../filter/index.ts';
import { createRecordReader, type LineRecord, NOT_LOGS } from '../record/index.ts';
import { createTimeTest, type Problem, type ReplayJob, type TimeTest } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { feedObject } from './feed-object.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterSet,
  jobsOf,
  type NullReading,
  readFilters,
} from './named-filters.ts';
import { type FirstFault, noRecords } from './no-records.ts';
import { notLogs } from './not-logs.ts';
import { type ReadingRequest, readerOptionsOf } from './replay-objects.ts';
import { listSources, type SourceObject, type SourceRequest } from './sources.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Field that names a request across datasets. */
const RAY_FIELD = 'RayID';

const VERDICTS: Readonly<Record<Truth, VerdictName>> = { true: 'keep', false: 'drop', unknown: 'undecided' };

/** Which lines to explain; both given: lines that satisfy both. */
export interface LineChoice {
  ray: string | undefined;
  /** Number of the line over all objects in order, from 1, as `sed -n` counts: blank and malformed lines too. */
  line: number | undefined;
  /** Most lines explained. */
  limit: number;
}

/** What to explain. */
export interface ExplainRequest extends SourceRequest {
  filters: readonly FilterArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  reading: ReadingRequest;
  choice: LineChoice;
  stdin: ReadStdin;
  onFilters: (set: FilterSet) => void;
  /** Called when the sources are listed, before anything is read. @default nothing is */
  onListed?: (() => void) | undefined;
}

/** A line with what every filter says of it. */
export interface ExplainedLine {
  object: string;
  offset: number;
  line: number;
  ray: string | null;
  jobs: { name: string; verdict: VerdictName; explanation: Explanation }[];
}

/** The answer to `explain`. */
export interface ExplainResult {
  version: 1;
  dataset: string;
  /** Interrupted: there may be more lines. */
  partial: boolean;
  /** Lines looked at until the last one was found. */
  looked: number;
  lines: ExplainedLine[];
  /** What was wrong with the objects read. */
  problems: Problem[];
  /** Objects of which a part or all could not be read. */
  damaged: number;
}

/**
 * Explains lines.
 * @throws InvalidFilterError; HeadgateError `no-filter`, `line-not-found` (kind `negative`), and those of sources
 */
export async function explain(request: ExplainRequest): Promise<ExplainResult> {
  const { signal } = request;
  const set = await unlessAborted(readFilters(request.filters, request.dataset, request.stdin), signal);
  request.onFilters(set);
  const jobs = compileFilters(set.filters, request.nullAs).filter((job) => job.filter !== undefined);
  if (jobs.length === 0) {
    throw new HeadgateError(
      'no-filter',
      'cannot explain: found no filter, wanted --filter with a filter or --job with a job that has one',
    );
  }
  const { objects } = await listSources(request, jobsOf(set));
  request.onListed?.();
  const result: ExplainResult = {
    version: 1,
    partial: false,
    dataset: set.dataset.name,
    looked: 0,
    lines: [],
    problems: [],
    damaged: 0,
  };
  const search: Search = {
    request,
    result,
    jobs,
    set,
    timeTest: createTimeTest(set.dataset, request.range),
    records: 0,
    firstMalformed: undefined,
  };
  for (const item of objects) {
    if (isDone(search) || signal.aborted) break;
    await explainObject(item, search).catch((error: unknown) => {
      if (!(error instanceof HeadgateError) || error.code !== NOT_LOGS) throw error;
      if (objects.length === 1) throw notLogs({ item, error });
      result.problems.push({ code: error.code, object: item.object.name, offset: 0, message: error.message });
    });
  }
  result.partial = signal.aborted;
  if (result.lines.length === 0 && !signal.aborted) throw notFound(search);
  return result;
}

interface Search {
  request: ExplainRequest;
  result: ExplainResult;
  jobs: readonly ReplayJob[];
  set: FilterSet;
  timeTest: TimeTest | undefined;
  /** Lines that are records. */
  records: number;
  /** What was wrong with the first line that is none. */
  firstMalformed: FirstFault | undefined;
}

async function explainObject(item: SourceObject, search: Search): Promise<void> {
  const { request, result, jobs, set, timeTest } = search;
  const { name } = item.object;
  const look = (): void => {
    if (!isDone(search)) result.looked += 1;
  };
  const options = readerOptionsOf(item, set.dataset, request.reading);
  const reader = createRecordReader(options, {
    record: (record) => {
      if (isDone(search)) return;
      look();
      search.records += 1;
      if (timeTest?.(record) === 'outside' || !isChosen(record, result.looked, request.choice)) return;
      result.lines.push(explainLine(record, name, result.looked, jobs));
    },
    blank: look,
    malformed: ({ offset, message }) => {
      look();
      search.firstMalformed ??= { object: name, offset, message };
    },
    remark: ({ code, offset, message, damaged }) => {
      if (damaged) result.problems.push({ code, object: name, offset, message });
    },
  });
  const { end } = await feedObject(item, reader, {
    signal: request.signal,
    onProblem: ({ code, offset, message }) => result.problems.push({ code, object: name, offset, message }),
    onChunk: () => !isDone(search),
  });
  if (end === 'damaged' || end === 'unreadable') result.damaged += 1;
}

/** Whether no further line is wanted. */
function isDone({ request: { choice }, result }: Search): boolean {
  return result.lines.length >= choice.limit || (choice.line !== undefined && result.looked >= choice.line);
}

function isChosen(record: LineRecord, line: number, choice: LineChoice): boolean {
  if (choice.line !== undefined && choice.line !== line) return false;
  return choice.ray === undefined || record.get(RAY_FIELD) === choice.ray;
}

function explainLine(record: LineRecord, object: string, line: number, jobs: readonly ReplayJob[]): ExplainedLine {
  const ray = record.get(RAY_FIELD);
  return {
    object,
    offset: record.offset,
    line,
    ray: typeof ray === 'string' ? ray : null,
    jobs: jobs.map(({ name, filter }) => {
      const explanation = explainFilter(filter!, record);
      return { name, verdict: VERDICTS[explanation.truth], explanation };
    }),
  };
}

function notFound({ request, result: { looked, problems }, records, firstMalformed }: Search): HeadgateError {
  const { choice, range } = request;
  const { ray, line } = choice;
  // Of a line by its number the rest was not looked at.
  if (records === 0 && line === undefined) return noRecords('explain', looked, problems[0] ?? firstMalformed);
  const wanted = [
    ...(line === undefined ? [] : [`a record in line ${line}`]),
    ...(ray === undefined ? [] : [`a line with ${RAY_FIELD} ${JSON.stringify(ray)}`]),
    ...(range.since === undefined && range.until === undefined ? [] : ['one within --since/--until']),
  ];
  return new HeadgateError(
    'line-not-found',
    `cannot explain: looked at ${looked} lines, wanted ${wanted.join(' and ') || 'a line'}; replay --samples 3 on the same source shows some lines with their RayID`,
    { kind: 'negative' },
  );
}
