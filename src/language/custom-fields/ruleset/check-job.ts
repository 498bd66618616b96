// Checks jobs against a ruleset. The ruleset configures the fields and a job lists their keys; either one alone logs nothing.
import { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey } from '../../dataset/index.ts';
import { loggedKeyOf, type Ruleset } from './ruleset.ts';

/** The parts of a job that decide whether it logs custom fields. */
export interface JobFields {
  name: string;
  /** Undefined: not set, which the platform reads as http_requests. */
  dataset: string | undefined;
  /** Undefined or empty if the job has neither `field_names` nor `logpull_options`. */
  fieldNames: readonly string[] | undefined;
}

/**
 * The severity of each mismatch, by stable code, for every command. Only a job that cannot log any custom field is an error: the
 * jobs of a zone share one ruleset, and each may list all of its keys, some or none.
 */
export const MISMATCH_SEVERITIES = {
  'job-dataset': 'error',
  'job-without-fields': 'warning',
  'no-key-listed': 'warning',
  'key-not-listed': 'remark',
  'key-not-configured': 'warning',
} as const;

/** A reason why a job does not match a ruleset. */
export interface JobMismatch {
  severity: 'error' | 'warning' | 'remark';
  code: keyof typeof MISMATCH_SEVERITIES;
  message: string;
}

/** The result of checking the jobs of a file. */
export interface JobsCheck {
  /** Empty if the jobs match the ruleset. */
  mismatches: JobMismatch[];
  /** Jobs of other datasets, if the file also contains a job that can log custom fields. */
  remarks: JobMismatch[];
}

/** Whether a job's dataset has custom fields. */
export function isOfCustomFields({ dataset }: Pick<JobFields, 'dataset'>): boolean {
  return dataset === undefined || dataset === CUSTOM_FIELDS_DATASET;
}

/** Checks the jobs of a file. A job of another dataset is a mismatch only if no job of the file can log custom fields. */
export function checkJobs(ruleset: Ruleset, jobs: readonly JobFields[]): JobsCheck {
  const others = jobs.filter((job) => !isOfCustomFields(job)).flatMap((job) => checkJob(ruleset, job));
  if (others.length === jobs.length) return { mismatches: others, remarks: [] };
  const remarks = others.map((one) => ({ ...one, severity: 'remark' as const }));
  return { mismatches: jobs.filter(isOfCustomFields).flatMap((job) => checkJob(ruleset, job)), remarks };
}

/** Checks one job. @returns every mismatch; empty if the job matches */
export function checkJob(ruleset: Ruleset, job: JobFields): JobMismatch[] {
  const { name, dataset, fieldNames = [] } = job;
  if (!isOfCustomFields(job)) {
    const message = `found dataset ${dataset} in job ${name}, expected ${CUSTOM_FIELDS_DATASET}: no other dataset has custom fields`;
    return [mismatch('job-dataset', message)];
  }
  const configured = LOGGED_KEYS.filter((key) => ruleset.fields.some(({ array }) => loggedKeyOf(array) === key));
  if (fieldNames.length === 0) {
    const message = `found no field_names in job ${name}, expected ${configured.join(', ')}: the job logs no custom fields; add field_names`;
    return [mismatch('job-without-fields', message)];
  }
  const listed = new Set(fieldNames);
  const isListed = (key: LoggedKey): boolean => listsKey(listed, key);
  const isAny = LOGGED_KEYS.some(isListed);
  return LOGGED_KEYS.flatMap((key): JobMismatch[] => {
    if (configured.includes(key) === isListed(key)) return [];
    if (isListed(key)) {
      const message = `found ${key} in field_names of job ${name}, expected a key that the ruleset configures: ${key} would always be {}; configure its fields, or remove it`;
      return [mismatch('key-not-configured', message)];
    }
    const message = `field_names of job ${name} lacks ${key}, which the ruleset configures: the job does not log it; add ${key}`;
    return [mismatch(isAny ? 'key-not-listed' : 'no-key-listed', message)];
  });
}

/** Whether the names of a job's fields contain a key of custom fields, under one of its names. */
export function listsKey(fieldNames: ReadonlySet<string>, key: LoggedKey): boolean {
  return fieldNames.has(key) || (OTHER_NAMES[key] ?? []).some((one) => fieldNames.has(one));
}

/** The platform's documentation uses two names for one key: docs/platform.md, "Custom fields". */
const OTHER_NAMES: Readonly<Partial<Record<LoggedKey, readonly string[]>>> = { ResponseHeaders: ['ResponseFields'] };

function mismatch(code: JobMismatch['code'], message: string): JobMismatch {
  return { severity: MISMATCH_SEVERITIES[code], code, message };
}
