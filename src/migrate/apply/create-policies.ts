// Creates the policies of a plan, one after the other, and compares them with what was sent. An intent is on disk before each request.
import type { ApiPolicy, PolicyBody } from '../../api/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { PlannedPolicy } from '../migration-plan.ts';
import { policyBody } from '../plan/policy-body.ts';
import type { Progress } from '../progress/progress.ts';
import type { MigrationApi } from '../read-account.ts';
import { contentOf, differingKeys } from './compare-policy.ts';
import type { RunLog } from './run-log.ts';

/** What a creation needs. */
export interface CreateContext {
  readonly writer: MigrationApi;
  readonly account: string;
  readonly progress: Progress;
  readonly log: RunLog;
  readonly signal: AbortSignal;
  readonly onStep: (step: { step: 'create'; done: number; total: number }) => void;
  /** How often a run has created each content. */
  readonly counts: Map<string, number>;
}

/** A policy that was created, as it was sent. */
export interface Sent {
  readonly id: string;
  readonly body: PolicyBody;
}

/** A client that deletes each new policy must not make headgate create policies in a loop. Ours. */
const MAX_CREATIONS_OF_ONE = 2;

/**
 * Creates policies.
 * @param known every policy of the account
 * @throws HeadgateError at the first that is not created. Those before it exist, and the next run uses them
 */
export async function createPolicies(
  context: CreateContext,
  planned: readonly PlannedPolicy[],
  known: readonly ApiPolicy[],
): Promise<Sent[]> {
  const { writer, account, progress, log, signal, onStep, counts } = context;
  const ids = known.map(({ id }) => id);
  const sent: Sent[] = [];
  for (const [index, policy] of planned.entries()) {
    signal.throwIfAborted();
    onStep({ step: 'create', done: index, total: planned.length });
    const body = policyBody(policy);
    const content = contentOf(body);
    const count = counts.get(content) ?? 0;
    if (count >= MAX_CREATIONS_OF_ONE) throw lost(body.name, count);
    counts.set(content, count + 1);
    const store = progress.create(content, body.name);
    const id = await writer.createPolicy(account, body, ids);
    store(id);
    ids.push(id);
    sent.push({ id, body });
    log.created.push({ id, name: body.name, isEarlier: false });
  }
  onStep({ step: 'create', done: planned.length, total: planned.length });
  return sent;
}

/** Compares policies with what was sent. @returns a complete sentence for each that differs; a deleted one is not compared */
export function compareReadBack(sent: readonly Sent[], policies: readonly ApiPolicy[]): string[] {
  const live = new Map(policies.map((policy) => [policy.id, policy]));
  return sent.flatMap(({ id, body }) => {
    const policy = live.get(id);
    const keys = policy === undefined ? [] : differingKeys(policy, body);
    return keys.length === 0
      ? []
      : [`The policy ${JSON.stringify(body.name)} was read back with other values than sent: ${keys.join(', ')}.`];
  });
}

function lost(name: string, count: number): HeadgateError {
  return new HeadgateError(
    'policy-lost',
    `cannot create the policy ${JSON.stringify(name)}: it was created ${count} times in this run and did not remain as it was sent; no pool was cleared that depends on it; check who changes the notification policies, and run headgate again`,
    { kind: 'negative' },
  );
}
