// Explains why a filter keeps or drops a line: the truth tree of every filter for the selected lines of a source, read in order.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { type ForeignKeys, keyRemarksOf, type OtherDatasets, RAY_FIELD } from '../../dataset/index.ts';
import { type Explanation, explainFilter, VERDICT_OF_TRUTH, type VerdictName } from '../../filter/index.ts';
import { createRecordReader, Halt, type LineRecord, NOT_LOGS } from '../../record/index.ts';
import type { ReplayJob } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { checkCount } from '../../run/check-value.ts';
import { type FilterRequest, ignore, type LogsRequest, settleFilters, settleLogs } from '../../run/logs-request.ts';
import { compileFilters, type FilterSet, jobsOf, readFilters } from '../../run/named-filters.ts';
import { fieldsOf } from '../../run/no-answer/first-records.ts';
import { noAnswerError } from '../../run/no-answer/no-answer-error.ts';
import { notLogsError } from '../../run/no-answer/not-logs.ts';
import { feedObject } from '../../run/objects/feed-object.ts';
import { isMarkupRead, readerOptionsOf } from '../../run/objects/reader-options.ts';
import { DEFAULT_EXPLAINED_LINES } from '../../run/request-defaults.ts';
import { listSources, type SourceObject } from '../../run/sources.ts';
import { createTimeTest, type LinesTotal, type Problem, type TimeTest } from '../../scan/index.ts';

/** Selects the lines to explain. With both `ray` and `line`, a line must match both. */
export interface LineChoice {
  ray?: string | undefined;
  /** Number of the line over all objects in order, from 1, as `sed -n` counts: blank and malformed lines too. */
  line?: number | undefined;
  /** Maximum number of lines explained. @default 5 */
  limit?: number | undefined;
}

/** The filters and lines to explain. */
export interface ExplainRequest extends FilterRequest, LogsRequest {
  /** @default the first lines */
  choice?: LineChoice | undefined;
  /** Called once, when the filters are read. */
  onFilters?: ((set: FilterSet) => void) | undefined;
  /** Called once, when the sources are listed, before an object is read. */
  onListed?: (() => void) | undefined;
}

type SettledExplain = ReturnType<typeof settle>;

function settle(request: ExplainRequest) {
  const { choice: { ray, line, limit = DEFAULT_EXPLAINED_LINES } = {}, onFilters = ignore, onListed } = request;
  if (line !== undefined) checkCount('line', line, 1);
  checkCount('limit', limit, 1);
  return { ...settleFilters(request), ...settleLogs(request), choice: { ray, line, limit }, onFilters, onListed };
}

/** A line with its explanation by every filter; `explanation` is null if there is no filter, which keeps every line. */
export interface ExplainedLine {
  object: string;
  offset: number;
  line: number;
  ray: string | null;
  /** Path of the record in the line, if it was in an envelope; absent otherwise. */
  unwrapped?: string;
  jobs: { name: string; verdict: VerdictName; explanation: Explanation | null }[];
}

/** The result of `explain`. */
export interface ExplainResult {
  version: 1;
  dataset: string;
  /** Whether the run was interrupted: there may be more lines. */
  partial: boolean;
  /** Objects read, and objects and day folders excluded by the times in their names. */
  source: { objects: number; pruned: number };
  /** Lines read until the last selected line was found. */
  looked: number;
  /** These lines by kind. */
  kinds: Pick<LinesTotal, 'read' | 'outside' | 'malformed' | 'blank'>;
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
export interface Explained {
  result: ExplainResult;
  /** The error if no record was found; undefined: the result is an answer. */
  without: HeadgateError | undefined;
}

/**
 * Explains the verdict of each filter on the first lines of a source, or on those that `choice` selects. A source without a record is not an
 * error: the result then has no lines, and `kinds` and `problems` show what was read.
 * @throws InvalidFilterError; HeadgateError `no-filter`, `usage`, `interrupted`, those of sources, and `line-not-found` where the source
 * has records, but none that `choice` and the time range select
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
 * @throws InvalidFilterError; HeadgateError `no-filter`, `line-not-found` (kind `negative`), and those of sources
 */
export async function explainLines(given: ExplainRequest): Promise<Explained> {
  const request = settle(given);
  const { signal } = request;
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin, request), signal);
  request.onFilters(set);
  const jobs = compileFilters(set.filters, request.nullAs);
  if (jobs.length === 0) {
    throw new HeadgateError('no-filter', 'cannot explain: found no filter, expected one; pass --filter or --job');
  }
  const { objects, pruned } = await listSources(request, jobsOf(set));
  request.onListed?.();
  const result: ExplainResult = {
    version: 1,
    partial: false,
    dataset: set.dataset.name,
    source: { objects: 0, pruned },
    looked: 0,
    kinds: { read: 0, outside: 0, malformed: 0, blank: 0 },
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
    malformed: [],
    unreadable: 0,
    fields: new Map(),
  };
  for (const item of objects) {
    if (isDone(search) || signal.aborted) break;
    await explainObject(item, search).catch((error: unknown) => {
      if (!(error instanceof HeadgateError) || error.code !== NOT_LOGS) throw error;
      if (objects.length === 1) throw notLogsError({ item, error });
      result.problems.push({ code: error.code, object: item.object.name, offset: 0, message: error.message });
    });
  }
  result.partial = signal.aborted;
  const { damaged, kinds, looked } = result;
  const { line } = request.choice;
  // The search for a line number stops at that line.
  const isAllSeen = line === undefined || looked < line;
  if (result.lines.length === 0 && (kinds.read > 0 || !isAllSeen) && !signal.aborted) throw notFound(search);
  const { unreadable, malformed } = search;
  Object.assign(
    result,
    keyRemarksOf(
      [...search.fields].map(([name, lines]) => ({ name, lines })),
      result.lines.length,
      set.dataset,
      jobs.flatMap(({ filter }) => filter?.fields ?? []),
    ),
  );
  const without = await noAnswerError({
    verb: 'explain',
    seen: {
      ...{ objects: result.source.objects, pruned, damaged: damaged - unreadable, unreadable },
      ...{ lines: kinds, problems: [...result.problems, ...malformed] },
    },
    // The trees show why a line is undecided, so undecided lines are an answer.
    ...{ outcomes: [], dataset: set.dataset, objects, reading: request.reading, range: request.range, signal },
  });
  return { result, without };
}

interface Search {
  request: SettledExplain;
  result: ExplainResult;
  jobs: readonly ReplayJob[];
  set: FilterSet;
  timeTest: TimeTest | undefined;
  /** The first malformed line; at most one. */
  malformed: Problem[];
  /** Damaged objects of which nothing could be read. */
  unreadable: number;
  /** Fields of the explained lines, with the number of lines that contain each. */
  fields: Map<string, number>;
}

async function explainObject(item: SourceObject, search: Search): Promise<void> {
  const { request, result, jobs, set, timeTest } = search;
  const { name } = item.object;
  const { kinds } = result;
  const countLine = (): void => {
    result.looked += 1;
  };
  const halt = new Halt();
  const options = { ...readerOptionsOf(item, set.dataset, request.reading), halt };
  const reader = createRecordReader(options, {
    record: (record) => {
      if (isDone(search)) return;
      countLine();
      if (timeTest?.(record) === 'outside') {
        kinds.outside += 1;
        return;
      }
      kinds.read += 1;
      if (!isChosen(record, result.looked, request.choice)) return;
      for (const field of fieldsOf(record)) search.fields.set(field, (search.fields.get(field) ?? 0) + 1);
      result.lines.push(explainLine(record, name, result.looked, jobs));
    },
    blank: () => {
      if (isDone(search)) return;
      countLine();
      kinds.blank += 1;
    },
    malformed: ({ reason, offset, message }) => {
      if (isDone(search)) return;
      countLine();
      kinds.malformed += 1;
      if (search.malformed.length === 0) search.malformed.push({ code: reason, object: name, offset, message });
    },
    countsMalformed: () => {
      if (search.malformed.length === 0) return false;
      countLine();
      kinds.malformed += 1;
      return true;
    },
    remark: ({ code, offset, message, damaged }) => {
      if (damaged) result.problems.push({ code, object: name, offset, message });
    },
  });
  const { end } = await feedObject(item, reader, {
    signal: request.signal,
    isMarkupRead: isMarkupRead(item, request.reading),
    halt,
    onProblem: ({ code, offset, message }) => result.problems.push({ code, object: name, offset, message }),
    onChunk: () => !isDone(search),
  });
  result.source.objects += 1;
  if (end === 'damaged' || end === 'unreadable') result.damaged += 1;
  if (end === 'unreadable') search.unreadable += 1;
}

/** Whether all selected lines have been found. */
function isDone({ request: { choice }, result }: Search): boolean {
  return result.lines.length >= choice.limit || (choice.line !== undefined && result.looked >= choice.line);
}

function isChosen(record: LineRecord, line: number, choice: SettledExplain['choice']): boolean {
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
    ...(record.envelope === undefined ? {} : { unwrapped: record.envelope }),
    jobs: jobs.map(({ name, filter }) => {
      if (filter === undefined) return { name, verdict: 'keep' as const, explanation: null };
      const explanation = explainFilter(filter, record);
      return { name, verdict: VERDICT_OF_TRUTH[explanation.truth], explanation };
    }),
  };
}

function notFound({ request, result: { looked } }: Search): HeadgateError {
  const { choice, range } = request;
  const { ray, line } = choice;
  const expected = [
    ...(line === undefined ? [] : [`a record in line ${printCount(line)}`]),
    ...(ray === undefined ? [] : [`a line with ${RAY_FIELD} ${JSON.stringify(ray)}`]),
    ...(range.since === undefined && range.until === undefined ? [] : ['a line within --since/--until']),
  ];
  return new HeadgateError(
    'line-not-found',
    `cannot explain: found no such line in ${printPlural(looked, 'line')}, expected ${expected.join(' and ') || 'a line'}; headgate replay --samples 3 shows lines of the same source with their RayID`,
    { kind: 'negative' },
  );
}
