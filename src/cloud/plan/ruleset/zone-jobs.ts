// Compares the jobs of a zone with the custom fields that a ruleset fills: a field that no job lists is in no log.
import { isOfCustomFields, listsKey, loggedKeyOf, type Ruleset } from '../../../language/custom-fields/index.ts';
import { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey } from '../../../language/dataset/index.ts';
import type { JobFields } from './ruleset-plan.ts';

/** The parts of a job that decide whether it pushes custom fields. */
export interface ZoneJob {
  id: number;
  name: string;
  /** Undefined: http_requests. */
  dataset: string | undefined;
  /** Undefined: none are set. */
  fieldNames: readonly string[] | undefined;
}

/** The jobs that can push custom fields, and warnings. */
interface ZoneJobs {
  jobs: JobFields[];
  warnings: string[];
}

/** Compares jobs with the fields of a ruleset. */
export function compareJobs(ruleset: Ruleset, all: readonly ZoneJob[]): ZoneJobs {
  const configured = LOGGED_KEYS.filter((key) => ruleset.fields.some(({ array }) => loggedKeyOf(array) === key));
  const jobs = all.filter(isOfCustomFields).map(({ id, name, fieldNames = [] }): JobFields => {
    const names = new Set(fieldNames);
    const listed = LOGGED_KEYS.filter((key) => listsKey(names, key));
    return {
      id,
      name,
      listed: listed.filter((key) => configured.includes(key)),
      missing: configured.filter((key) => !listed.includes(key)),
      unfilled: listed.filter((key) => !configured.includes(key)),
    };
  });
  const isNowhere = configured.length > 0 && jobs.every(({ listed }) => listed.length === 0);
  return { jobs, warnings: isNowhere ? [nowhere(jobs, configured)] : [] };
}

function nowhere(jobs: readonly JobFields[], configured: readonly LoggedKey[]): string {
  const found =
    jobs.length === 0
      ? `the zone has no job that pushes ${CUSTOM_FIELDS_DATASET}`
      : `no job of the zone lists ${configured.join(', ')}`;
  return `${found}: the custom fields are in no log`;
}
