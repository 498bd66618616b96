// What can be said of a job and its ruleset before any line is read.
import { redactSecrets } from '../base/index.ts';
import { checkJob, type JobMismatch, LOGGED_KEYS, type Ruleset } from '../custom-fields/index.ts';
import type { Dataset } from '../dataset/index.ts';
import type { JobState, OutputOptions } from '../job/index.ts';
import { defaultsOf } from '../output/index.ts';
import { FindingTally, type RuleCount } from './finding-tally.ts';
import type { RuleCode } from './rules.ts';

/** A job as far as it decides how lines look. */
export interface CheckedJob {
  name: string;
  dataset: Dataset;
  outputOptions: OutputOptions;
  /** It has the legacy `logpull_options`. */
  isLegacy: boolean;
  /** What the API said of how the job does. */
  state: JobState | undefined;
}

/** A job without field_names is told so once. */
const MISMATCH_RULES: Readonly<Record<JobMismatch['code'], RuleCode | undefined>> = {
  'job-dataset': 'ruleset-dataset',
  'job-without-fields': undefined,
  'key-not-listed': 'ruleset-unlisted',
  'key-not-configured': 'ruleset-nothing',
};

/** The findings about a job. */
export function jobFindings(job: CheckedJob, ruleset: Ruleset | undefined): RuleCount[] {
  const { name, dataset, outputOptions, isLegacy, state } = job;
  // An empty list is none.
  const { field_names: fieldNames, record_template: template, sample_rate: rate } = defaultsOf(outputOptions);
  const tally = new FindingTally();
  const told = state === undefined ? '' : stateText(state);
  if (told !== '') tally.add('job-state', name, 0, () => told);
  if (isLegacy) tally.add('job-legacy', name, 0, () => '');
  // A template names its fields itself.
  if (fieldNames === undefined && template === undefined) tally.add('job-no-fields', name, 0, () => '');
  const unknown = fieldNames?.filter((field) => !dataset.fields.has(field) && field !== 'ResponseFields') ?? [];
  if (unknown.length > 0) {
    tally.add('job-field-unknown', name, 0, () => `${unknown.join(', ')} of ${dataset.name}`, unknown);
  }
  const repeated = [...new Set(fieldNames?.filter((field, index) => fieldNames.indexOf(field) !== index))];
  if (repeated.length > 0) tally.add('job-field-repeated', name, 0, () => repeated.join(', '), repeated);
  if (rate < 1) tally.add('job-sampled', name, 0, () => `sample_rate ${rate}`);
  if (ruleset !== undefined) {
    // The documentation knows the key by two names.
    const listed = fieldNames?.map((field) => (field === 'ResponseFields' ? 'ResponseHeaders' : field));
    for (const { code, message } of checkJob(ruleset, { name, dataset: dataset.name, fieldNames: listed })) {
      const isNone = code === 'key-not-listed' && !LOGGED_KEYS.some((key) => listed?.includes(key));
      const rule = isNone ? 'ruleset-unused' : MISMATCH_RULES[code];
      if (rule !== undefined) tally.add(rule, name, 0, () => message);
    }
  }
  return tally.toCounts();
}

/** Longest text of the platform that is quoted. Characters. */
const MAX_QUOTED = 200;

/** `enabled is false, error_message is "…"`. */
function stateText({ isDisabled, lastError, errorMessage }: JobState): string {
  const quoted = (key: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`${key} is ${JSON.stringify(redactSecrets(text).slice(0, MAX_QUOTED))}`];
  return [
    ...(isDisabled ? ['enabled is false'] : []),
    ...quoted('last_error', lastError),
    ...quoted('error_message', errorMessage),
  ].join(', ');
}
