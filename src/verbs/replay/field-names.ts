// Adds the fields and files of filters and jobs to a report of answers, which has only the filters themselves. Counts nothing.

import type { NamedFilter } from '../../analysis/query/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { testedFields } from '../../language/filter/index.ts';
import { defaultsOf } from '../../language/output/index.ts';

/** Adds the file of each filter, the fields that it tests, and those of the lines that its job pushes. @param filters in the order of `jobs` */
export function withFieldNames(report: Report, filters: readonly NamedFilter[]): Report {
  if (report.jobs === undefined) return report;
  const jobs = report.jobs.map((job, index): JobReport => {
    const { job: settings, reading, file } = filters[index]!;
    const { record_template: template, field_names: names } = defaultsOf(settings?.outputOptions ?? {});
    const tested = { ...job, ...(file !== undefined && { file }), testedFields: testedFields(reading.filter) };
    return names === undefined || template !== undefined ? tested : { ...tested, fieldNames: [...names] };
  });
  return { ...report, jobs };
}
