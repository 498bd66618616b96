// Lists the jobs of a zone or an account, for people: filters as expressions, destinations without secrets. Changes nothing.
import { redactSecrets } from '../../base/index.ts';
import { type ApiJob, type JobsAccess, openJobs, type Scope } from '../../cloud/api/index.ts';
import { outputOf } from '../../cloud/plan/index.ts';
import { redactLocation } from '../../input/destination/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { canonicalFilter, printExpression, readFilter } from '../../language/filter/index.ts';
import { defaultsOf } from '../../language/output/index.ts';
import { datasetOfFlag } from '../request/named-filters.ts';

/** Which jobs to list. */
export interface ListJobsRequest extends JobsAccess {
  /** Lists only the jobs of this dataset. @default all */
  dataset?: string | undefined;
}

/** A job without secrets. Times are RFC 3339; null: never, or not set. */
export interface ListedJob {
  id: number;
  name: string | null;
  dataset: string;
  enabled: boolean;
  /** As an expression; null: the job has no filter. As stored, if `filterProblem` is present. */
  filter: string | null;
  /** Why headgate cannot parse the filter. */
  filterProblem?: string;
  /** Without secrets. */
  destination: string;
  /** Share of the kept lines that the job pushes; absent for 1. */
  sampleRate?: number;
  /** Id of the transformer that is attached. Absent without one. */
  transformerId?: number;
  /** Absent for `ndjson`. */
  outputType?: string;
  lastComplete: string | null;
  lastError: string | null;
  /** Without secrets. */
  errorMessage: string | null;
}

/** The result of `jobs list`. */
export interface JobList {
  version: 1;
  scope: Scope;
  /** In the order of the API. */
  jobs: ListedJob[];
}

/**
 * Lists the jobs of a zone or an account.
 * @throws HeadgateError if the API cannot be reached or rejects the access; `unknown-dataset`
 * @example
 * ```ts
 * import { listJobs, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox();
 * const { baseURL, token, zoneId: zone } = sandbox;
 * const { jobs } = await listJobs({ zone, credentials: { token }, baseURL });
 * for (const { name, enabled, destination } of jobs) console.log(name, enabled, destination);
 * // => all-requests true s3://sandbox/all-requests/{DATE}
 * // => errors-and-threats true s3://sandbox/errors-and-threats/{DATE}
 * await sandbox.stop();
 * ```
 */
export async function listJobs(request: ListJobsRequest): Promise<JobList> {
  const { dataset } = request;
  if (dataset !== undefined) datasetOfFlag(dataset);
  const { api, scope } = await openJobs(request);
  const jobs = (await api.listJobs(scope)).map(listedJob);
  return { version: 1, scope, jobs: jobs.filter((job) => dataset === undefined || job.dataset === dataset) };
}

function listedJob(job: ApiJob): ListedJob {
  const dataset = textOf(job.dataset) ?? DEFAULT_DATASET;
  const { sample_rate: sampleRate, output_type: outputType } = defaultsOf(outputOf(job));
  const conf = textOf(job.destination_conf) ?? '';
  const destination = redactLocation(conf);
  // The path of a destination may be a secret that no name shows.
  const message = textOf(job.error_message)?.replaceAll(conf || destination, () => destination);
  return {
    id: job.id,
    name: textOf(job.name) ?? null,
    dataset,
    enabled: job.enabled === true,
    ...filterOf(textOf(job.filter), dataset),
    destination,
    ...(sampleRate === 1 ? {} : { sampleRate }),
    ...(typeof job.transformer_id === 'number' ? { transformerId: job.transformer_id } : {}),
    ...(outputType === defaultsOf({}).output_type ? {} : { outputType }),
    lastComplete: textOf(job.last_complete) ?? null,
    lastError: textOf(job.last_error) ?? null,
    errorMessage: message === undefined ? null : redactSecrets(message),
  };
}

/** The API omits a setting without a value; an empty text is equal to a missing one. docs/platform.md, "Jobs". */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function filterOf(stored: string | undefined, dataset: string): Pick<ListedJob, 'filter' | 'filterProblem'> {
  if (stored === undefined) return { filter: null };
  // The platform may have datasets that the catalog lacks.
  const known = attempt(() => getDataset(dataset));
  if (known === undefined) return { filter: stored, filterProblem: `headgate does not know the dataset ${dataset}` };
  const { filter, problems, form } = readFilter(stored, known, { source: 'job' });
  if (form === 'none') return { filter: null };
  if (filter !== undefined) return { filter: printExpression(canonicalFilter(filter)) };
  const problem = problems.find(({ severity }) => severity === 'error');
  return { filter: stored, filterProblem: problem?.message ?? 'the filter is invalid' };
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
