// Applies a transformer: plans, asks, writes and reads back.
import { HeadgateError } from '../../base/index.ts';
import type { ManagementApi } from '../../cloud/api/index.ts';
import { compareTransformers, type LiveTransformer, type TransformerChange } from '../../cloud/transformers/index.ts';
import { type AppliedObject, applyObject, type ObjectStep, openWriter } from '../request/apply-object.ts';
import { confirmPlan, type PlanQuestions, WORKING_DIRECTORY } from '../request/confirm-plan.ts';
import { readLiveTransformer } from '../request/live-transformer.ts';
import {
  type PlanTransformerRequest,
  type PreparedTransformer,
  prepareTransformer,
  type TransformersPlan,
} from './plan-transformer.ts';

/** The transformer to apply. */
export interface ApplyTransformerRequest extends PlanTransformerRequest, PlanQuestions<TransformersPlan> {
  /** A plan of `transformers plan --format json`: anything else than its changes is rejected. @default anything is applied */
  approved?: TransformersPlan | undefined;
  /** Called before each step. */
  onStep?: ((step: ObjectStep['step']) => void) | undefined;
}

/** The result of `transformers apply`. */
export interface TransformersApplied {
  version: 1;
  plan: TransformersPlan;
  /**
   * `applied`: written, and the same when read back. `nothing`: there was nothing to change. `rejected`: the plan has a problem.
   * `declined`: the question was answered with no. `failed` and `interrupted`: see the transformer.
   */
  outcome: 'applied' | 'nothing' | 'rejected' | 'declined' | 'failed' | 'interrupted';
  /** Null if nothing was tried. */
  transformer: AppliedObject<TransformerChange> | null;
}

/**
 * Plans, then applies the change. The signal ends the run at any time before the write; a write that has begun is read back.
 * @throws HeadgateError as `planTransformer`, before anything is changed. A failure after the plan is a result
 * @example
 * ```ts
 * import { tmpdir } from 'node:os';
 * import { applyTransformer, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, accountId: account } = sandbox;
 * const request = {
 *   ...{ account, credentials: { token }, baseURL, undoFolder: tmpdir() },
 *   ...{ transformer: '-', name: 'slim', stdin: async () => 'SELECT RayID FROM http_requests' },
 * };
 * const first = await applyTransformer(request);
 * const second = await applyTransformer(request);
 * console.log(first.outcome, first.transformer?.id, second.outcome); // => applied 1 nothing
 * await sandbox.stop();
 * ```
 */
export async function applyTransformer(request: ApplyTransformerRequest): Promise<TransformersApplied> {
  const { approved, undoFolder = WORKING_DIRECTORY, signal = new AbortController().signal } = request;
  const prepared = await prepareTransformer(request);
  const { result: plan, api } = prepared;
  const ended = await confirmPlan(plan, {
    ...{ ...request, signal, hasUndo: plan.plan.action === 'update' },
    rejectOther: approved && (() => rejectOther(prepared, approved)),
  });
  if (ended !== undefined) return { version: 1, plan, outcome: ended, transformer: null };
  const scope = { account: plan.account };
  const writer = await openWriter(request, { scope, api, signal });
  const { applied, isInterrupted } = await applyObject(changeOf(prepared, request), {
    ...{ api, writer, scope, undoFolder, signal },
  });
  const outcome = applied.outcome === 'applied' ? 'applied' : isInterrupted ? 'interrupted' : 'failed';
  return { version: 1, plan, outcome, transformer: applied };
}

function changeOf(
  { result, planned, live }: PreparedTransformer,
  { onStep = () => {} }: ApplyTransformerRequest,
): Parameters<typeof applyObject<LiveTransformer, TransformerChange>>[0] {
  const { account, plan } = result;
  const { body, undo } = planned;
  const read = (api: ManagementApi, id: number) => readLiveTransformer(api, account, id);
  const differences = (found: LiveTransformer) => ({ remaining: compareTransformers(found, body), others: [] });
  /** With the SQL of those that have the name: the list has none. */
  const list = async (api: ManagementApi): Promise<LiveTransformer[]> => {
    const all: LiveTransformer[] = [];
    for (const { id, name = '', description = '' } of await api.listTransformers(account)) {
      const found = name === body.name ? await read(api, id) : undefined;
      all.push(found ?? { id, name, description, code: '' });
    }
    return all;
  };
  return {
    ...{ noun: 'transformer', action: plan.action, name: plan.name, key: body.name, live, read, list, differences },
    create: (api, known) => api.createTransformer(account, body, known),
    readCreated: async (api, id) => {
      const found = await read(api, id);
      const namesakes = (await api.listTransformers(account)).filter(({ name }) => name === body.name);
      return { found, ids: [...new Set([id, ...namesakes.map((one) => one.id)])].sort((a, b) => a - b) };
    },
    update: (api, id) => api.updateTransformer(account, id, body),
    compare: compareTransformers,
    undo: () => undo,
    onStep,
  };
}

/** @throws HeadgateError `plan-not-applicable`, `plan-differs` */
function rejectOther({ result, planned }: PreparedTransformer, approved: TransformersPlan): void {
  const reject = (code: string, found: string) =>
    new HeadgateError(
      code,
      `cannot apply the plan: ${found}; nothing was changed; use the file and the flags of the plan, or run headgate transformers plan again`,
      { kind: 'negative' },
    );
  if (!approved.isApplicable)
    throw reject(
      'plan-not-applicable',
      'found a plan with a problem, with more lines on which the transformer fails than before, or with a guard that does not hold, expected one that can be applied',
    );
  const keyOf = ({ account, plan: { action, name, id, changes } }: TransformersPlan) =>
    JSON.stringify([account, action, name, id, changes]);
  if (keyOf(result) === keyOf(approved)) return;
  // What was approved may be live already.
  const live = new Map(compareTransformers(undefined, planned.body).map((change) => [change.path, afterOf(change)]));
  const isLive =
    approved.account === result.account &&
    approved.plan.name === result.plan.name &&
    approved.plan.changes.every((change) => afterOf(change) === live.get(change.path));
  if (result.isPending || !isLive) throw reject('plan-differs', 'found other changes now than in the plan');
}

/** The value after a change, as the plan prints it; undefined: none. */
function afterOf(change: TransformerChange): string | undefined {
  if (change.kind !== 'sql') return change.to;
  return change.lines.flatMap(({ kind, text }) => (kind === 'remove' ? [] : [text])).join('\n');
}

/**
 * Parses the result of `transformers plan --format json`.
 * @throws HeadgateError `plan-invalid`
 */
export function parseApprovedTransformer(text: string, origin: string): TransformersPlan {
  try {
    const value = JSON.parse(text) as TransformersPlan;
    if (value.version === 1 && Array.isArray(value.plan.changes)) return value;
  } catch {
    // Not JSON, or another document.
  }
  throw new HeadgateError(
    'plan-invalid',
    `cannot use the plan in ${origin}: found another document, expected the result of headgate transformers plan --format json`,
  );
}
