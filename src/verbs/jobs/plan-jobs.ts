// Plans jobs: reads the files and the live jobs, compares them, and replays the old and the new filter over a source. Changes nothing:
// sends only requests that read.
import { abortable, HeadgateError, redactSecrets } from '../../base/index.ts';
import { type ApiJob, type ManagementApi, openJobs, type Scope } from '../../cloud/api/index.ts';
import { MAX_ZONE_JOBS } from '../../cloud/limits/index.ts';
import { outputOf, planJob, TAKES_EFFECT_AFTER_MINUTES } from '../../cloud/plan/index.ts';
import { rejectOtherScope } from '../../cloud/undo/index.ts';
import { redactLocation } from '../../input/destination/index.ts';
import { parseSources } from '../../input/sources/index.ts';
import { type Dataset, DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { type Job, type JobSettings, parseJobs } from '../../language/job/index.ts';
import { type PushSettings, pushRemarks, pushSettings } from '../../language/output/index.ts';
import { checkPrices } from '../replay/replay-guards.ts';
import { readStdin } from '../request/argument-text.ts';
import { checkCount } from '../request/check-value.ts';
import { hasGuards, rejectUnusedGuards } from '../request/has-guards.ts';
import { resolveLogs } from '../request/logs-request.ts';
import { guardsFor, loadGuards } from '../request/read-guards.ts';
import { readPrices } from '../request/read-prices.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../request/request-defaults.ts';
import { addEffects } from './add-effects.ts';
import { checkAttached } from './check-attached.ts';
import { findJob } from './find-job.ts';
import { isAcceptable, type JobOfPlan, type JobsPlan, type PlanJobsRequest, type PreparedJob } from './jobs-plan.ts';
import { knownDataset } from './known-dataset.ts';
import {
  checkForDatasets,
  readReplacingFilter,
  readWantedJobs,
  textOf,
  type WantedJob,
  withFilter,
} from './wanted-jobs.ts';

/** A plan, and what an apply needs. */
export interface PreparedPlan {
  plan: JobsPlan;
  jobs: PreparedJob[];
  /** Ends with the signal of the request. */
  api: ManagementApi;
}

/**
 * Shows what job files would change, and what that does to stored lines.
 * @throws HeadgateError if the API cannot be reached, a file contains no job, or a job is not found by its id; `usage` for guards without
 * sources; InvalidFilterError; `no-records` if a source has no line
 * @example
 * ```ts
 * import { planJobs, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox();
 * const { baseURL, token, zoneId: zone } = sandbox;
 * const access = { zone, credentials: { token }, baseURL };
 * const { jobs } = await planJobs({
 *   ...access,
 *   jobs: ['-'],
 *   stdin: async () => '{ "name": "errors-and-threats" }',
 *   filter: 'EdgeResponseStatus >= 500',
 *   sources: ['samples/logs/all-requests'],
 *   neverDrop: ['EdgeResponseStatus == 503'],
 * });
 * for (const { action, effect } of jobs) {
 *   console.log(action, effect?.newlyKept?.lines, effect?.newlyDropped?.lines, effect?.guards[0]?.holds); // => update 0 2197 true
 * }
 * await sandbox.stop();
 * ```
 */
export async function planJobs(request: PlanJobsRequest): Promise<JobsPlan> {
  return (await prepareJobs(request)).plan;
}

/** Reads and checks everything that needs no request, before the first one. */
async function resolve(request: PlanJobsRequest) {
  const { jobs: paths, filter, stdin = readStdin(), samples = DEFAULT_CHANGED_SAMPLES, rewrite = false } = request;
  if (paths.length === 0)
    throw new HeadgateError('usage', 'cannot plan jobs: found no job file, expected at least one');
  const isGuarded = hasGuards(request);
  rejectUnusedGuards(request);
  const wanted = await readWantedJobs(paths, stdin);
  checkCount('samples', samples, 0);
  const { sources, connection, signal } = resolveLogs(request);
  const loadedGuards = await abortable(loadGuards(request), signal);
  const prices = await abortable(readPrices(request), signal);
  if (isGuarded) checkForDatasets(wanted, (dataset) => checkPrices(guardsFor(loadedGuards, dataset), prices));
  await abortable(parseSources(sources, connection), signal);
  const newFilter = filter === undefined ? undefined : await readReplacingFilter(wanted, filter, stdin);
  return { wanted, newFilter, sources, samples, loadedGuards, isGuarded, rewrite };
}

/** Plans, and returns what an apply needs. */
export async function prepareJobs(request: PlanJobsRequest): Promise<PreparedPlan> {
  const resolved = await resolve(request);
  const { newFilter, sources, samples, loadedGuards, isGuarded, rewrite } = resolved;
  let { wanted } = resolved;
  const { api, scope } = await openJobs(request, scopeOfDataset(wanted[0]!));
  for (const { undoScope, origin } of wanted) rejectOtherScope(undoScope, scope, origin);
  const live = await api.listJobs(scope);
  if (newFilter !== undefined) wanted = withFilter(wanted, newFilter, datasetOfLive(wanted, live));
  const jobs: PreparedJob[] = [];
  const context = { api, scope, account: request.account, isMeasured: sources.length > 0, isGuarded, rewrite };
  for (const one of wanted) jobs.push(await prepareJob(one, live, context));
  rejectRepeats(jobs);
  if ('zone' in scope) warnOfLimit(jobs, live.length);
  const partial = sources.length > 0 && !(await addEffects(jobs, sources, { ...request, samples, loadedGuards }));
  const plans = jobs.map(({ plan }) => plan);
  const plan: JobsPlan = {
    ...{ version: 1, scope, jobs: plans, partial },
    takesEffectAfterMinutes: TAKES_EFFECT_AFTER_MINUTES,
    isPending: plans.some(({ action }) => action !== 'none'),
    isApplicable: !partial && plans.every(isApplicable),
    isMeasured: sources.length > 0,
  };
  return { plan, jobs, api };
}

function isApplicable({ problems, effect }: JobOfPlan): boolean {
  return problems.length === 0 && (effect === undefined || isAcceptable(effect));
}

const GUARDED_OFF = 'enabled: guards judge the filter, but the job would push nothing; remove the guards to disable it';

const GUARDED_UNKNOWN =
  'dataset: headgate does not know it, so guards cannot be judged; remove the guards to change the job without them';

function datasetOfLive([one]: readonly WantedJob[], live: readonly ApiJob[]): string | undefined {
  const { id } = one!.file;
  const name = nameIn(one!.file);
  return textOf(live.find((job) => (id === undefined ? job.name === name : job.id === id))?.dataset);
}

async function prepareJob(
  { origin, file }: WantedJob,
  listed: readonly ApiJob[],
  context: Parameters<typeof checkAttached>[2] & { rewrite: boolean },
): Promise<PreparedJob> {
  const { api, scope, isGuarded, rewrite } = context;
  const name = nameIn(file);
  const undo = file.isUndo ? (file.isWhole ? 'whole' : 'part') : undefined;
  // A file with problems is not applied, whatever job it means.
  const isNameless = file.id === undefined && name === undefined && file.problems.length > 0;
  const found = isNameless ? undefined : findJob({ id: file.id, name, undo }, listed, origin);
  const live = found && (await api.readJob(scope, found.id));
  if (found !== undefined && live === undefined) {
    throw new HeadgateError(
      'job-missing',
      `cannot plan the job of ${origin}: the job ${found.id} was deleted while it was read; run the command again`,
      { kind: 'negative' },
    );
  }
  const others = listed.filter((job) => job.id !== live?.id);
  const planned = planJob({ wanted: file, current: live, others, rewrite });
  const destinationConf = textOf(planned.expected.destination_conf) ?? '';
  const liveName = textOf(live?.name);
  const [jobBefore, jobAfter] = [live, planned.expected].map((job) => job && parsedJob(job));
  const [pushBefore, pushAfter] = [pushOf(live, jobBefore), pushOf(planned.expected, jobAfter)];
  const { lastError, errorMessage } = pushBefore;
  const push = { ...pushAfter, enabled: planned.expected.enabled === true, lastError, errorMessage };
  const isDisabled = live?.enabled === true && planned.expected.enabled !== true;
  const dataset = knownDataset(planned.plan.dataset);
  const problem = live === undefined ? scopeProblem(dataset, scope) : undefined;
  const attached = await checkAttached(planned, live, context);
  const plan: JobOfPlan = {
    ...planned.plan,
    problems: [
      ...planned.plan.problems,
      ...(problem === undefined ? [] : [problem]),
      ...attached.problems,
      ...(isDisabled && isGuarded ? [GUARDED_OFF] : []),
      ...(live !== undefined && dataset === undefined && isGuarded ? [GUARDED_UNKNOWN] : []),
    ],
    warnings: [...planned.plan.warnings, ...attached.warnings],
    destination: redactLocation(destinationConf),
    ...(liveName !== undefined && planned.body.name !== undefined ? { liveName: redactSecrets(liveName) } : {}),
    push,
    // The changes state the rest.
    remarks: [...pushRemarks(push, pushBefore), ...attached.remarks],
  };
  return {
    ...{ plan, planned, live, jobBefore, jobAfter, pushBefore, destinationConf, name: name ?? plan.name },
    ...{ dataset, sql: attached.sql },
    token: file.ownershipChallenge,
  };
}

/** The job, for the form of its lines and what it pushes. The platform may have jobs that headgate cannot parse. */
export function parsedJob(job: ApiJob | JobSettings): Job | undefined {
  try {
    return parseJobs(JSON.stringify(job), 'the job', 'job').jobs[0];
  } catch (error) {
    if (error instanceof HeadgateError) return undefined;
    throw error;
  }
}

/** What a job pushes, also one that headgate cannot parse. @param settings undefined: there is no job */
export function pushOf(settings: ApiJob | JobSettings | undefined, job: Job | undefined): PushSettings {
  if (settings === undefined || job !== undefined) return pushSettings(job);
  const state = {
    ...{ isDisabled: settings.enabled === false, lastError: textOf(settings.last_error) },
    errorMessage: textOf(settings.error_message),
  };
  return pushSettings({ outputOptions: outputOf(settings), state });
}

/** The name, also one that only a live job may have. */
function nameIn({ settings, raw }: WantedJob['file']): string | undefined {
  return textOf(settings.name) ?? textOf(raw.name);
}

/** Of the first job: the others must fit it. */
function scopeOfDataset({ file }: WantedJob): 'zone' | 'account' | undefined {
  return knownDataset(textOf(file.settings.dataset) ?? DEFAULT_DATASET)?.scope;
}

function scopeProblem(dataset: Dataset | undefined, scope: Scope): string | undefined {
  if (dataset === undefined) return undefined;
  const given = 'zone' in scope ? 'zone' : 'account';
  if (dataset.scope === given || dataset.alsoScopes.includes(given)) return undefined;
  return `dataset: found ${dataset.name}, which belongs to ${dataset.scope}s, expected a dataset of ${given}s; use --${dataset.scope}`;
}

/** The API rejects one more: docs/platform.md, "Management API". A contract may allow more. */
function warnOfLimit(jobs: readonly PreparedJob[], existing: number): void {
  let count = existing;
  for (const { plan } of jobs) {
    if (plan.action !== 'create') continue;
    count += 1;
    if (count <= MAX_ZONE_JOBS) continue;
    const text = `this would be job ${count} of the zone, and the API allows ${MAX_ZONE_JOBS} unless a contract says otherwise: delete a job that is no longer needed, or change one`;
    plan.warnings = [...plan.warnings, text];
  }
}

/** Two files for one job would overwrite each other at every apply. */
function rejectRepeats(jobs: readonly PreparedJob[]): void {
  const seen = new Set<string>();
  const created = new Set(jobs.filter(({ live }) => live === undefined).map(({ name }) => name));
  for (const { live, name, plan } of jobs) {
    // A job that is renamed to the name of a new one would be taken for it afterwards.
    const key = live === undefined || created.has(plan.name) ? `name ${plan.name}` : `id ${live.id}`;
    if (seen.has(key)) {
      throw new HeadgateError(
        'job-repeated',
        `cannot plan the jobs: found the job ${JSON.stringify(name)} twice, expected each job once; remove one of them`,
        { kind: 'negative' },
      );
    }
    seen.add(key);
  }
}
