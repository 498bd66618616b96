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
import type { JobProblem } from '../../output/index.ts';
import type { ReadStdin } from '../../run/argument-text.ts';
import { type DestinationProblem, destinationProblems } from '../../run/destination-problems.ts';
import { type FilterArgument, isInvalid, type NamedFilter, readFilters } from '../../run/named-filters.ts';

/** A filter in every form. */
export interface FilterForms {
  /** As an expression. */
  expression: string;
  /** Compact JSON in the platform's form. */
  json: string;
  /** The JSON as a JSON string literal, the value of `"filter":` in a job. */
  jobString: string;
}

/** The check of one filter. */
export interface FilterCheck {
  name: string;
  dataset: string;
  /** Whether neither the filter nor its job has an error. */
  valid: boolean;
  form: 'none' | 'json' | 'expression';
  operators: { used: number; limit: number };
  bytes: { used: number; limit: number };
  /** Problems of the filter; paths point into its tree. */
  problems: readonly Problem[];
  /** Problems of the filter's job; paths point into the job. Absent without a job. */
  jobProblems?: readonly (JobProblem | DestinationProblem)[];
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

/** Checks filters. @throws HeadgateError if a file, a job or the dataset is invalid */
export async function check(request: {
  filters: readonly FilterArgument[];
  dataset: string | undefined;
  stdin: ReadStdin;
}): Promise<CheckResult> {
  const { filters, warnings } = await readFilters(request.filters, request.dataset, request.stdin);
  const checks = await Promise.all(
    filters.map(async (filter) => {
      const described = describeFilter(filter);
      const ofDestination = await destinationProblems(filter.job?.destinationConf);
      if (ofDestination.length === 0) return described;
      return { ...described, jobProblems: [...(described.jobProblems ?? []), ...ofDestination] };
    }),
  );
  return { version: 1, checks, warnings };
}

/** Returns the check of one filter without its destination. */
export function describeFilter({ name, dataset, reading, job, jobProblems }: NamedFilter): FilterCheck {
  const { filter, repaired } = reading;
  const isUsable = !isInvalid(reading);
  return {
    name,
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
