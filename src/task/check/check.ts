// Checks one filter or every filter of a job file, and prints each filter in every form.
import {
  canonicalFilter,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  type Problem,
  printExpression,
  printFilterJson,
  printJobString,
} from '../../filter/index.ts';
import type { SettingProblem } from '../../job/index.ts';
import type { JobProblem } from '../../output/index.ts';
import { type DestinationProblem, destinationProblems } from '../../run/destination-problems.ts';
import { type FilterRequest, settleFilters } from '../../run/logs-request.ts';
import { isInvalid, type NamedFilter, readFilters } from '../../run/named-filters.ts';

/** The filters and jobs to check. */
export interface CheckRequest extends FilterRequest {}

/** A filter in every form. */
export interface FilterForms {
  /** As an expression. */
  expression: string;
  /** Compact JSON in the platform's form. */
  json: string;
  /** The JSON as a JSON string literal, the value of `"filter":` in a job. */
  jobString: string;
}

/** A setting of a job that the API rejects, or a key that no job has. */
export type SettingCheck = SettingProblem & Pick<JobProblem, 'names'>;

/** The check of one filter. */
export interface FilterCheck {
  name: string;
  /** Path of the file that contains the filter or its job; absent for text and standard input. */
  file?: string;
  dataset: string;
  /** Whether neither the filter nor its job has an error. */
  valid: boolean;
  form: 'none' | 'json' | 'expression';
  operators: { used: number; limit: number };
  bytes: { used: number; limit: number };
  /** Problems of the filter; paths point into its tree. */
  problems: readonly Problem[];
  /** Problems of the filter's job; paths point into the job. Absent without a job. */
  jobProblems?: readonly (JobProblem | SettingCheck | DestinationProblem)[];
  /** Absent if there is no filter, or it is invalid. */
  filter?: FilterForms;
  /** The filter with every mechanical fix applied; present only if no error remains. */
  repaired?: FilterForms;
}

/** The result of `check`. */
export interface CheckResult {
  version: 1;
  checks: FilterCheck[];
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
  const given = settleFilters(request);
  const { filters, warnings } = await readFilters(given.filters, given.dataset, given.stdin, {
    collectsProblems: true,
  });
  const checks = await Promise.all(
    filters.map(async (filter) => {
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
    }),
  );
  return { version: 1, checks, warnings };
}

/** Returns the check of one filter without its destination. */
export function describeFilter({ name, file, dataset, reading, job, jobProblems }: NamedFilter): FilterCheck {
  const { filter, repaired } = reading;
  const isUsable = !isInvalid(reading);
  return {
    name,
    ...(file === undefined ? {} : { file }),
    dataset: dataset.name,
    valid: isUsable && !jobProblems.some(({ severity }) => severity === 'error'),
    form: reading.form,
    operators: { used: reading.operators, limit: MAX_FILTER_OPERATORS },
    bytes: { used: reading.bytes, limit: MAX_FILTER_BYTES },
    problems: reading.problems,
    ...(job === undefined ? {} : { jobProblems }),
    ...(filter !== undefined && isUsable ? { filter: formsOf(filter) } : {}),
    ...(repaired === undefined ? {} : { repaired: formsOf(repaired) }),
  };
}

function formsOf(filter: Parameters<typeof printFilterJson>[0]): FilterForms {
  return {
    expression: printExpression(canonicalFilter(filter)),
    json: printFilterJson(filter),
    jobString: printJobString(filter),
  };
}
