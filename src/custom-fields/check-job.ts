// Do a ruleset and a job belong together? The ruleset configures, the job has to list the keys; each alone logs nothing.
import { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey, loggedKeyOf, type Ruleset } from './ruleset.ts';

/** What of a job decides whether it emits custom fields. */
export interface JobFields {
  name: string;
  /** Undefined: not told, which the platform takes for http_requests. */
  dataset: string | undefined;
  /** Undefined when the job has neither `field_names` nor `logpull_options`. */
  fieldNames: readonly string[] | undefined;
}

/** Why a ruleset and a job do not belong together. */
export interface JobMismatch {
  code: 'job-dataset' | 'job-without-fields' | 'key-not-listed' | 'key-not-configured';
  message: string;
}

/** Every reason; empty where they fit. */
export function checkJob(ruleset: Ruleset, { name, dataset, fieldNames }: JobFields): JobMismatch[] {
  if (dataset !== undefined && dataset !== CUSTOM_FIELDS_DATASET) {
    const message = `${name} is a job of ${dataset}, wanted ${CUSTOM_FIELDS_DATASET}: no other dataset has custom fields`;
    return [{ code: 'job-dataset', message }];
  }
  const configured = LOGGED_KEYS.filter((key) => ruleset.fields.some(({ array }) => loggedKeyOf(array) === key));
  if (fieldNames === undefined) {
    const message = `${name} has no field_names, wanted ${configured.join(', ')} in them: it logs no custom fields`;
    return [{ code: 'job-without-fields', message }];
  }
  const isListed = (key: LoggedKey): boolean => fieldNames.includes(key);
  return LOGGED_KEYS.flatMap((key): JobMismatch[] => {
    if (configured.includes(key) === isListed(key)) return [];
    return isListed(key)
      ? [
          {
            code: 'key-not-configured',
            message: `${name} lists ${key} in field_names, and the ruleset configures none: it would always be {}`,
          },
        ]
      : [
          {
            code: 'key-not-listed',
            message: `the ruleset configures ${key}, and ${name} does not list it in field_names: it would not be logged; add ${key}`,
          },
        ];
  });
}
