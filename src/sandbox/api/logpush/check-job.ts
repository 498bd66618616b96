// Checks a whole job: dataset and scope, filter, fields, template, legacy options. Its shape is checked before, its
// destination after. docs/platform.md, "Jobs".
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { type Dataset, getDataset, isKnownField } from '../../../language/dataset/index.ts';
import { LEGACY_PARAMETERS, type OutputOptions, readLegacyOptions } from '../../../language/job/index.ts';
import { jobProblems } from '../../../language/output/index.ts';
import type { JobConfig, JobScope } from '../../state/job-config.ts';
import { ApiError, apiError, messageAt } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { badPredicate } from './bad-predicate.ts';

/** What the service rejects, in its words. */
export type JobAction = 'creating a new job' | 'updating a job';

/** Datasets with attack traffic. docs/platform.md, "Management API". */
const ATTACK_DATASETS = ['http_requests', 'firewall_events', 'network_analytics_logs'];
/** The dataset of edge jobs and of merged subrequests. docs/platform.md, "Jobs". */
const REQUESTS = 'http_requests';

/** Checks a job. @throws ApiError 400 */
export function checkJob(config: JobConfig, scope: JobScope, action: JobAction): void {
  const reject = (reason: string): ApiError => apiError(400, CODES.notAllowed, `${action} is not allowed: ${reason}`);
  const dataset = datasetIn(config.dataset, scope);
  if (dataset === undefined) throw reject(wrongDataset(config.dataset, scope));
  if (config.kind === 'edge' && dataset.name !== REQUESTS) throw reject(`edge jobs push ${REQUESTS} only`);
  if (config.filter_attack_traffic === true && !ATTACK_DATASETS.includes(dataset.name)) {
    throw reject(`filter_attack_traffic applies to ${ATTACK_DATASETS.join(', ')} only`);
  }
  if (config.output_options?.merge_subrequests === true && (dataset.name !== REQUESTS || scope !== 'zone')) {
    throw reject(`merge_subrequests applies to ${REQUESTS} of zones only`);
  }
  const predicate = config.filter === undefined ? undefined : badPredicate(config.filter, dataset);
  if (predicate !== undefined) throw reject(predicate);
  const reasons = problemsOf(config, dataset);
  if (reasons.length > 0) {
    throw new ApiError(
      400,
      reasons.map((reason) => messageAt(CODES.jobInvalid, reason)),
    );
  }
}

/** The dataset with this name, if zones or accounts have it. */
export function datasetIn(name: string, scope: JobScope): Dataset | undefined {
  try {
    const dataset = getDataset(name);
    return dataset.scope === scope || dataset.alsoScopes.includes(scope) ? dataset : undefined;
  } catch (error) {
    if (error instanceof HeadgateError) return undefined;
    throw error;
  }
}

/** Why a scope has no such dataset. Not public; ours. */
export function wrongDataset(name: string, scope: JobScope): string {
  const other = scope === 'zone' ? 'account' : 'zone';
  if (datasetIn(name, other) !== undefined) return `dataset ${name} belongs to ${other}s; use ${other}s/{id}/logpush`;
  try {
    getDataset(name);
  } catch (error) {
    if (error instanceof HeadgateError) return error.message.replace(/^.*?: (?=found)/, '');
  }
  return 'unknown dataset';
}

/** Legacy options apply only without output options. */
function problemsOf({ output_options, logpull_options }: JobConfig, dataset: Dataset): string[] {
  const isLegacy = logpull_options !== undefined && Object.keys(output_options ?? {}).length === 0;
  const legacy = isLegacy ? legacyProblems(logpull_options, true) : [];
  const outputOptions: OutputOptions = isLegacy
    ? readLegacyOptions(logpull_options, 'the job').options
    : (output_options ?? {});
  const errors = jobProblems({ filter: undefined, misplacedOptions: [], outputOptions, isLegacy }, dataset)
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `invalid value for ${isLegacy ? 'logpull_options' : path}: ${message}`);
  return [...legacy, ...errors];
}

/** What headgate makes of a wrong value, at the end of a warning: the service rejects it. */
const OWN_READING = /; headgate uses .*$/;

/**
 * Reports what is wrong with `logpull_options` for any dataset.
 * @param hasDataset whether the caller checks the fields against a dataset
 */
export function legacyProblems(text: string, hasDataset = false): string[] {
  const { warnings, options } = readLegacyOptions(text, 'invalid value');
  const parameters = [...new URLSearchParams(text).keys()];
  const unknown = parameters.filter((name) => !LEGACY_PARAMETERS.includes(name)).length;
  const names = hasDataset ? [] : (options.field_names ?? []);
  const fields = names.filter((name) => !isKnownField(name)).length;
  const found = (what: string): string => `invalid value for logpull_options: found ${what}`;
  return [
    ...warnings.map((warning) => warning.replace(OWN_READING, '')),
    ...(unknown > 0
      ? [`${found(printPlural(unknown, 'unknown parameter'))}, expected ${LEGACY_PARAMETERS.join(', ')}`]
      : []),
    ...(fields > 0 ? [found(`${printPlural(fields, 'field')} that no dataset has`)] : []),
  ];
}
