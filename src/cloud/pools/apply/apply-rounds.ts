// The rounds of an apply and of a restoration: plan, ask, create what is missing, read back. Other clients may change pools and policies at any
// time; then the next round plans anew. Every error after the first plan becomes the result, which names what was changed before it.
import { failureReason, HeadgateError, isInterruption, printPlural } from '../../../base/index.ts';
import type { PolicyBody } from '../../api/index.ts';
import type { Backup } from '../backup/backed-up-pools.ts';
import { unreportedAlerts } from '../backup/plan-restore.ts';
import type { MigrationResult, PlannedPool } from '../migration.ts';
import { policyBody } from '../plan/policy-body.ts';
import type { Creation, Progress } from '../progress/progress.ts';
import {
  type AccountAccess,
  type AccountState,
  isSameListing,
  readAccount,
  readAccountOnce,
  readPolicies,
} from '../read-account.ts';
import type { AnyPlan, RoundsRequest } from './apply-request.ts';
import { describeTwins, isCreationOf, nameless } from './compare-policy.ts';
import { CreatedPolicies, compareReadBack, createPolicies, MAX_WAITS, pause, type Sent } from './create-policies.ts';
import { describeChanges } from './describe-changes.ts';
import type { RunLog } from './run-log.ts';

/** What distinguishes an apply from a restoration. */
export interface Rounds<Plan extends AnyPlan> {
  readonly request: RoundsRequest<Plan>;
  readonly progress: Progress;
  /** Creations of earlier runs that did not finish. */
  readonly earlier: readonly Creation[];
  readonly log: RunLog;
  /** Path of the backup, once it is written. */
  backupPath(): string | undefined;
  /** What the backup holds, once it is written. */
  backup(): Backup | undefined;
  planOf(state: AccountState): Plan;
  /** Pools with recipients, as the plan has them. */
  poolsOf(plan: Plan): readonly PlannedPool[];
  /** Whether a plan creates or clears anything that another does not. */
  hasOther(plan: Plan, known: Plan): boolean;
  /** What a plan creates or clears that the approved one does not, as the sentence part after "found"; undefined: nothing. */
  readonly otherChanges?: ((plan: Plan, approved: Plan) => string | undefined) | undefined;
  /** A plan that must not be exceeded. */
  readonly approved: Plan | undefined;
  /** Called before anything is created. */
  prepare(state: AccountState, plan: Plan): Promise<void>;
  /** Called when every policy of the plan exists. `state` was read after their creation, by the same access. */
  complete(state: AccountState, plan: Plan, access: AccountAccess): Promise<void>;
}

/** Most rounds. A client that changes pools all the time must not keep a run alive. Chosen by headgate. */
export const MAX_ROUNDS = 8;

/** How rounds end. */
type End = { readonly outcome: MigrationResult['outcome']; readonly reason?: string };

/** Runs the rounds. @throws HeadgateError before the first plan, and `plan-differs` for it; nothing was changed then */
export async function applyRounds<Plan extends AnyPlan>(rounds: Rounds<Plan>): Promise<MigrationResult> {
  const { request, log } = rounds;
  const created = new CreatedPolicies(request);
  for (const { id } of rounds.earlier) if (id !== undefined) created.add(id);
  const access = accessOf(request, created, 'list');
  const state = await untilFound(rounds, access, await readAccount(access));
  log.continueEarlier(state.policies);
  const plan = rounds.planOf(state);
  log.countCleared(rounds.poolsOf(plan));
  await request.onPlan?.(plan);
  rejectOther(rounds, plan, 'nothing was changed');
  const current = { state, plan };
  const { outcome, reason } = await runRounds(rounds, created, current).catch((error: unknown): End => {
    if (isInterruption(error, request.signal)) return { outcome: 'interrupted' };
    // A request that was not cut off, and then had no answer.
    const isUnanswered =
      error instanceof HeadgateError && error.code.startsWith('api-') && error.kind === 'unreachable';
    if (request.signal.aborted && isUnanswered) return { outcome: 'interrupted' };
    return { outcome: 'failed', reason: failureReason(error) };
  });
  return {
    version: 1,
    plan,
    outcome,
    ...(reason !== undefined && { reason }),
    backup: rounds.backupPath(),
    created: log.created,
    cleared: log.cleared,
    remaining: log.remaining(rounds.poolsOf(current.plan)),
    changes: log.changes,
    requests: request.countRequests(),
  };
}

/** @param current what was read last; replaced in each round */
async function runRounds<Plan extends AnyPlan>(
  rounds: Rounds<Plan>,
  created: CreatedPolicies,
  current: { state: AccountState; plan: Plan },
): Promise<End> {
  const { request, log } = rounds;
  const { confirm, signal, onStep } = request;
  const made = new Map<string, Sent>();
  const known = new Set(current.state.policies.map(({ id }) => id));
  let confirmed: Plan | undefined;
  /** Changes that were known at the last question. */
  let reported = 0;
  /** Takes over a newer state. */
  const update = (state: AccountState): void => {
    log.note(...changesBetween(rounds, current.state, state));
    log.note(...describeTwins(made.values(), state.policies, known));
    current.state = state;
    current.plan = rounds.planOf(state);
    log.countCleared(rounds.poolsOf(current.plan));
  };
  const list = async (): Promise<void> => {
    const { cleared } = rounds.progress;
    const expected = current.state.listing.pools.map((pool) =>
      cleared.has(pool.id) ? { ...pool, notification_email: '' } : pool,
    );
    update(await readAccount(accessOf(request, created, 'check'), expected));
  };
  for (let round = 1; ; round += 1) {
    const { plan } = current;
    if (!plan.isPending) return endOf(rounds, current);
    if (round > MAX_ROUNDS) return { outcome: 'failed', reason: TOO_MANY_ROUNDS };
    signal.throwIfAborted();
    if (round > 1) await pause(request, round - 1);
    rejectOther(rounds, plan, 'nothing more was changed');
    if (confirm !== undefined && (confirmed === undefined || rounds.hasOther(plan, confirmed))) {
      if (confirmed !== undefined) {
        await request.onChanges?.(log.changes.slice(reported));
        await request.onPlan?.(plan);
      }
      reported = log.changes.length;
      if (!(await confirm(plan))) return { outcome: signal.aborted ? 'interrupted' : 'declined' };
      confirmed = plan;
      signal.throwIfAborted();
      // The answer may have taken minutes.
      const fresh = await readAccountOnce(accessOf(request, created, 'list'));
      const hasChanged = changesBetween(rounds, current.state, fresh).length > 0;
      if (hasChanged || !isSameListing(current.state.listing.pools, fresh.listing.pools)) {
        await list();
        continue;
      }
      current.state = fresh;
    }
    const { state } = current;
    await rounds.prepare(state, plan);
    const sent = await createPolicies({ ...rounds, ...request, created, made }, plan.policies, state);
    if (sent.length > 0) {
      onStep({ step: 'prove' });
      const fresh = await readAccountOnce(accessOf(request, created, 'prove'));
      log.note(...describeTwins(made.values(), fresh.policies, known), ...compareReadBack(sent, fresh));
      if (!isSameListing(state.listing.pools, fresh.listing.pools)) {
        await list();
        continue;
      }
      log.note(...changesBetween(rounds, state, fresh));
      // Of two listings that agree.
      current.state = fresh;
    }
    await rounds.complete(current.state, plan, accessOf(request, created, 'prove'));
    await list();
  }
}

/**
 * Reads policies until those are there whose creation an earlier run has sent without an answer, if they would be created again: the API may
 * have processed the request late.
 */
async function untilFound<Plan extends AnyPlan>(
  { request, planOf, earlier }: Rounds<Plan>,
  access: AccountAccess,
  state: AccountState,
): Promise<AccountState> {
  let newest = state;
  for (let waits = 1; waits <= MAX_WAITS; waits += 1) {
    const planned = new Set(planOf(newest).policies.map((policy) => nameless(policyBody(policy))));
    const isAwaited = earlier.some(
      (creation) =>
        creation.id === undefined &&
        planned.has(nameless(JSON.parse(creation.content) as PolicyBody)) &&
        !newest.policies.some((policy) => isCreationOf(policy, creation)),
    );
    if (!isAwaited) break;
    await pause(request, waits);
    newest = { ...state, ...(await readPolicies(access)) };
  }
  return newest;
}

const TOO_MANY_ROUNDS = `other clients changed pools or policies in each of ${MAX_ROUNDS} rounds, or the API did not make a change that it accepted; no pool was cleared whose alerts are not covered; run headgate pools migrate --apply again`;

function accessOf<Plan extends AnyPlan>(
  { reader: api, account, onStep }: RoundsRequest<Plan>,
  created: CreatedPolicies,
  step: 'list' | 'prove' | 'check',
): AccountAccess {
  return {
    api,
    account,
    onPage: (done, total) => onStep({ step, done, total }),
    complete: (listed) => created.complete(listed),
  };
}

function rejectOther<Plan extends AnyPlan>(
  { approved, otherChanges }: Rounds<Plan>,
  plan: Plan,
  changed: string,
): void {
  const other = approved === undefined ? undefined : otherChanges?.(plan, approved);
  if (other === undefined) return;
  const fix = 'run headgate pools migrate --dry-run --format json again, and have the new plan approved';
  throw new HeadgateError('plan-differs', `cannot apply the approved plan: found ${other}; ${changed}; ${fix}`, {
    kind: 'negative',
  });
}

function changesBetween<Plan extends AnyPlan>(
  { log, progress }: Rounds<Plan>,
  before: AccountState,
  after: AccountState,
): string[] {
  const created = new Set(log.created.map(({ id }) => id));
  return describeChanges(before, after, { created, cleared: progress.cleared });
}

/** The end without anything left to change: a success only if the policies that were read last report every alert of the backup. */
function endOf<Plan extends AnyPlan>(
  { log, poolsOf, backup }: Rounds<Plan>,
  { state, plan }: { state: AccountState; plan: Plan },
): End {
  const content = backup();
  const lost = content === undefined ? 0 : unreportedAlerts(content, state.listing.pools, state);
  if (lost > 0) return { outcome: 'failed', reason: lostReason(lost) };
  if (poolsOf(plan).length > 0) return { outcome: 'incomplete' };
  return { outcome: log.hasChanged ? 'done' : 'nothing' };
}

function lostReason(alerts: number): string {
  const them = alerts === 1 ? 'it' : 'them';
  return `no policy that counts covers ${printPlural(alerts, 'alert')} of the backup, and no pool reports ${them} any more; run headgate pools migrate --verify to see ${them}, then headgate pools migrate --restore to create policies for ${them}`;
}
