// Plans a transformer: reads its file, the live one and the jobs that refer to it, compares them, and compares answers of the platform's
// preview with ours. Changes nothing.
import { HeadgateError } from '../../base/index.ts';
import {
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
import { type ReadStdin, readStdin } from '../request/argument-text.ts';
import { readLiveTransformer } from '../request/live-transformer.ts';
import { drawPreviewLines, type PreviewComparison, type PreviewRequest, previewLines } from './preview-lines.ts';
import { type ReadTransformerFile, readTransformerFile, type TransformerSettings } from './wanted-transformer.ts';

/** Access to the transformers of an account. */
export interface TransformersAccess extends ConnectOptions {
  /** Id of 32 hexadecimal digits. */
  account: string;
}

/** The transformer to plan. */
export interface PlanTransformerRequest extends TransformersAccess, TransformerSettings {
  /** Path of its SQL, of JSON with the keys of the API, or `-`. */
  transformer: string;
  /** Whether SQL with the tree of the live one, but written differently, is a change. @default false */
  rewrite?: boolean | undefined;
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
  /** Absent unless it was asked for. */
  preview?: PreviewComparison;
  /** Whether the transformer would be created or updated. */
  isPending: boolean;
  /** Whether `transformers apply` would apply the plan: it has no problem. */
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
 * Plans a transformer.
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

/** Plans, and returns what an apply needs. */
export async function prepareTransformer(
  request: PlanTransformerRequest,
): Promise<PreparedTransformer & { file: ReadTransformerFile }> {
  const { account, transformer: path, id, name, description, rewrite = false, stdin = readStdin() } = request;
  const file = await readTransformerFile(path, { id, name, description }, stdin);
  const { api } = await openJobs({ ...request, account, zone: undefined });
  rejectOtherScope(file.undoScope, { account }, file.origin);
  const found = findTransformer(file, await api.listTransformers(account));
  const live = found && (await readLiveTransformer(api, account, found.id));
  if (found !== undefined && live === undefined) throw missing(file, `the transformer ${found.id} was deleted`);
  const versions = found === undefined ? [] : await api.listTransformerVersions(account, found.id, 1);
  const jobs = await Promise.all((found?.associated_jobs ?? []).map((job) => readJob(api, job)));
  const planned = planOne({ wanted: file.wanted, transformer: file.transformer, live, jobs, rewrite });
  return {
    result: {
      ...{ version: 1, account, plan: planned.plan, liveVersion: versions[0]?.version ?? null },
      sqlWarnings: file.warnings.map(({ message }) => message),
      isPending: planned.plan.action !== 'none',
      isApplicable: planned.plan.problems.length === 0,
    },
    ...{ planned, live, api, file },
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
