// The fields that the requests of verbs that read logs share: sources, time range, the form of records and threads. Adds the defaults, parses
// times, and checks what the flags of the command line check.
import { type Instant, parseEnvelopePath, parseTimeRange } from '../../base/index.ts';
import type { ListProgress, LocationOptions } from '../../input/destination/index.ts';
import type { Progress, ReadingFlags } from '../../input/objects/index.ts';
import type { InputShape } from '../../input/record/index.ts';
import type { SourceRequest } from '../../input/sources/index.ts';
import type { NullReading } from '../../language/filter/index.ts';
import { checkChoice, checkCount } from './check-value.ts';
import { DEFAULT_INPUT, DEFAULT_NULL_READING, DEFAULT_THREADS, DEFAULT_UNWRAP } from './request-defaults.ts';

/**
 * First instant, and first instant after the range. Text is RFC 3339 (also without seconds), a number since 1970, a date (UTC), `now`, `today`,
 * `yesterday`, or a span before now like `2h` or `1h30m`.
 */
export interface TimeRangeRequest {
  since?: Instant | string | undefined;
  until?: Instant | string | undefined;
}

/** The form of the objects. */
export interface FormRequest {
  /** @default 'auto': detected for each object */
  input?: InputShape | undefined;
  /** Path of the records in a JSON document: `events[].info`. @default the one array of objects in the document */
  records?: string | undefined;
  /** Names of the columns of CSV. @default those of the job, or of the header line */
  columns?: readonly string[] | undefined;
  /**
   * Path of the record in each line, for lines that another system has wrapped: `event`, `attributes.attributes`. `none`: lines are read as
   * they are. @default 'auto': found by the fields of the dataset, line by line
   */
  unwrap?: string | undefined;
  /** Reads every object as `input` and rejects none as a file other than logs. @default true unless `input` is 'auto' */
  isCertain?: boolean | undefined;
}

/** The logs that a verb reads. Every field is optional; the defaults are those of the command line. */
export interface LogsRequest {
  /**
   * Folders, files, `-`, destinations like `s3://bucket/logs/{DATE}?region=eu-west-1`, or `https://host/logs/{DATE}` of the edge script.
   * @default the destinations of the jobs
   */
  sources?: readonly string[] | undefined;
  /** Counts only events in this range. Objects outside it, by their names, are not read. @default all */
  range?: TimeRangeRequest | undefined;
  /** The longest time from an event to the batch that contains it. Milliseconds. @default one hour */
  slackMs?: number | undefined;
  /** Settings of the bucket. Each overrides the same setting of the source. @default those of the source, else of the environment */
  connection?: LocationOptions | undefined;
  /** The form of the objects. @default detected */
  reading?: FormRequest | undefined;
  /** The value that JSON null has in a filter. @default 'unknown' */
  nullAs?: NullReading | undefined;
  /** Stops the run: before the first object is read the promise rejects, after that the result is partial. @default never aborted */
  signal?: AbortSignal | undefined;
  /** Called often while sources are listed. */
  onListProgress?: ((progress: ListProgress) => void) | undefined;
}

/** In how many threads a verb reads, and the callback for its progress. */
export interface ThreadsRequest {
  /** Threads that may read; with 1 this thread reads all. @default one for each processor */
  threads?: number | undefined;
  /** Bytes of lines that make a thread worth its start; 0: any do. @default BYTES_PER_THREAD */
  bytesPerThread?: number | undefined;
  /** Size of the parts that large plain files are cut into. Bytes. @default PART_BYTES */
  partBytes?: number | undefined;
  /** Called often while objects are read. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A {@link LogsRequest} with its defaults. */
export interface ResolvedLogs extends SourceRequest, ThreadsRequest {
  reading: ReadingFlags;
  nullAs: NullReading;
  threads: number;
  onProgress: (progress: Progress) => void;
}

/**
 * Adds the defaults.
 * @throws HeadgateError `bad-time` for text that is not a time, and for an empty range; `usage` for a value that the flags reject
 */
export function resolveLogs(request: LogsRequest & ThreadsRequest): ResolvedLogs {
  const { sources = [], range: { since, until } = {}, slackMs, connection = {}, onListProgress } = request;
  const { nullAs = DEFAULT_NULL_READING, signal = new AbortController().signal } = request;
  const { threads = DEFAULT_THREADS, bytesPerThread, partBytes, onProgress = ignore } = request;
  if (slackMs !== undefined) checkCount('slackMs', slackMs, 0);
  checkChoice('nullAs', nullAs, ['unknown', 'zero']);
  checkCount('threads', threads, 1);
  if (bytesPerThread !== undefined) checkCount('bytesPerThread', bytesPerThread, 0);
  if (partBytes !== undefined) checkCount('partBytes', partBytes, 1);
  return {
    sources,
    slackMs,
    connection,
    onListProgress,
    nullAs,
    signal,
    threads,
    bytesPerThread,
    partBytes,
    onProgress,
    range: parseTimeRange(since, until, Date.now()),
    reading: resolveForm(request.reading),
  };
}

/** Adds the defaults. @throws HeadgateError `usage` for an unknown form, `bad-unwrap-path` */
export function resolveForm({
  input = DEFAULT_INPUT,
  records,
  columns,
  unwrap = DEFAULT_UNWRAP,
  isCertain,
}: FormRequest = {}): ReadingFlags {
  checkChoice('input', input, ['auto', 'ndjson', 'csv', 'json']);
  parseEnvelopePath(unwrap);
  return { input, records, columns, unwrap, isCertain: isCertain ?? input !== DEFAULT_INPUT };
}

/** The default callback. */
export function ignore(): void {}
