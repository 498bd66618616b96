// Explains why a filter keeps or drops lines, and whether a job pushes them: the truth tree of every filter for the selected lines of a
// source, read in order, and all selected lines by reason.
import { abortable, HeadgateError } from '../../base/index.ts';
import type { IndexedSource } from '../../input/destination/index.ts';
import { fetchAhead, notLogsError, startProgress } from '../../input/objects/index.ts';
import { NOT_LOGS } from '../../input/record/index.ts';
import { createTimeTest, type LinesTotal, type Problem } from '../../input/scan/index.ts';
import { listSources, type SourceListing } from '../../input/sources/index.ts';
import { type ForeignKeys, keyRemarksOf, type OtherDatasets } from '../../language/dataset/index.ts';
import { readStdin } from '../request/argument-text.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { compileFilters, type FilterRequest, type FilterSet, jobsOf } from '../request/named-filters.ts';
import { readTransformedFilters, type TransformerRequest } from '../request/named-transformer.ts';
import { noAnswerError } from '../request/no-answer/no-answer-error.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import { isOwnSource } from '../request/written-by/own-source.ts';
import { type ExplainedJob, JobReasons } from './job-reasons.ts';
import { checkChosen, type LineChoice, type RequestedIds, readChoice } from './line-choice.ts';
import { type ExplainedLine, isDone, notFound, type Search, searchObject } from './line-search.ts';

/** The filters and lines to explain. */
export interface ExplainRequest
  extends FilterRequest,
    LogsRequest,
    Pick<ThreadsRequest, 'onProgress'>,
    TransformerRequest {
  /** @default the first lines */
  choice?: LineChoice | undefined;
  /** Called once, when the filters are read. */
  onFilters?: ((set: FilterSet) => void) | undefined;
  /** Called once, when the sources are listed, before an object is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

async function resolve(request: ExplainRequest) {
  const { stdin = readStdin(), onFilters = ignore, onListing = ignore } = request;
  const logs = resolveLogs(request);
  const { signal, nullAs } = logs;
  const choice = checkChosen(request.choice);
  const set = await abortable(readTransformedFilters({ ...request, stdin }), signal);
  const { selector, filters } = await abortable(readChoice(choice, { set, stdin, nullAs }), signal);
  onFilters({ ...set, filters: [...set.filters, ...filters] });
  if (choice.verdict === 'fail' && request.transformer === undefined) {
    throw new HeadgateError(
      'usage',
      'cannot select lines on which a transformer fails: found no transformer, expected one; pass --transformer',
    );
  }
  const jobs = compileFilters(set.filters, nullAs);
  if (jobs.length === 0) {
    const hint = selector.where === undefined ? '' : '; --where selects lines, and is not explained';
    throw new HeadgateError(
      'no-filter',
      `cannot explain: found no filter, expected one; pass --filter, --job or --transformer${hint}`,
    );
  }
  return { ...logs, onListing, set, selector, jobs };
}

/** All selected lines. */
export interface ExplainSummary {
  /** Selected lines; the reasons of each job add up to them. */
  lines: number;
  /** Those of them with the verdict of the request, after the transformer: the lines that `limit` shortens. Equal to `lines` if no verdict is requested. */
  matching: number;
  /** The filter that selects lines, as an expression; null: any line. */
  where: string | null;
  /** Lines for which that filter is undecided. They are not selected. */
  whereUndecided: number;
  /** Null if lines are not selected by id. */
  ids: RequestedIds | null;
  jobs: ExplainedJob[];
}

/** The result of `explain`. */
export interface ExplainResult {
  version: 1;
  dataset: string;
  /** Whether the run was interrupted: there may be more lines. */
  partial: boolean;
  /** Objects read, and objects and day folders excluded by the times in their names. */
  source: {
    objects: number;
    pruned: number;
    /** The indexes among the sources. Absent without one. */
    indexes?: IndexedSource[];
  };
  /** Lines read: all of the source if lines are selected by `ray`, `where` or `verdict`, else up to the last one shown. */
  looked: number;
  /** These lines by kind. */
  kinds: Pick<LinesTotal, 'read' | 'outside' | 'malformed' | 'blank'>;
  /** The field of the ids of the lines: `RayID`, or the id of an event; null if the dataset has none. */
  idField: string | null;
  summary: ExplainSummary;
  /** The first of the selected lines. */
  lines: ExplainedLine[];
  /** Other datasets that these lines resemble; absent if they resemble the filters' dataset, or none. */
  otherDatasets?: OtherDatasets;
  /** Keys of the explained lines that are not fields of the dataset, where that explains missing fields. */
  foreignKeys?: ForeignKeys;
  /** Problems with the objects read. */
  problems: Problem[];
  /** Objects that could not be read completely. */
  damaged: number;
}

/** A result and, if it answers nothing, the reason. */
interface Explained {
  result: ExplainResult;
  /** The error if no record was found; undefined: the result is an answer. */
  without: HeadgateError | undefined;
}

/**
 * Explains the verdict of each filter on the first lines of a source, or on those that `choice` selects, and counts them by reason. A source
 * without a selected line is not an error: the result then has no lines, and `summary`, `kinds` and `problems` show what was read.
 * @throws InvalidFilterError; HeadgateError `no-filter`, `usage`, `filter-empty`, `interrupted`, and those of sources
 * @example
 * ```ts
 * import { explain } from 'headgate';
 *
 * const { lines } = await explain({
 *   sources: ['samples/logs'],
 *   filters: ['EdgeResponseStatus >= 500 and ClientCountry == "de"'],
 *   choice: { ray: 'a536a5e1ebcd92f9' },
 * });
 * const [{ verdict, explanation } = { verdict: undefined, explanation: undefined }] = lines[0]?.jobs ?? [];
 * console.log(verdict); // => drop
 * if (explanation?.kind === 'and') for (const { text, truth } of explanation.children) console.log(text, truth);
 * // => EdgeResponseStatus >= 500 false
 * // => ClientCountry == "de" false
 * ```
 */
export async function explain(request: ExplainRequest): Promise<ExplainResult> {
  return (await explainLines(request)).result;
}

/**
 * Explains lines, and names the reason if there is no line to explain.
 * @throws as {@link explain}
 */
export async function explainLines(request: ExplainRequest): Promise<Explained> {
  const resolved = await resolve(request);
  const { set, selector, jobs, signal, connection, range, reading } = resolved;
  const listing = await listSources(resolved, jobsOf(set));
  const { objects, pruned, bytes, indexes } = listing;
  resolved.onListing(listing);
  const sources =
    resolved.sources.length > 0 ? resolved.sources : jobsOf(set).flatMap((job) => job.destinationConf ?? []);
  const reasons: JobReasons[] = [];
  for (const [index, compiled] of jobs.entries()) {
    const { job, transformer } = set.filters[index]!;
    rejectWithheld('transform', transformer?.reading.transformer?.fields ?? [], listing);
    const isOwn = await isOwnSource(sources, job?.destinationConf ?? '', connection);
    reasons.push(new JobReasons(compiled, job, isOwn, transformer));
  }
  const search: Search = {
    request: resolved,
    dataset: set.dataset,
    selector,
    jobs: reasons,
    looked: 0,
    selected: 0,
    matching: 0,
    damaged: 0,
    unreadable: 0,
    kinds: { read: 0, outside: 0, malformed: 0, blank: 0 },
    timeTest: createTimeTest(set.dataset, range),
    progress: startProgress(objects.length, bytes),
    lines: [],
    problems: [],
    malformed: [],
    fields: new Map(),
  };
  for await (const item of selector.readsAll ? fetchAhead(objects, signal) : objects) {
    if (isDone(search) || signal.aborted) break;
    await searchObject(item, search).catch((error: unknown) => {
      if (!(error instanceof HeadgateError) || error.code !== NOT_LOGS) throw error;
      if (objects.length === 1) throw notLogsError({ item, error });
      search.problems.push({ code: error.code, object: item.object.name, offset: 0, message: error.message });
    });
  }
  const { kinds, lines, damaged, unreadable, problems, malformed, fields } = search;
  const found = [...fields].map(([name, count]) => ({ name, lines: count }));
  const tested = jobs.flatMap(({ filter }) => filter?.fields ?? []);
  const read = { objects: search.progress.objects, pruned, ...(indexes && { indexes }) };
  const result: ExplainResult = {
    version: 1,
    partial: signal.aborted,
    dataset: set.dataset.name,
    source: read,
    looked: search.looked,
    kinds,
    idField: selector.idField ?? null,
    summary: {
      lines: search.selected,
      matching: search.matching,
      where: selector.where ?? null,
      whereUndecided: selector.undecided,
      ids: selector.toIds(),
      jobs: reasons.map((one) => one.toExplained()),
    },
    lines,
    problems,
    damaged,
    ...keyRemarksOf(found, lines.length, set.dataset, tested),
  };
  const seen = {
    ...read,
    damaged: damaged - unreadable,
    unreadable,
    lines: kinds,
    problems: [...problems, ...malformed],
  };
  // The trees show why a line is undecided, so undecided lines are an answer.
  const base = { outcomes: [], dataset: set.dataset, objects, reading, range, signal };
  const without = notFound(search) ?? (await noAnswerError({ verb: 'explain', seen, ...base }));
  return { result, without };
}
