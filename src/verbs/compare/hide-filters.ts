// Removes the filters of a job, values that show their constants, and destinations from reports and messages: Terraform marks them as sensitive.
// Keeps all figures.
import type {
  ChangedLines,
  ComparedJob,
  CompareReport,
  Comparison,
  DistinguishingValue,
} from '../../analysis/compare/index.ts';
import { HeadgateError, redactSecrets } from '../../base/index.ts';
import type { FilterReading } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';

/** In place of a sensitive text. */
export const SENSITIVE = '(sensitive)';

/** Says why parts of a report are missing. */
export const HIDDEN_FILTERS =
  'Terraform marks the filter as sensitive: filters, fields that they test, values and examples are not shown';

/** Says why figures of a report are missing. */
export const HIDDEN_OPTIONS =
  'Terraform marks the output options as sensitive: rates, costs and what the job pushes are not shown';

/** Returns a report without filters, fields that they test, values of lines and example lines. */
export function hideFilters(report: CompareReport): CompareReport {
  return {
    ...report,
    jobs: report.jobs.map(hideFilter),
    comparisons: report.comparisons.map(hideEdits),
    ...(report.guards === undefined ? {} : { guards: report.guards.map(({ lines: _, ...guard }) => guard) }),
  };
}

function hideFilter(job: ComparedJob): ComparedJob {
  const { conditions, missingFields, nullFields, mismatches } = job;
  return {
    ...job,
    filter: job.filter === null ? null : SENSITIVE,
    testedFields: [],
    ...(conditions === undefined ? {} : { conditions: conditions.map((one) => ({ ...one, text: SENSITIVE })) }),
    ...(missingFields === undefined ? {} : { missingFields: missingFields.map(withoutName) }),
    ...(nullFields === undefined ? {} : { nullFields: nullFields.map(withoutName) }),
    ...(mismatches === undefined ? {} : { mismatches: mismatches.map((one) => ({ ...one, field: SENSITIVE })) }),
  };
}

function withoutName<Named extends { name: string }>(one: Named): Named {
  return { ...one, name: SENSITIVE };
}

function hideEdits(comparison: Comparison): Comparison {
  const { changes, completeness } = comparison;
  return {
    ...comparison,
    onlyBefore: hideLines(comparison.onlyBefore),
    onlyAfter: hideLines(comparison.onlyAfter),
    changes: changes.map((one) => ({
      ...one,
      from: one.from === null ? null : SENSITIVE,
      to: one.to === null ? null : SENSITIVE,
      values: null,
    })),
    completeness: completeness && {
      ...{ writtenBy: completeness.writtenBy, sampleRate: completeness.sampleRate, answer: completeness.answer },
      conditions: completeness.conditions.map((one) => ({ ...one, text: SENSITIVE })),
      missingFields: completeness.missingFields.map(() => SENSITIVE),
      ...(completeness.witness === undefined
        ? {}
        : { witness: { ...completeness.witness, record: { [SENSITIVE]: SENSITIVE } } }),
      ...(completeness.contradiction === undefined
        ? completeness.reason === undefined
          ? {}
          : { reason: SENSITIVE }
        : { reason: completeness.reason!, contradiction: completeness.contradiction }),
      ...(completeness.isWriterDisabled && { isWriterDisabled: true as const }),
    },
  };
}

/** Other fields may contain the same text: all values are hidden, and no line is shown. */
function hideLines({ values, by, ...lines }: ChangedLines): ChangedLines {
  const hidden = (one: DistinguishingValue): DistinguishingValue => ({ ...one, value: JSON.stringify(SENSITIVE) });
  return {
    ...{ ...lines, samples: [], values: values.map(hidden) },
    by: by.map((one) => ({ ...one, values: one.values.map(hidden) })),
  };
}

/** Returns a reading whose errors state only that the filter is invalid; those of a valid one are left out. */
export function hideProblems({ form, filter, problems, operators, bytes }: FilterReading): FilterReading {
  const error = problems.find(({ severity }) => severity === 'error');
  const message = 'the filter is invalid; Terraform marks it as sensitive, so its problems are not shown';
  const shown = error === undefined ? [] : [{ severity: error.severity, code: error.code, path: '', message }];
  return { form, filter, operators, bytes, problems: shown };
}

/** Codes of errors whose messages name what a filter tests. */
const ABOUT_FILTERS: readonly string[] = ['no-verdict'];

/** Returns the error without what it states of a filter. */
export function hideInError(error: HeadgateError): HeadgateError {
  if (!ABOUT_FILTERS.includes(error.code)) return error;
  const message =
    'cannot compare: found every line undecided by every filter, expected at least one that a filter keeps or drops';
  return new HeadgateError(error.code, message, { kind: error.kind });
}

/** Replaces destinations in a message. One that is not a URL may be a key in the wrong place. */
export function hideDestinations(message: string, jobs: readonly Job[]): string {
  const texts = jobs.flatMap(({ destinationConf }) => destinationConf?.trim() || []);
  return texts
    .filter((text) => !text.includes('://'))
    .reduce((shown, text) => shown.replaceAll(text, 'the destination, which is not a URL'), redactSecrets(message));
}
