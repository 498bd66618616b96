// Do a ruleset and jobs belong together? The ruleset configures, a job has to list the keys; each alone logs nothing.
import { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey, loggedKeyOf, type Ruleset } from './ruleset.ts';

/** What of a job decides whether it emits custom fields. */
export interface JobFields {
  name: string;
  /** Undefined: not told, which the platform takes for http_requests. */
  dataset: string | undefined;
  /** Undefined or empty when the job has neither `field_names` nor `logpull_options`. */
  fieldNames: readonly string[] | undefined;
}

/**
 * How bad a mismatch is, by its stable code, for every command. Only a job that can hold no custom field at all is an error: several
 * jobs of a zone share one ruleset, and each may list what it needs of it, or nothing.
 */
export const MISMATCH_SEVERITIES = {
  'job-dataset': 'error',
  'job-without-fields': 'warning',
  'no-key-listed': 'warning',
  'key-not-listed': 'remark',
  'key-not-configured': 'warning',
} as const;

/** Why a ruleset and a job do not belong together. */
export interface JobMismatch {
  severity: 'error' | 'warning' | 'remark';
  code: keyof typeof MISMATCH_SEVERITIES;
  message: string;
}

/** What there is to say of the jobs of a file. */
export interface JobsCheck {
  /** Empty where ruleset and jobs belong together. */
  mismatches: JobMismatch[];
  /** Jobs that have nothing to do with the ruleset, beside others that have. */
  remarks: JobMismatch[];
}

/** Whether lines of a job can hold custom fields at all. */
export function isOfCustomFields({ dataset }: Pick<JobFields, 'dataset'>): boolean {
  return dataset === undefined || dataset === CUSTOM_FIELDS_DATASET;
}

/** Every reason of the jobs of a file; a job of another dataset is one only where no job of the file could log custom fields. */
export function checkJobs(ruleset: Ruleset, jobs: readonly JobFields[]): JobsCheck {
  const others = jobs.filter((job) => !isOfCustomFields(job)).flatMap((job) => checkJob(ruleset, job));
  if (others.length === jobs.length) return { mismatches: others, remarks: [] };
  const remarks = others.map((one) => ({ ...one, severity: 'remark' as const }));
  return { mismatches: jobs.filter(isOfCustomFields).flatMap((job) => checkJob(ruleset, job)), remarks };
}

/** Every reason of one job; empty where they fit. */
export function checkJob(ruleset: Ruleset, job: JobFields): JobMismatch[] {
  const { name, dataset, fieldNames = [] } = job;
  if (!isOfCustomFields(job)) {
    const message = `${name} is a job of ${dataset}, expected ${CUSTOM_FIELDS_DATASET}: no other dataset has custom fields`;
    return [mismatch('job-dataset', message)];
  }
  const configured = LOGGED_KEYS.filter((key) => ruleset.fields.some(({ array }) => loggedKeyOf(array) === key));
  if (fieldNames.length === 0) {
    const message = `${name} has no field_names, expected ${configured.join(', ')} in them: it logs no custom fields`;
    return [mismatch('job-without-fields', message)];
  }
  const listed = new Set(fieldNames);
  const isListed = (key: LoggedKey): boolean =>
    listed.has(key) || (OTHER_NAMES[key] ?? []).some((one) => listed.has(one));
  const isAny = LOGGED_KEYS.some(isListed);
  return LOGGED_KEYS.flatMap((key): JobMismatch[] => {
    if (configured.includes(key) === isListed(key)) return [];
    if (isListed(key)) {
      const message = `${name} lists ${key} in field_names, and the ruleset configures none: it would always be {}`;
      return [mismatch('key-not-configured', message)];
    }
    const message = `the ruleset configures ${key}, and ${name} does not list it in field_names: it would not be logged; add ${key}`;
    return [mismatch(isAny ? 'key-not-listed' : 'no-key-listed', message)];
  });
}

/** The documentation knows a key by two names. reference/logpush.md, section 6. */
const OTHER_NAMES: Readonly<Partial<Record<LoggedKey, readonly string[]>>> = { ResponseHeaders: ['ResponseFields'] };

function mismatch(code: JobMismatch['code'], message: string): JobMismatch {
  return { severity: MISMATCH_SEVERITIES[code], code, message };
}
