// Creates the policies of a plan, one after the other, and compares them with what was sent. An intent is on disk before each request.
import { setTimeout as wait } from 'node:timers/promises';
import { HeadgateError } from '../../../base/index.ts';
import type { ApiPolicy, PolicyBody } from '../../api/index.ts';
import type { LivePolicies } from '../coverage/coverage.ts';
import { differenceFromPlanned } from '../coverage/difference-from-planned.ts';
import type { PlannedPolicy } from '../migration.ts';
import { policyBody } from '../plan/policy-body.ts';
import type { Creation, Progress } from '../progress/progress.ts';
import type { AnyPlan, ApplyRequest, RoundsRequest } from './apply-request.ts';
import { contentOf, differingKeys, isCreationOf, nameless } from './compare-policy.ts';
import type { RunLog } from './run-log.ts';

/** Most waits for what the API does not return yet. Chosen by headgate. */
export const MAX_WAITS = 5;

/** Where to read, and how long to wait. */
type Lagging = Pick<ApplyRequest, 'reader' | 'account' | 'delayMs' | 'signal'>;

/** The policies that a run and those that it continues have created. */
export class CreatedPolicies {
  readonly #lagging: Lagging;
  readonly #ids = new Set<string>();

  constructor(lagging: Lagging) {
    this.#lagging = lagging;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  /**
   * Adds the created policies that a list lacks, each read by its id. Waits for those that the API does not return either, and counts them
   * as deleted after {@link MAX_WAITS} waits.
   */
  async complete(listed: readonly ApiPolicy[]): Promise<readonly ApiPolicy[]> {
    const { reader, account } = this.#lagging;
    const read = new Map<string, ApiPolicy>();
    let newest = listed;
    for (let waits = 0; ; waits += 1) {
      const known = new Set(newest.map(({ id }) => id));
      const lacking = [...this.#ids].filter((id) => !known.has(id));
      const isLast = waits === MAX_WAITS;
      for (const id of lacking) {
        const policy = read.get(id) ?? (await reader.readPolicy(account, id));
        if (policy !== undefined) read.set(id, policy);
        else if (isLast) this.#ids.delete(id);
        // One that is missing is enough for a wait.
        else break;
      }
      if (isLast || lacking.every((id) => read.has(id))) {
        return [...newest, ...lacking.flatMap((id) => read.get(id) ?? [])];
      }
      await pause(this.#lagging, waits + 1);
      newest = await reader.listPolicies(account);
    }
  }
}

/** What a creation needs. */
interface CreateContext extends Pick<RoundsRequest<AnyPlan>, 'writer' | 'account' | 'signal' | 'onStep'> {
  readonly progress: Progress;
  /** Creations of earlier runs that did not finish. */
  readonly earlier: readonly Creation[];
  readonly log: RunLog;
  readonly created: CreatedPolicies;
  /** What the run has created, by content without the name: a repetition takes another name. */
  readonly made: Map<string, Sent>;
}

/** A policy that was created, as it was sent. */
export interface Sent {
  readonly id: string;
  readonly body: PolicyBody;
}

/**
 * Creates policies.
 * @param state with every policy of the account
 * @throws HeadgateError at the first that is not created; `policy-lost` for content that the run has created before, and `policy-differs` if
 * an earlier run has. Those before it exist, and the next run uses them
 */
export async function createPolicies(
  context: CreateContext,
  planned: readonly PlannedPolicy[],
  { policies }: Pick<LivePolicies, 'policies'>,
): Promise<Sent[]> {
  const { writer, account, progress, log, created, signal, onStep, made } = context;
  const ids = policies.map(({ id }) => id);
  const sent: Sent[] = [];
  for (const [index, policy] of planned.entries()) {
    signal.throwIfAborted();
    onStep({ step: 'create', done: index, total: planned.length });
    const body = policyBody(policy);
    const content = nameless(body);
    const before = made.get(content);
    if (before !== undefined) throw lost(before);
    rejectUnusable(context.earlier, body, policies);
    const store = progress.create(contentOf(body), body.name);
    const id = await writer.createPolicy(account, body, ids);
    // Before the progress, which a full disk can prevent.
    log.created.push({ id, name: body.name, isEarlier: false });
    store(id);
    created.add(id);
    ids.push(id);
    made.set(content, { id, body });
    sent.push({ id, body });
  }
  onStep({ step: 'create', done: planned.length, total: planned.length });
  return sent;
}

/**
 * Compares policies with what was sent. A deleted policy is not compared.
 * @returns a complete sentence for each that differs without a loss
 * @throws HeadgateError `policy-differs` for the first that does not cover what was planned: to create it again would repeat the difference
 */
export function compareReadBack(sent: readonly Sent[], { policies, silences, now }: LivePolicies): string[] {
  const live = new Map(policies.map((policy) => [policy.id, policy]));
  return sent.flatMap(({ id, body }) => {
    const policy = live.get(id);
    if (policy === undefined) return [];
    const difference = differenceFromPlanned(body, policy, { silences, now });
    if (difference !== undefined) throw differs(policy, body, difference);
    const keys = differingKeys(policy, body);
    return keys.length === 0
      ? []
      : [`The policy ${JSON.stringify(body.name)} was read back with other values than sent: ${keys.join(', ')}.`];
  });
}

/**
 * Does not create content again that the API has changed before. A policy that was disabled or silenced is no such change: the API kept it as
 * it was sent.
 */
function rejectUnusable(earlier: readonly Creation[], body: PolicyBody, policies: readonly ApiPolicy[]): void {
  for (const creation of earlier) {
    if (nameless(JSON.parse(creation.content) as PolicyBody) !== nameless(body)) continue;
    const found = policies.find((policy) => isCreationOf(policy, creation));
    if (found?.enabled !== true) continue;
    const difference = differenceFromPlanned(body, found, { silences: [], now: new Date() });
    if (difference !== undefined) throw differs(found, body, difference);
  }
}

function differs({ id, name }: ApiPolicy, body: PolicyBody, difference: string): HeadgateError {
  return new HeadgateError(
    'policy-differs',
    `cannot use the policy ${JSON.stringify(name ?? body.name)} (id ${id}): headgate created it, and the API returns one that ${difference}; no further policy was created, and no pool was cleared that depends on it; correct the policy or delete it, check who changes the notification policies, and run the command again`,
    { kind: 'negative' },
  );
}

function lost({ id, body: { name } }: Sent): HeadgateError {
  return new HeadgateError(
    'policy-lost',
    `cannot use the policy ${JSON.stringify(name)} (id ${id}): this run created it, and it does not exist any more or does not count; no run creates the same policy twice; check who changes the notification policies, and run the command again`,
    { kind: 'negative' },
  );
}

/** Waits twice as long each time. @param count from 1 */
export async function pause({ delayMs, signal }: Pick<Lagging, 'delayMs' | 'signal'>, count: number): Promise<void> {
  await wait(delayMs * 2 ** (count - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
}
