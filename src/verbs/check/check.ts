// Checks one filter or every filter of a job file, and prints each filter in every form.
import type { NamedFilter } from '../../analysis/query/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS, type Problem } from '../../language/filter/index.ts';
import type { SettingProblem } from '../../language/job/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import { readStdin } from '../request/argument-text.ts';
import {
  argumentOf,
  type FilterArgument,
  type FilterObject,
  type FilterRequest,
  filterArguments,
  isInvalid,
  readFilters,
} from '../request/named-filters.ts';
import { datasetOfSql, readSql, type TransformerRequest, type TransformerSql } from '../request/named-transformer.ts';
import type { TransformerCheck } from './check-transformer.ts';
import { type FilterForms, formsOf } from './filter-forms.ts';
import type { FilterProof } from './prove.ts';
import type { FilterShortening } from './shorten.ts';

/** A parameter that the parser of sources rejects. A warning, because the platform may accept it. */
export type DestinationProblem = Omit<JobProblem, 'code'> & { code: 'job-destination' };

const BUCKET_SCHEME = /^\s*(?:s3|r2):\/\//i;

/** Of a filter that is only too large. */
const SHORTENED_INSTEAD = 'the platform rejects this filter, but not the shortened one';

/** The filters and jobs to check, and questions about them. */
export interface CheckRequest extends FilterRequest, TransformerRequest {
  /** A filter that should keep every record that each checked filter keeps. It is checked, too. @default no question */
  implies?: string | FilterObject | undefined;
  /** A filter that should have the verdict of each checked filter on every record. It is checked, too. @default no question */
  equals?: string | FilterObject | undefined;
  /** Whether the questions are about complete records alone, on which the platform evaluates filters. @default false */
  complete?: boolean | undefined;
  /** Whether to look for a smaller filter that is equal. Limits that this filter meets make the checked one no longer invalid. @default false */
  shorten?: boolean | undefined;
  /** Whether warnings make a filter or its job invalid, too. @default false */
  strict?: boolean | undefined;
}

/** A setting of a job that the API rejects, or a key that no job has. */
export type SettingCheck = SettingProblem & Pick<JobProblem, 'names'>;

/** The check of one filter. */
export interface FilterCheck {
  name: string;
  /** Path of the file that contains the filter or its job; absent for text and standard input. */
  file?: string;
  /** The question that the filter belongs to; absent for the checked filters. */
  question?: FilterProof['statement'];
  dataset: string;
  /** Whether neither the filter nor its job has an error; with `strict`, no warning either. */
  valid: boolean;
  form: 'none' | 'json' | 'expression';
  operators: { used: number; limit: number };
  bytes: { used: number; limit: number };
  /** Problems of the filter; paths point into its tree. */
  problems: readonly Problem[];
  /** Problems of the filter's job; paths point into the job. Absent without a job. */
  jobProblems?: readonly (JobProblem | SettingCheck | DestinationProblem)[];
  /** Absent if there is no filter, or it has an error. */
  filter?: FilterForms;
  /** The filter with every mechanical fix applied; present only if no error remains. */
  repaired?: FilterForms;
  /** Present only if it was asked for, and the filter is valid or only too large. */
  shortened?: FilterShortening;
  /** SQL of a transformer that drops the same lines. Present only for a filter that is over the limits of the platform. */
  asTransformer?: string;
}

/** The result of `check`. */
export interface CheckResult {
  version: 1;
  /** Whether warnings make a filter or its job invalid, and `warnings` the answer negative. */
  strict: boolean;
  /** The filters of the request, then those of its questions. */
  checks: FilterCheck[];
  /** Absent unless the request has one. */
  transformer?: TransformerCheck;
  /** Absent without a question, or if a filter is invalid other than by its size. */
  proofs?: FilterProof[];
  warnings: string[];
}

/**
 * Checks filters, and the jobs they belong to, against the limits and the types of their dataset. An invalid filter is a result, not an error.
 * @throws HeadgateError when a file cannot be read, a file contains no job, or the dataset is unknown
 * @example
 * ```ts
 * import { check } from 'headgate';
 *
 * const { checks } = await check({ filters: ['EdgeResponseStatus >= 500', 'EdgeResponseStatus >= 5xx'] });
 * for (const { name, valid, problems } of checks) console.log(name, valid, problems.length);
 * // => filter-1 true 0
 * // => filter-2 false 1
 * ```
 */
export async function check(request: CheckRequest): Promise<CheckResult> {
  const questions = questionsOf(request);
  const { strict = false } = request;
  const all = [
    ...filterArguments(request),
    ...questions.map(({ filter, statement }) => ({ ...argumentOf(filter), flag: `--${statement}` })),
  ];
  const stdin = request.stdin ?? readStdin();
  const { transformer: argument, transformerAccess } = request;
  const sql = argument === undefined ? undefined : await readSql(argument, { stdin, transformerAccess });
  const { filters, warnings, dataset } = await readFilters(
    { ...request, stdin, filters: all, jobs: [], dataset: request.dataset ?? (await datasetFrom(sql, all)) },
    { collectsProblems: true },
  );
  const asked = filters.length - questions.length;
  const checks = await Promise.all(
    filters.map(async (filter, index) => {
      const shortened = request.shorten === true && index < asked ? await shortenOne(filter) : undefined;
      const described = await describeWithJob(shortened?.meetsLimits === true ? acceptSize(filter) : filter);
      const question = questions[index - asked]?.statement;
      const instead = filter.reading.beyondLimits === undefined ? undefined : await asTransformer(filter);
      const found = {
        ...described,
        ...(shortened && { shortened }),
        ...(instead !== undefined && { asTransformer: instead }),
        ...(question && { question }),
      };
      return strict && hasWarning(found) ? { ...found, valid: false } : found;
    }),
  );
  const isAnswerable = filters.every((filter) => isUsable(filter));
  const named = request.dataset !== undefined || all.length > 0 ? dataset : undefined;
  const checked =
    sql &&
    (await import('./check-transformer.ts')).checkTransformer(sql, {
      ...{ filters: filters.slice(0, asked), dataset: named, strict },
    });
  const transformer = checked && { transformer: checked };
  if (questions.length === 0 || !isAnswerable) return { version: 1, strict, checks, ...transformer, warnings };
  const { proveStatement } = await import('./prove.ts');
  const domain = request.complete === true ? 'complete' : 'any';
  const proofs = questions.flatMap(({ statement }, index) =>
    filters.slice(0, asked).map((from) => proveStatement({ statement, domain, from, to: filters[asked + index]! })),
  );
  return { version: 1, strict, checks, ...transformer, proofs, warnings };
}

/** The dataset of a transformer is that of filters without a job. */
async function datasetFrom(
  sql: TransformerSql | undefined,
  all: readonly FilterArgument[],
): Promise<string | undefined> {
  if (sql === undefined || all.some(({ kind }) => kind === 'job')) return undefined;
  return await datasetOfSql(sql);
}

/** Loaded on use: a check of filters within the limits starts faster. */
async function asTransformer(filter: NamedFilter): Promise<string | undefined> {
  return (await import('./check-transformer.ts')).transformerInstead(filter);
}

function questionsOf({ implies, equals }: CheckRequest) {
  return [
    ...(implies === undefined ? [] : [{ statement: 'implies', filter: implies } as const]),
    ...(equals === undefined ? [] : [{ statement: 'equals', filter: equals } as const]),
  ];
}

/** Loaded on use: a plain check starts faster. */
async function shortenOne(filter: NamedFilter): Promise<FilterShortening | undefined> {
  return (await import('./shorten.ts')).shortenFilter(filter);
}

/** Turns the errors of a filter that is only too large into warnings: its shortened form meets the limits. */
function acceptSize(filter: NamedFilter): NamedFilter {
  const { beyondLimits, repaired: _, ...reading } = filter.reading;
  if (beyondLimits === undefined || !isInvalid(filter.reading)) return filter;
  const problems = reading.problems.map((problem): Problem => {
    if (problem.severity !== 'error') return problem;
    const { message, fix } = problem;
    return {
      ...problem,
      severity: 'warning',
      message: `${message}; ${SHORTENED_INSTEAD}`,
      fix: fix === undefined ? SHORTENED_INSTEAD : `${fix}; ${SHORTENED_INSTEAD}`,
    };
  });
  return { ...filter, reading: { ...reading, filter: beyondLimits, problems } };
}

function hasWarning({ problems, jobProblems = [] }: FilterCheck): boolean {
  return [...problems, ...jobProblems].some(({ severity }) => severity === 'warning');
}

/** Whether a filter is valid, or only too large. */
function isUsable({ reading }: NamedFilter): boolean {
  return !isInvalid(reading) || reading.beyondLimits !== undefined;
}

async function describeWithJob(filter: NamedFilter): Promise<FilterCheck> {
  const described = describeFilter(filter);
  const { job } = filter;
  if (job === undefined) return described;
  const ofSettings = (job.settingProblems ?? []).map((problem): SettingCheck => ({ ...problem, names: [] }));
  const ofDestination = await destinationProblems(job.destinationConf);
  return {
    ...described,
    valid: described.valid && !ofSettings.some(({ severity }) => severity === 'error'),
    jobProblems: [...ofSettings, ...(described.jobProblems ?? []), ...ofDestination],
  };
}

/** Returns the check of one filter without its destination. */
export function describeFilter({ name, file, dataset, reading, job, jobProblems }: NamedFilter): FilterCheck {
  const { filter, repaired } = reading;
  const isValid = !isInvalid(reading);
  return {
    name,
    ...(file === undefined ? {} : { file }),
    dataset: dataset.name,
    valid: isValid && !jobProblems.some(({ severity }) => severity === 'error'),
    form: reading.form,
    operators: { used: reading.operators, limit: MAX_FILTER_OPERATORS },
    bytes: { used: reading.bytes, limit: MAX_FILTER_BYTES },
    problems: reading.problems,
    ...(job === undefined ? {} : { jobProblems }),
    ...(filter !== undefined && isValid ? { filter: formsOf(filter) } : {}),
    ...(repaired === undefined ? {} : { repaired: formsOf(repaired) }),
  };
}

/** Checks the parameters of a destination. Returns no problem for another scheme or without a destination. */
async function destinationProblems(conf: string | undefined): Promise<DestinationProblem[]> {
  if (conf === undefined || !BUCKET_SCHEME.test(conf)) return [];
  // Imported only for such jobs: a check of a filter starts faster without it.
  const { parseDestinationConf } = await import('../../input/destination/index.ts');
  try {
    await parseDestinationConf(conf);
    return [];
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    // Other errors concern only reading: a job without secrets in its destination is still valid.
    if (error.code !== 'location-parameter') return [];
    const message = error.message.replace(/^.*?: (?=found)/s, '');
    return [{ severity: 'warning', code: 'job-destination', path: 'destination_conf', message, names: [] }];
  }
}
