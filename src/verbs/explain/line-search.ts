// Reads objects in order, explains the lines that are selected, and counts all of them. Selects nothing itself: line-choice.ts does.
import type { ExplainedTransformation } from '../../analysis/transform/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { feedObject, isMarkupRead, type Progress, readerOptionsOf } from '../../input/objects/index.ts';
import { createRecordReader, Halt, type LineRecord } from '../../input/record/index.ts';
import type { LinesTotal, Problem, TimeTest } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Explanation, VerdictName } from '../../language/filter/index.ts';
import type { ResolvedLogs } from '../request/logs-request.ts';
import { fieldsOf } from '../request/no-answer/first-records.ts';
import type { JobReasons, LineReason } from './job-reasons.ts';
import type { LineSelector } from './line-choice.ts';

/** A line with its explanation by every filter; `explanation` is null if there is no filter, which keeps every line. */
export interface ExplainedLine {
  object: string;
  offset: number;
  line: number;
  /** The value of the id field of the result. */
  ray: string | null;
  /** Path of the record in the line, if it was in an envelope; absent otherwise. */
  unwrapped?: string;
  jobs: {
    name: string;
    verdict: VerdictName;
    reason: LineReason;
    explanation: Explanation | null;
    /** Of a line that the filter keeps. Absent without a transformer. */
    transformation?: ExplainedTransformation;
  }[];
}

/** The lines and objects read so far. */
export interface Search {
  request: Pick<ResolvedLogs, 'signal' | 'reading' | 'range' | 'onProgress'>;
  dataset: Dataset;
  selector: LineSelector;
  jobs: readonly JobReasons[];
  timeTest: TimeTest | undefined;
  progress: Progress;
  looked: number;
  kinds: Pick<LinesTotal, 'read' | 'outside' | 'malformed' | 'blank'>;
  /** Selected lines, and those of them with the requested verdict. */
  selected: number;
  matching: number;
  lines: ExplainedLine[];
  problems: Problem[];
  /** The first malformed line; at most one. */
  malformed: Problem[];
  damaged: number;
  /** Damaged objects of which nothing could be read. */
  unreadable: number;
  /** Fields of the explained lines, with the number of lines that contain each. */
  fields: Map<string, number>;
}

/** Reads one object, up to the last line that is needed. @throws HeadgateError as `feedObject` */
export async function searchObject(item: SourceObject, search: Search): Promise<void> {
  const { request, dataset, kinds, progress, problems } = search;
  const { name } = item.object;
  const countLine = (): void => {
    search.looked += 1;
  };
  const halt = new Halt();
  const options = { ...readerOptionsOf(item, dataset, request.reading), halt };
  const reader = createRecordReader(options, {
    record: (record) => {
      if (isDone(search)) return;
      countLine();
      readLine(record, name, search);
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
      if (damaged) problems.push({ code, object: name, offset, message });
    },
  });
  const { end } = await feedObject(item, reader, {
    signal: request.signal,
    isMarkupRead: isMarkupRead(item, request.reading),
    halt,
    onProblem: ({ code, offset, message }) => problems.push({ code, object: name, offset, message }),
    onChunk: (stored) => {
      progress.bytes += stored;
      progress.lines = search.looked;
      request.onProgress(progress);
      return !isDone(search);
    },
  });
  progress.objects += 1;
  request.onProgress(progress);
  if (end === 'damaged' || end === 'unreadable') search.damaged += 1;
  if (end === 'unreadable') search.unreadable += 1;
}

/** Whether all lines have been found. If lines are searched for, the source is read to its end. */
export function isDone({ selector, lines, looked }: Search): boolean {
  const { choice } = selector;
  if (choice.line !== undefined && looked >= choice.line) return true;
  return !selector.readsAll && lines.length >= choice.limit;
}

function readLine(record: LineRecord, object: string, search: Search): void {
  const { selector, jobs, timeTest, kinds, looked, lines, fields } = search;
  const { verdict, limit } = selector.choice;
  if (timeTest?.(record) === 'outside') {
    kinds.outside += 1;
    selector.noteOutside(record);
    return;
  }
  kinds.read += 1;
  if (!selector.selects(record, looked)) return;
  search.selected += 1;
  const decisions = jobs.map((job) => job.count(record));
  if (verdict !== undefined && !decisions.some((one) => one.finalVerdict === verdict)) return;
  search.matching += 1;
  if (lines.length >= limit) return;
  for (const field of fieldsOf(record)) fields.set(field, (fields.get(field) ?? 0) + 1);
  const ofJobs = jobs.map((job, index) => {
    const { verdict: decided, reason } = decisions[index]!;
    const transformation = decided === 'keep' ? job.explainTransformation(record) : undefined;
    const explanation = job.explain(record);
    return { ...{ name: job.name, verdict: decided, reason, explanation }, ...(transformation && { transformation }) };
  });
  lines.push({
    object,
    offset: record.offset,
    line: looked,
    ray: selector.idOf(record),
    ...(record.envelope === undefined ? {} : { unwrapped: record.envelope }),
    jobs: ofJobs,
  });
}

/** Returns the error for a source that has records, but none that is selected. */
export function notFound({ request, selector, looked, selected, kinds }: Search): HeadgateError | undefined {
  const { range, signal } = request;
  // The search for a line number stops at that line.
  const isAllSeen = selector.choice.line === undefined || looked < selector.choice.line;
  if (selected > 0 || signal.aborted || (kinds.read === 0 && isAllSeen)) return undefined;
  const { undecided } = selector;
  const outside = selector.toIds()?.outside.length ?? 0;
  const remarks = [
    ...(outside === 0 ? [] : [`${printPlural(outside, 'id')} found only outside the time range`]),
    ...(undecided === 0 ? [] : [`--where is undecided for ${printPlural(undecided, 'line')} without its fields`]),
    'headgate replay --samples 3 shows lines of the same source',
  ];
  return new HeadgateError(
    'line-not-found',
    `cannot explain: found no such line in ${printPlural(looked, 'line')}, expected ${selector.describe(range)}; ${remarks.join('; ')}`,
  );
}
