// Why is this line kept or dropped? The truth tree of every filter on chosen lines of a source, read in order.
import { HeadgateError } from '../base/index.ts';
import { readObject } from '../destination/index.ts';
import { type Explanation, explainFilter } from '../filter/index.ts';
import { createRecordReader, type LineRecord } from '../record/index.ts';
import { type ReplayJob, readerOptionsFor } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { compileJudges, type JudgeArgument, type Judges, type NullReading, readJudges } from './judges.ts';
import type { ReadingRequest } from './replay.ts';
import { listSources, type SourceObject, type SourceRequest } from './sources.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Field that names a request across datasets. */
const RAY_FIELD = 'RayID';

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
  judges: readonly JudgeArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  reading: ReadingRequest;
  choice: LineChoice;
  stdin: ReadStdin;
  signal: AbortSignal;
  onJudges: (judges: Judges) => void;
}

/** A line with what every filter says of it. */
export interface ExplainedLine {
  object: string;
  offset: number;
  line: number;
  ray: string | null;
  jobs: { name: string; explanation: Explanation }[];
}

/** The answer to `explain`. */
export interface ExplainResult {
  version: 1;
  dataset: string;
  /** Lines looked at until the last one was found. */
  looked: number;
  lines: ExplainedLine[];
}

/**
 * Explains lines.
 * @throws InvalidFilterError; HeadgateError `no-filter`, `line-not-found` (kind `negative`), and those of sources
 */
export async function explain(request: ExplainRequest): Promise<ExplainResult> {
  const judges = await readJudges(request.judges, request.dataset, request.stdin);
  request.onJudges(judges);
  const jobs = compileJudges(judges.judges, request.nullAs).filter((job) => job.filter !== undefined);
  if (jobs.length === 0) {
    throw new HeadgateError(
      'no-filter',
      'cannot explain: found no filter, wanted --filter with a filter or --job with a job that has one',
    );
  }
  const ofJobs = judges.judges.flatMap(({ job }) => (job === undefined ? [] : [job]));
  const { objects } = await unlessAborted(listSources(request, ofJobs), request.signal);
  const result: ExplainResult = { version: 1, dataset: judges.dataset.name, looked: 0, lines: [] };
  for (const item of objects) {
    if (isDone(result, request)) break;
    await explainObject(item, { request, result, jobs, judges });
  }
  if (result.lines.length === 0 && !request.signal.aborted) throw notFound(request.choice, result.looked);
  return result;
}

interface Search {
  request: ExplainRequest;
  result: ExplainResult;
  jobs: readonly ReplayJob[];
  judges: Judges;
}

async function explainObject({ destination, object, outputOptions }: SourceObject, search: Search): Promise<void> {
  const { request, result, jobs, judges } = search;
  const reader = createRecordReader(readerOptionsFor(judges.dataset, request.reading, outputOptions), {
    record: (record) => {
      result.looked += 1;
      if (!isDone(result, request, result.looked) && isChosen(record, result.looked, request.choice)) {
        result.lines.push(explainLine(record, object.name, result.looked, jobs));
      }
    },
    blank: () => {
      result.looked += 1;
    },
    malformed: () => {
      result.looked += 1;
    },
    remark: () => {},
  });
  try {
    for await (const chunk of readObject(destination, object, { signal: request.signal })) {
      reader.push(chunk);
      if (isDone(result, request)) return;
    }
  } catch (error) {
    if (request.signal.aborted) return;
    throw error;
  }
  reader.end();
}

function isDone(result: ExplainResult, { choice, signal }: ExplainRequest, looked = result.looked + 1): boolean {
  return signal.aborted || result.lines.length >= choice.limit || (choice.line !== undefined && looked > choice.line);
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
    jobs: jobs.map(({ name, filter }) => ({ name, explanation: explainFilter(filter!, record) })),
  };
}

function notFound({ ray, line }: LineChoice, looked: number): HeadgateError {
  const wanted = [
    ...(line === undefined ? [] : [`a record in line ${line}`]),
    ...(ray === undefined ? [] : [`a line with ${RAY_FIELD} ${JSON.stringify(ray)}`]),
  ];
  return new HeadgateError(
    'line-not-found',
    `cannot explain: looked at ${looked} lines, wanted ${wanted.join(' and ') || 'a line'}; look at another source with replay --samples 3, which names lines`,
    { kind: 'negative' },
  );
}
