// The output options of a log push job in a Terraform plan: as the API has them, and how the plan changes them. Reads no logs.
import { HeadgateError, isPlainObject, printPlural } from '../../base/index.ts';
import { type Job, type JobReading, type OutputOptions, parseJobs } from '../../language/job/index.ts';
import { defaultsOf, sampleRateOf } from '../../language/output/index.ts';
import type { JobState, PlannedJob } from './terraform-plan.ts';

/** Where a job is in the plan. */
export interface PlannedPlace {
  /** Name of the job. */
  name: string;
  /** Of its dataset. */
  dataset: string;
  /** For errors: `plan.json, cloudflare_logpush_job.prod (after)`. */
  origin: string;
  /** Whether values of output options are left out of messages. */
  isSensitive: boolean;
}

/** The name of the option CVE-2021-44228 in versions 4 and 5 of the provider. */
const CVE_NAMES: readonly string[] = ['cve20214428', 'cve_2021_44228'];

/**
 * Parses the destination and the output options of a job. Its filter is read apart.
 * @throws HeadgateError `job-invalid`, as for a job file
 */
export function readPlannedJob(state: JobState, { name, dataset, origin, isSensitive }: PlannedPlace): JobReading {
  const { destination_conf, logpull_options, enabled, last_error } = state;
  const output_options = apiOptionsOf(state.output_options);
  const text = JSON.stringify({
    name,
    dataset,
    enabled,
    destination_conf,
    output_options,
    logpull_options,
    last_error,
  });
  try {
    const reading = parseJobs(text, origin, name);
    return isSensitive ? { ...reading, warnings: [] } : reading;
  } catch (error) {
    if (!isSensitive || !(error instanceof HeadgateError)) throw error;
    throw new HeadgateError(
      error.code,
      `cannot use the job in ${origin}: found invalid output_options, expected those of the API; Terraform marks their values as sensitive, so they are not shown`,
      { kind: error.kind },
    );
  }
}

/** Version 5 of the provider has an object or null; version 4 a list of at most one block, in which an empty value is not set. */
function apiOptionsOf(options: unknown): unknown {
  const isBlock = Array.isArray(options);
  const found: unknown = isBlock ? options[0] : options;
  if (!isPlainObject(found)) return found;
  const isSet = (value: unknown): boolean =>
    value !== null && !(isBlock && (value === '' || value === 0 || (Array.isArray(value) && value.length === 0)));
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) =>
      isSet(value) ? [[CVE_NAMES.includes(key) ? 'CVE-2021-44228' : key, value]] : [],
    ),
  );
}

/** Options with short values; a list of fields is counted, and texts such as a template are only named. */
const SHOWN: readonly string[] = ['sample_rate', 'output_type', 'timestamp_format', 'CVE-2021-44228'];

/** Describes how the output options of a job change: `sample_rate changes from 0.01 to 1`; empty if they do not. */
export function changedOptions(before: Job, after: Job, { isSensitive }: Pick<PlannedPlace, 'isSensitive'>): string[] {
  const [old, next] = [before.outputOptions, after.outputOptions];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names.flatMap((name) => {
    const [from, to] = [old, next].map((options): unknown => ({ ...options, ...defaultsOf(options) })[name]);
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const changes = `${name} ${name.endsWith('s') ? 'change' : 'changes'}`;
    if (isSensitive) return [changes];
    if (name === 'field_names') return [`${changes} from ${fieldsOf(old)} to ${fieldsOf(next)}${removedOf(old, next)}`];
    if (name === 'sample_rate') return [`${changes} from ${from} to ${to}: ${effectOf(sampleRateOf(next))}`];
    return [SHOWN.includes(name) ? `${changes} from ${from} to ${to}` : changes];
  });
}

function fieldsOf({ field_names: names }: OutputOptions): string {
  return names === undefined ? 'all fields' : printPlural(names.length, 'field');
}

/** Maximum removed fields that are named. */
const NAMED_FIELDS = 20;

/** Names the fields that the new lines lack. The fields of a job that pushes all of them are those of its dataset: the rest is named. */
function removedOf({ field_names: old }: OutputOptions, { field_names: next }: OutputOptions): string {
  if (next === undefined) return '';
  if (old === undefined) return `: removes all fields but ${named(next)}`;
  const removed = old.filter((name) => !next.includes(name));
  return removed.length === 0 ? '' : `: removes ${named(removed)}`;
}

function named(fields: readonly string[]): string {
  const more = fields.length - NAMED_FIELDS;
  return `${fields.slice(0, NAMED_FIELDS).join(', ')}${more > 0 ? ` and ${printPlural(more, 'more field')}` : ''}`;
}

/** Describes a sample_rate that is as before, or that of a new job: `sample_rate is 0.5: …`; undefined if the job does not sample. */
export function samplingRemark(job: Job, { isSensitive }: Pick<PlannedPlace, 'isSensitive'>): string | undefined {
  const rate = sampleRateOf(job.outputOptions);
  return rate === 1 || isSensitive ? undefined : `sample_rate is ${rate}: ${effectOf(rate)}`;
}

function effectOf(rate: number): string {
  if (rate === 1) return 'the job pushes every line that its filter keeps; figures of lines are those of the filter';
  const share = Number((rate * 100).toPrecision(3));
  return `the job pushes about ${share} % of the lines that its filter keeps, at random; figures of lines are those of the filter`;
}

/** Describes settings whose values are unknown: `filter, enabled are unknown until Terraform applies the plan`. */
export function unknownUntilApplied(settings: PlannedJob['unknownOptions']): string {
  const isPlural = settings.length > 1 || settings[0]!.endsWith('s');
  return `${settings.join(', ')} ${isPlural ? 'are' : 'is'} unknown until Terraform applies the plan`;
}

/** States how two disabled jobs are compared. */
export const BOTH_DISABLED =
  'both jobs are disabled and push no line: their filters are compared as if the jobs were enabled';

/** Describes how a job is switched on or off; empty if it is not. */
export function changedEnabled(before: boolean, after: boolean): string[] {
  if (before === after) return [];
  return [
    after
      ? 'enabled changes from false to true'
      : 'enabled changes from true to false: the job pushes no line any more',
  ];
}

/** Undefined if `enabled` is known, or set neither before nor after. It is false by default: docs/platform.md, "Jobs". */
export function enabledRemark({ before, after }: PlannedJob): string | undefined {
  const isSet = (state: JobState | null): boolean => state !== null && typeof state.enabled === 'boolean';
  if (after === null || isSet(after) || (before !== null && !isSet(before))) return undefined;
  return 'enabled is not set, and a new job is disabled by default: compared as if it were true';
}
