// Applies the custom fields of a zone: plans, asks, reads the entry point again, writes the undo file, writes with one request, reads back
// and compares. Each step begins only after the one before has succeeded, so the state is the old or the new one at any time.
import { failureReason, isInterruption, isOutcomeUnknown, isRateLimited } from '../../base/index.ts';
import { type ApiRuleset, type ManagementApi, openZone } from '../../cloud/api/index.ts';
import {
  compareRulesets,
  differencesAfter,
  isSameRuleset,
  type PlannedRuleset,
  type RulesetWrite,
} from '../../cloud/plan/index.ts';
import { type UndoFile, withUndoScope, writeUndoFile } from '../../cloud/undo/index.ts';
import { CUSTOM_FIELDS_PHASE, LIMITS, type LimitsName, readRuleset } from '../../language/custom-fields/index.ts';
import { confirmPlan, type PlanQuestions, WORKING_DIRECTORY } from '../request/confirm-plan.ts';
import {
  type FieldsPlan,
  type PlanFieldsRequest,
  type PreparedFields,
  prepareFields,
  readCustomFields,
} from './plan-fields.ts';

/** The result of `fields apply`. */
export interface FieldsApplied {
  version: 1;
  plan: FieldsPlan;
  /**
   * `applied`: written, and the same when read back. `nothing`: there was nothing to change. `rejected`: the plan has a problem.
   * `declined`: the question was answered with no. `failed`: see {@link state}. `interrupted`: stopped before the write.
   */
  outcome: 'applied' | 'nothing' | 'rejected' | 'declined' | 'failed' | 'interrupted';
  /**
   * The custom fields of the zone now. `new`: as planned. `old`: as before. `changed`: as another client changed them since the plan.
   * `incomplete`: written, but what was read back differs from the plan. `unknown`: they could not be read.
   */
  state: 'new' | 'old' | 'changed' | 'incomplete' | 'unknown';
  /** Why the outcome is `failed`: a complete sentence. */
  reason?: string;
  /** Of `incomplete`: the changes that did not take effect. */
  remaining?: readonly string[];
  /** Of `changed`: what another client changed since the plan. */
  changedByOthers?: readonly string[];
  /** File with the ruleset as it was. */
  undoFile?: string;
  /** The limits with which headgate can read the undo file; null: none, since the ruleset as it was is not valid. */
  undoLimits?: LimitsName | null;
}

/** A step of an apply, for progress. */
export type ApplyFieldsStep = 'check' | 'write' | 'read-back';

/** The custom fields to apply. */
export interface ApplyFieldsRequest extends PlanFieldsRequest, PlanQuestions<FieldsPlan> {
  /** Called before each step. */
  readonly onStep?: ((step: ApplyFieldsStep) => void) | undefined;
}

/**
 * Plans, then applies the change. The signal ends the run at any time before the write; a write that has begun is read back.
 * @throws HeadgateError as `planFields`, before anything is changed. A failure after the plan is a result
 * @example
 * ```ts
 * import { tmpdir } from 'node:os';
 * import { applyFields, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, zoneId: zone } = sandbox;
 * const request = { zone, credentials: { token }, baseURL, ruleset: 'samples/ruleset.json', undoFolder: tmpdir() };
 * const first = await applyFields(request);
 * const second = await applyFields(request);
 * console.log(first.outcome, second.outcome); // => applied nothing
 * await sandbox.stop();
 * ```
 */
export async function applyFields(request: ApplyFieldsRequest): Promise<FieldsApplied> {
  const { signal = new AbortController().signal } = request;
  const prepared = await prepareFields({ ...request, signal });
  const { result: plan } = prepared;
  const confirmed = await confirmPlan(plan, { ...request, signal });
  const ended = confirmed ?? (signal.aborted ? 'interrupted' : undefined);
  if (ended !== undefined) return { version: 1, plan, outcome: ended, state: ended === 'nothing' ? 'new' : 'old' };
  return { version: 1, plan, ...(await writeFields(prepared, request, signal)) };
}

/** Part of the id of the zone in the name of the undo file. Characters. */
const ID_SHOWN = 8;

type Written = Omit<FieldsApplied, 'version' | 'plan'>;

/** Does not throw: the result has the reason of a failure. */
async function writeFields(
  { result, planned, request: asked, api }: PreparedFields,
  {
    credentials,
    baseURL,
    onRetry,
    timeoutMs,
    retry,
    onStep = () => {},
    undoFolder = WORKING_DIRECTORY,
  }: ApplyFieldsRequest,
  signal: AbortSignal,
): Promise<Written> {
  const { zoneId } = result;
  // A write must not be cut off: for this connection, the signal of the request ends only waits.
  const access = { zone: zoneId, credentials, baseURL, onRetry, timeoutMs, retry };
  const { api: writer } = await openZone({ ...access, retrySignal: signal }, api);
  let undo: UndoFile;
  try {
    onStep('check');
    const now = await readCustomFields(api, zoneId);
    if (!isSameRuleset(asked.stored, now)) {
      const changedByOthers = compareRulesets(asked.stored, now);
      return { outcome: 'failed', state: 'changed', reason: CHANGED, changedByOthers };
    }
    signal.throwIfAborted();
    const content = withUndoScope(planned.undo, { zone: zoneId });
    undo = await writeUndoFile(undoFolder, `fields-${zoneId.slice(0, ID_SHOWN)}`, content);
  } catch (error) {
    if (isInterruption(error, signal)) return { outcome: 'interrupted', state: 'old' };
    return { outcome: 'failed', state: 'old', reason: failureReason(error) };
  }
  let failure: string | undefined;
  let cause: unknown;
  try {
    onStep('write');
    await send(writer, zoneId, planned.write!);
  } catch (error) {
    cause = error;
    failure = failureReason(error);
  }
  onStep('read-back');
  const read = await readBack(writer, result, asked, failure);
  let found = read;
  if (isOutcomeUnknown(cause) && read.state === 'old') found = { ...read, state: 'unknown' };
  // The API did not process the write, and answers no further request.
  if (isRateLimited(cause) && read.state === 'unknown') found = { ...read, state: 'old', reason: failure! };
  if (found.state !== 'old') return { ...found, undoFile: undo.path, undoLimits: limitsOf(planned.undo) };
  await undo.discard();
  return found;
}

const CHANGED =
  'another client changed the custom fields since the plan, so nothing was written; run headgate fields plan to see them as they are now';

function send(api: ManagementApi, zoneId: string, write: RulesetWrite): Promise<ApiRuleset> {
  return write.kind === 'rule'
    ? api.updateRule(zoneId, write.rulesetId, write.ruleId, write.rule)
    : api.writeEntryPoint(zoneId, CUSTOM_FIELDS_PHASE, write.rules);
}

/** Reads the custom fields after the write and compares them with the plan. @param failure of the write */
async function readBack(
  api: ManagementApi,
  { zoneId }: FieldsPlan,
  asked: PreparedFields['request'],
  failure: string | undefined,
): Promise<Written> {
  const before = failure === undefined ? 'the API accepted the change, but' : `${failure};`;
  let found: ApiRuleset | undefined;
  try {
    found = await readCustomFields(api, zoneId);
  } catch (error) {
    const reason = `${before} reading it back failed: ${failureReason(error)}`;
    return { outcome: 'failed', state: 'unknown', reason };
  }
  const remaining = differencesAfter(asked, found);
  if (remaining.length === 0) return { outcome: 'applied', state: 'new' };
  if (isSameRuleset(asked.stored, found)) {
    return { outcome: 'failed', state: 'old', reason: failure ?? `${before} it had no effect` };
  }
  const reason = `${before} the ruleset that was read back differs from the plan`;
  return { outcome: 'failed', state: 'incomplete', reason, remaining };
}

/** Returns the limits under which a ruleset is valid, the default first; null: none. */
function limitsOf(ruleset: PlannedRuleset['undo']): LimitsName | null {
  const text = JSON.stringify(ruleset);
  const names = Object.keys(LIMITS) as LimitsName[];
  return names.find((name) => readRuleset(text, 'undo', LIMITS[name], { allowsNoRule: true }).ruleset) ?? null;
}
