// Checks a whole job: dataset and scope, filter, fields, template, legacy options. Its shape is checked before, its destination after. Of the words
// for a rejected filter, only those for a value of the wrong type are public. docs/platform.md, "Jobs" and "Filters".
import { cutText, HeadgateError, parseJson, printJson, printPlural, type Value } from '../../../base/index.ts';
import { type Dataset, type FieldType, getDataset, isKnownField } from '../../../language/dataset/index.ts';
import { OPERATORS, type Problem, readFilter } from '../../../language/filter/index.ts';
import { LEGACY_PARAMETERS, type OutputOptions, readLegacyOptions } from '../../../language/job/index.ts';
import { jobProblems } from '../../../language/output/index.ts';
import type { JobConfig, JobScope } from '../../state/job-config.ts';
import { ApiError, apiError, CODES, messageAt } from '../request/api-error.ts';

/** Problems with the type of a value. The platform decodes it when the job is saved. */
const OF_TYPE: ReadonlySet<Problem['code']> = new Set([
  'value-type',
  'integer-form',
  'list-expected',
  'scalar-expected',
  'negative-integer',
  'large-integer',
]);

/** Go's names of the types. The platform decodes integers as unsigned; the name for floats is not public, ours. */
const KINDS: Readonly<Partial<Record<FieldType, string>>> = {
  int: 'uint64',
  'array[int]': 'uint64',
  timestamp: 'uint64',
  float: 'float64',
  string: 'string',
  'array[string]': 'string',
  bool: 'bool',
};

/** Longest value that a message repeats. Characters. */
const MAX_SHOWN = 200;

/** What the service rejects, in its words. */
type JobAction = 'creating a new job' | 'updating a job';

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

/** Returns the reason why the platform rejects a filter; undefined if it accepts it. */
export function badPredicate(filter: string, dataset: Dataset): string | undefined {
  const { problems, form } = readFilter(filter, dataset, { source: 'job' });
  const first = problems.find(({ code, severity }) => severity === 'error' || OF_TYPE.has(code));
  if (first === undefined) return undefined;
  const decoding = form === 'json' && OF_TYPE.has(first.code) ? decodingError(filter, first.path, dataset) : undefined;
  return `bad predicate: ${decoding ?? first.message}`;
}

/** @param path of a value, or of an element of a list */
function decodingError(filter: string, path: string, dataset: Dataset): string | undefined {
  const steps: string[] = path.match(/[^.[\]]+/g) ?? [];
  const end = steps.lastIndexOf('value');
  // A filter that was encoded twice is one more string.
  const outer = parseJson(filter);
  const root = typeof outer === 'string' ? parseJson(outer) : outer;
  const condition = steps.slice(0, end).reduce<Value | undefined>(stepInto, root);
  if (!(condition instanceof Map)) return undefined;
  const [key, operator, value] = ['key', 'operator', 'value'].map((name) => condition.get(name));
  const kind = typeof key === 'string' ? KINDS[dataset.fields.get(key)?.type ?? 'unknown'] : undefined;
  if (kind === undefined || typeof operator !== 'string' || value === undefined) return undefined;
  const isList = OPERATORS[operator as keyof typeof OPERATORS].argument === 'list';
  const printed = printJson(value);
  const shown = cutText(printed, MAX_SHOWN);
  return `failed to decode value ${JSON.stringify(shown)}, supported kinds: ${isList ? '[]' : ''}${kind}`;
}

function stepInto(value: Value | undefined, step: string): Value | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return value instanceof Map ? value.get(step) : undefined;
}
