// Plans a transformer: reads its file, the live one and the jobs that refer to it, compares them, replays both over a source, and compares answers of the
// platform's preview with ours. Changes nothing.
import type { GuardRequest } from '../../analysis/guard/index.ts';
import { abortable, HeadgateError, redactSecrets, uniqueNames } from '../../base/index.ts';
import {
  type ApiJob,
  type ApiTransformer,
  type AttachedJob,
  type ConnectOptions,
  type ManagementApi,
  openJobs,
} from '../../cloud/api/index.ts';
import {
  type LiveTransformer,
  type PlannedTransformer,
  planTransformer as planOne,
  type TransformedJob,
  type TransformerPlan,
} from '../../cloud/transformers/index.ts';
import { rejectOtherScope } from '../../cloud/undo/index.ts';
import { INTERRUPTED, parseSources, type SourceListing } from '../../input/sources/index.ts';
import type { Job } from '../../language/job/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { readTransformer } from '../../language/transformer/index.ts';
import { isAcceptable, unjudgedEffectsError } from '../jobs/jobs-plan.ts';
import { parsedJob, pushOf } from '../jobs/plan-jobs.ts';
import { type FilterEffect, type FilterReplacement, replayEffects } from '../jobs/replay-effects.ts';
import { textOf } from '../jobs/wanted-jobs.ts';
import { checkPrices } from '../replay/replay-guards.ts';
import { type ReadStdin, readStdin } from '../request/argument-text.ts';
import { hasGuards, rejectUnusedGuards } from '../request/has-guards.ts';
import { readLiveTransformer } from '../request/live-transformer.ts';
import { type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { guardsFor, loadGuards } from '../request/read-guards.ts';
import { type PriceRequest, readPrices } from '../request/read-prices.ts';
import { isOwnSource } from '../request/written-by/own-source.ts';
import { type WritingJob, writingJobOf } from '../request/written-by/written-by.ts';
import { drawPreviewLines, type PreviewComparison, type PreviewRequest, previewLines } from './preview-lines.ts';
import { type ReadTransformerFile, readTransformerFile, type TransformerSettings } from './wanted-transformer.ts';

/** Access to the transformers of an account. */
export interface TransformersAccess extends ConnectOptions {
  /** Id of 32 hexadecimal digits. */
  account: string;
}

/** The transformer to plan. */
export interface PlanTransformerRequest
  extends TransformersAccess,
    TransformerSettings,
    LogsRequest,
    PriceRequest,
    ThreadsRequest,
    GuardRequest {
  /** Path of its SQL, of JSON with the keys of the API, `-`, or SQL that begins with SELECT or WITH. */
  transformer: string;
  /** Whether SQL with the tree of the live one, but written differently, is a change. @default false */
  rewrite?: boolean | undefined;
  /** The logs to replay the live and the new SQL on, behind the filter and the fields of each job that refers to it. @default none */
  sources?: readonly string[] | undefined;
  /** Ends the planning: without figures if it reads the source. @default never aborted */
  signal?: AbortSignal | undefined;
  /** Called before an object of the sources is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
  /** Reads standard input, for `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
}

/** The result of `transformers plan`. */
export interface TransformersPlan {
  version: 1;
  account: string;
  plan: TransformerPlan;
  /** Version of the live SQL; null: there is none, or the API does not list it. */
  liveVersion: number | null;
  /** Warnings about the SQL itself. */
  sqlWarnings: readonly string[];
  /** The effect on the lines of the source, for each job that refers to the transformer; without a job, on all lines. Empty without a source. */
  effects: readonly FilterEffect[];
  /** Whether the SQL was replayed over a source. */
  isMeasured: boolean;
  /** The run was interrupted while it read the source. */
  partial: boolean;
  /** Absent unless it was asked for. */
  preview?: PreviewComparison;
  /** Whether the transformer would be created or updated. */
  isPending: boolean;
  /**
   * Whether `transformers apply` would apply the plan: it has no problem, the SQL fails on no more lines of the source than the live one, and every
   * guard holds on a source that was read completely.
   */
  isApplicable: boolean;
}

/** A plan, and what an apply needs. */
export interface PreparedTransformer {
  result: TransformersPlan;
  planned: PlannedTransformer;
  live: LiveTransformer | undefined;
  /** Ends with the signal of the request. */
  api: ManagementApi;
}

/**
 * Plans a transformer. With sources, guards judge what each job that refers to it delivers.
 * @param request with `preview`, lines of a source are sent to the platform's preview, if its `confirm` returns true for them: they leave this machine
 * @throws HeadgateError for an invalid file before anything is requested, `transformer-missing`, `transformer-ambiguous`, and if the API cannot
 * be reached or rejects the access
 * @example
 * ```ts
 * import { planTransformer, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, accountId: account } = sandbox;
 * const { plan } = await planTransformer({
 *   ...{ account, credentials: { token }, baseURL },
 *   ...{ transformer: '-', name: 'slim', stdin: async () => 'SELECT RayID FROM http_requests' },
 * });
 * console.log(plan.action, plan.dataset); // => create http_requests
 * await sandbox.stop();
 * ```
 */
export async function planTransformer(
  request: PlanTransformerRequest & { preview?: PreviewRequest | undefined },
): Promise<TransformersPlan> {
  const { result, api, file } = await prepareTransformer(request);
  if (request.preview === undefined) return result;
  const { account, signal } = request;
  const { confirm, ...asked } = request.preview;
  const records = await drawPreviewLines({ ...asked, signal: asked.signal ?? signal }, file.transformer);
  const isConfirmed = await confirm(records);
  const preview = await previewLines({ api, account }, file.transformer, isConfirmed ? records : []);
  return { ...result, preview };
}

/** Returns why a plan has no answer: nothing keeps it from being applied but guards without one; undefined otherwise. */
export function unjudgedTransformerError({ plan, effects, partial }: TransformersPlan): HeadgateError | undefined {
  return partial || plan.problems.length > 0 ? undefined : unjudgedEffectsError(effects);
}

/** Plans, and returns what an apply needs. */
export async function prepareTransformer(
  request: PlanTransformerRequest,
): Promise<PreparedTransformer & { file: ReadTransformerFile }> {
  const { account, transformer: path, id, name, description, rewrite = false, stdin = readStdin() } = request;
  rejectUnusedGuards(request);
  const file = await readTransformerFile(path, { id, name, description }, stdin);
  const { sources, connection, signal } = resolveLogs(request);
  const { dataset } = file.transformer;
  const loadedGuards = await abortable(loadGuards(request), signal);
  checkPrices(guardsFor(loadedGuards, dataset), await abortable(readPrices(request), signal));
  await abortable(parseSources(sources, connection), signal);
  const { api } = await openJobs({ ...request, account, zone: undefined });
  rejectOtherScope(file.undoScope, { account }, file.origin);
  const found = findTransformer(file, await api.listTransformers(account));
  const live = found && (await readLiveTransformer(api, account, found.id));
  if (found !== undefined && live === undefined) throw missing(file, `the transformer ${found.id} was deleted`);
  const versions = found === undefined ? [] : await api.listTransformerVersions(account, found.id, 1);
  const jobs = await Promise.all((found?.associated_jobs ?? []).map((job) => readJob(api, job)));
  const planned = planOne({ wanted: file.wanted, transformer: file.transformer, live, jobs, rewrite });
  const { plan } = planned;
  let effects: FilterEffect[] = [];
  let warnings: string[] = [];
  let partial = false;
  if (sources.length > 0 && plan.problems.length === 0) {
    const replaced = await replacements(request, file, { live, jobs, name: planned.body.name });
    warnings = replaced.warnings;
    try {
      effects = await replayEffects({
        ...request,
        ...replaced,
        loadedGuards,
        samples: 0,
        dataset: dataset.name,
      });
      if (!replaced.isLiveRead)
        effects = effects.map(({ failing, ...effect }) => ({
          ...effect,
          ...(failing && { failing: { ...failing, from: null } }),
        }));
    } catch (error) {
      if (!(error instanceof HeadgateError) || error.code !== INTERRUPTED) throw error;
      partial = true;
    }
  }
  const unread = hasGuards(request) ? jobs.filter(({ settings }) => settings === undefined) : [];
  const problems = [
    ...plan.problems,
    ...unread.map(
      (job) => `the job ${redactSecrets(job.name)} (id ${job.id}) cannot be read: its guards cannot be judged`,
    ),
  ];
  return {
    result: {
      ...{ version: 1, account, plan: { ...plan, warnings: [...plan.warnings, ...warnings], problems } },
      liveVersion: versions[0]?.version ?? null,
      sqlWarnings: file.warnings.map(({ message }) => message),
      ...{ effects, partial, isMeasured: sources.length > 0 },
      isPending: plan.action !== 'none',
      isApplicable: !partial && problems.length === 0 && effects.every(isAcceptable),
    },
    ...{ planned, live, api, file },
  };
}

/** The live and the new SQL behind the filter of each job that refers to it; without a job, on all lines. @param name after the change */
async function replacements(
  { sources = [], connection = {} }: PlanTransformerRequest,
  { transformer: { dataset, sql } }: ReadTransformerFile,
  { live, jobs, name }: { live: LiveTransformer | undefined; jobs: readonly TransformedJob[]; name: string },
) {
  const unread = live && readTransformer(live.code, { dataset }).problems.find(({ severity }) => severity === 'error');
  const sides = {
    transformerBefore: live && unread === undefined ? { name: live.name, sql: live.code } : undefined,
    transformerAfter: { name, sql },
    isNew: unread !== undefined,
  };
  const warnings =
    unread === undefined ? [] : [`headgate cannot replay the live SQL: ${redactSecrets(unread.message)}`];
  const readable = jobs.flatMap(({ name, settings }) => (settings === undefined ? [] : [{ name, settings }]));
  const names = uniqueNames(readable.map((one) => one.name));
  const pushedBy: Job[] = [];
  let writer: WritingJob | undefined;
  const all: FilterReplacement[] = [];
  for (const [index, { settings }] of readable.entries()) {
    const [job, shown] = [parsedJob(settings as ApiJob), names[index]!];
    const isOwn = await isOwnSource(sources, textOf(settings.destination_conf) ?? '', connection);
    if (isOwn && job !== undefined) {
      pushedBy.push(job);
      if (textOf(settings.filter) !== undefined || pushSettings(job).sampleRate < 1)
        writer ??= await writingJobOf(job, dataset);
    }
    if (isOwn)
      warnings.push(`${shown}: the source is what this job pushed itself: its transformer has changed the lines`);
    const [filter, push] = [textOf(settings.filter), pushOf(settings as ApiJob, job)];
    all.push({ ...sides, job: shown, from: filter, to: filter, jobBefore: job, jobAfter: job, push, isOwn });
  }
  return {
    replacements: all.length === 0 ? [{ ...sides, job: name }] : all,
    pushedBy,
    writer,
    warnings,
    isLiveRead: unread === undefined,
  };
}

function missing({ origin }: ReadTransformerFile, found: string): HeadgateError {
  const advice = 'list the transformers (headgate transformers list)';
  return new HeadgateError('transformer-missing', `cannot use the transformer in ${origin}: ${found}; ${advice}`, {
    kind: 'negative',
  });
}

/** By id, else by name; undefined: it is created. */
function findTransformer(file: ReadTransformerFile, all: readonly ApiTransformer[]): ApiTransformer | undefined {
  const { id, name } = file.wanted;
  if (id !== undefined) {
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw missing(file, `there is no transformer with the id ${id}`);
  }
  const found = all.filter((one) => one.name === name);
  if (found.length < 2) return found[0];
  throw new HeadgateError(
    'transformer-ambiguous',
    `cannot use the transformer in ${file.origin}: ${found.length} transformers have the name ${JSON.stringify(name)} (ids ${found.map((one) => one.id).join(', ')}); add --id ID`,
    { kind: 'negative' },
  );
}

/** A job that these credentials cannot read is one that is not checked. */
async function readJob(
  api: ManagementApi,
  { id, name = '', object_tag: tag, object_type: type }: AttachedJob,
): Promise<TransformedJob> {
  const shown = name === '' ? `job-${id}` : name;
  if (tag === undefined || (type !== 'zone' && type !== 'account')) return { id, name: shown, settings: undefined };
  try {
    return { id, name: shown, settings: await api.readJob(type === 'zone' ? { zone: tag } : { account: tag }, id) };
  } catch (error) {
    if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
    return { id, name: shown, settings: undefined };
  }
}
