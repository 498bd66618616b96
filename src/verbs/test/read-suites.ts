// Reads suite files, the filters they name and the lines of their cases. Every problem of every suite is reported before a case runs.
import { dirname, resolve } from 'node:path';
import {
  InvalidSuiteError,
  type ReadCase,
  readSuite,
  type Suite,
  type SuiteProblem,
} from '../../analysis/suite/index.ts';
import type { TransformText } from '../../analysis/transform/index.ts';
import { abortable } from '../../base/index.ts';
import type { CompiledFilter, NullReading } from '../../language/filter/index.ts';
import { readArgumentFile, readStdin } from '../request/argument-text.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterRequest,
  type FilterSet,
  jobsOf,
} from '../request/named-filters.ts';
import {
  readTransformedFilters,
  type TransformerArgument,
  type TransformerRequest,
} from '../request/named-transformer.ts';
import { findLines } from './find-lines.ts';

/** The suites to read, and what overrides their settings: filters replace those of all suites, unless there are none. */
export interface SuitesRequest extends FilterRequest, TransformerRequest {
  /** Paths of suite files, or `-`. At least one. */
  suites: readonly string[];
  /** The meaning of JSON null. @default that of each suite, else 'unknown' */
  nullAs?: NullReading | undefined;
}

/** A suite ready to run. */
interface ReadySuite {
  file: string;
  nullAs: NullReading;
  set: FilterSet;
  filters: { name: string; filter: CompiledFilter | undefined; transformer: TransformText | undefined }[];
  cases: ReadCase[];
}

/** A suite with the path it was read from. */
interface SuiteFile {
  file: string;
  suite: Suite;
}

/**
 * Reads suites with their filters and lines.
 * @throws InvalidSuiteError with the problems of all suites; InvalidFilterError; HeadgateError for unreadable files
 */
export async function readSuites(given: SuitesRequest, signal: AbortSignal): Promise<ReadySuite[]> {
  // Standard input is read once for all suites.
  const { stdin = readStdin() } = given;
  const request = { ...given, stdin };
  const found: SuiteFile[] = [];
  const invalid: { file: string; problems: readonly SuiteProblem[] }[] = [];
  for (const file of request.suites) {
    const text = file === '-' ? await stdin() : await readArgumentFile(file, 'suite', SUITE_LIMIT);
    const { suite, problems } = readSuite(text);
    if (suite === undefined) invalid.push({ file: nameOf(file), problems });
    else if (
      suite.subject === undefined &&
      transformerOf({ file, suite }, request) === undefined &&
      !isReplaced(request)
    ) {
      const message =
        'found neither a filter nor a job, expected "filter", "job" or "transformer" in the suite, or --filter or --job';
      invalid.push({ file: nameOf(file), problems: [{ path: '', line: 1, column: 1, message }] });
    } else found.push({ file, suite });
  }
  if (invalid.length > 0) throw new InvalidSuiteError(invalid);
  const ready: ReadySuite[] = [];
  for (const one of found) {
    const set = await abortable(filtersOf(one, request), signal);
    const nullAs = request.nullAs ?? one.suite.nullAs ?? 'unknown';
    const filters = compileFilters(set.filters, nullAs).map(({ name, filter }, index) => ({
      ...{ name, filter, transformer: set.filters[index]!.transformer?.text },
    }));
    const { cases, problems } = await readLines(one, set, signal);
    if (problems.length > 0) invalid.push({ file: nameOf(one.file), problems });
    ready.push({ file: one.file, nullAs, set, filters, cases });
  }
  if (invalid.length > 0) throw new InvalidSuiteError(invalid);
  return ready;
}

/** Of a suite file: a thousand whole lines have about 2.5 MB. */
const SUITE_LIMIT = { bytes: 64 * 1024 * 1024, expected: 'a suite; split the file' };

/** Reads the filters of a suite, or those of the request. Paths in a suite are relative to it; in a suite from standard input, to the folder of the process. */
function filtersOf({ file, suite }: SuiteFile, request: SuitesRequest): Promise<FilterSet> {
  const { subject } = suite;
  const own = subject === undefined || isReplaced(request) ? {} : { filters: [argumentOf(subject, file)] };
  const datasetFrom = request.dataset === undefined ? nameOf(file) : undefined;
  const dataset = request.dataset ?? suite.dataset;
  const transformer = transformerOf({ file, suite }, request);
  return readTransformedFilters({ ...request, dataset, ...own, transformer }, { datasetFrom });
}

/** The transformer of the request, else that of the suite. */
function transformerOf({ file, suite }: SuiteFile, request: SuitesRequest): TransformerArgument | undefined {
  const { transformer } = suite;
  return request.transformer ?? (transformer === undefined ? undefined : besideSuite(file, transformer));
}

/** Whether the request has filters, which replace those of all suites. */
function isReplaced({ filters = [], jobs = [] }: SuitesRequest): boolean {
  return filters.length + jobs.length > 0;
}

function argumentOf(subject: NonNullable<Suite['subject']>, file: string): FilterArgument {
  switch (subject.kind) {
    case 'filter':
      return {
        kind: 'filter',
        value: /^@./.test(subject.text) ? `@${besideSuite(file, subject.text.slice(1))}` : subject.text,
      };
    case 'job-file':
      return { kind: 'job', value: besideSuite(file, subject.path) };
    case 'job':
      return { kind: 'job', value: file, text: subject.text };
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

function besideSuite(file: string, path: string): string {
  return file === '-' ? path : resolve(dirname(file), path);
}

/** Reads the lines of cases that name a file. */
async function readLines(
  { file, suite }: SuiteFile,
  set: FilterSet,
  signal: AbortSignal,
): Promise<{ cases: ReadCase[]; problems: SuiteProblem[] }> {
  const raysByObject = new Map<string, Set<string>>();
  for (const { line } of suite.cases) {
    if (line.kind !== 'object') continue;
    const rays = raysByObject.get(line.object) ?? new Set();
    raysByObject.set(line.object, rays.add(line.ray));
  }
  const found = new Map<string, Awaited<ReturnType<typeof findLines>>>();
  for (const [object, rays] of raysByObject) {
    const request = { dataset: set.dataset, jobs: jobsOf(set), signal };
    found.set(object, await abortable(findLines(besideSuite(file, object), rays, request), signal));
  }
  const problems: SuiteProblem[] = [];
  const cases = suite.cases.flatMap((one): ReadCase[] => {
    const { line } = one;
    if (line.kind === 'line') return [{ ...one, record: line.record }];
    const reading = found.get(line.object)!.get(line.ray)!;
    if ('record' in reading) return [{ ...one, record: reading.record }];
    problems.push({ path: `${one.path}.ray`, line: one.at, column: 1, message: reading.problem });
    return [];
  });
  return { cases, problems };
}
