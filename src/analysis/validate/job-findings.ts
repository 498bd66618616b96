// Findings of a validation about a job and its ruleset, before any line is read. src/language/output checks the job, src/language/custom-fields checks
// how it fits a ruleset; here both become findings.
import { checkJob, type JobMismatch, type Ruleset } from '../../language/custom-fields/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { Job } from '../../language/job/index.ts';
import { defaultsOf, jobProblems } from '../../language/output/index.ts';
import { FindingTally, type RuleCount } from './finding-tally.ts';
import type { RuleCode } from './rules.ts';

/** A job with its dataset. */
type JobOfDataset = Pick<
  Job,
  'name' | 'filter' | 'filterObject' | 'misplacedOptions' | 'outputOptions' | 'isLegacy' | 'state'
> & { dataset: Dataset };

/** A job without field_names is reported once. */
const MISMATCH_RULES: Readonly<Record<JobMismatch['code'], RuleCode | undefined>> = {
  'job-dataset': 'ruleset-dataset',
  'job-without-fields': undefined,
  'no-key-listed': 'ruleset-unused',
  'key-not-listed': 'ruleset-unlisted',
  'key-not-configured': 'ruleset-nothing',
};

/** Findings whose title is enough. */
const SAID_BY_TITLE: ReadonlySet<RuleCode> = new Set(['job-no-fields', 'job-legacy']);

/** The findings about a job. */
export function jobFindings(job: JobOfDataset, ruleset: Ruleset | undefined): RuleCount[] {
  const { name, dataset, outputOptions } = job;
  const { field_names: fieldNames, sample_rate: rate } = defaultsOf(outputOptions);
  const tally = new FindingTally();
  for (const { code, message, names } of jobProblems(job, dataset)) {
    tally.add(code, name, 0, () => (SAID_BY_TITLE.has(code) ? '' : message), names);
  }
  if (rate < 1) tally.add('job-sampled', name, 0, () => `sample_rate ${rate}`);
  if (ruleset !== undefined) {
    for (const { code, message } of checkJob(ruleset, { name, dataset: dataset.name, fieldNames })) {
      const rule = MISMATCH_RULES[code];
      if (rule !== undefined) tally.add(rule, name, 0, () => message);
    }
  }
  return tally.toCounts();
}
