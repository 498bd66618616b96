// Removes the recipients of pools. INVARIANT: nothing is cleared that is not covered. Every request needs a value that only the proof of
// coverage creates, and the pools are read again immediately before it. docs/pools.md, "What apply guarantees".
import { HeadgateError } from '../../../base/index.ts';
import type { ApiPool, PoolListing, PoolPage } from '../../api/index.ts';
import type { ClearablePool, ProvenListing } from '../coverage/prove-coverage.ts';
import type { PlannedPool } from '../migration.ts';
import { hasRecipients } from '../pool/legacy-pool.ts';
import type { Progress } from '../progress/progress.ts';
import type { ApplyRequest } from './apply-request.ts';
import type { RecentProof } from './recent-proof.ts';
import type { RunLog } from './run-log.ts';

/** What clearing needs. */
interface ClearContext extends Pick<ApplyRequest, 'reader' | 'writer' | 'account' | 'signal' | 'onStep'> {
  readonly progress: Progress;
  readonly log: RunLog;
  /** Whether the API has cleared each page that it was asked for. False: pools are cleared one by one. */
  isBulkReliable: boolean;
  /** Pools that an answer for a page showed as cleared. One that has recipients again was not cleared. */
  readonly clearedByPage: Set<string>;
}

/** What was proved, and the pools to clear. */
interface ProvenPools {
  readonly recent: RecentProof;
  /** The listing of the proof. */
  readonly listing: PoolListing;
  /** Of the plan, with recipients. */
  readonly pools: readonly PlannedPool[];
}

/**
 * Clears page by page if every pool of the account may be cleared, else pool by pool. Skips pools that another client changed since the
 * proof: they need a new plan.
 * @throws HeadgateError `pool-cleared-unproved` if the API cleared a pool that was not proved; the errors of the API
 */
export async function clearPools(context: ClearContext, proven: ProvenPools): Promise<void> {
  const { everyPool } = proven.recent.proof;
  if (everyPool === undefined || !context.isBulkReliable) await clearOneByOne(context, proven);
  else await clearByPage(context, proven);
}

/** Tries again after the wait that the API requests. Each try reads policies and pools anew. */
async function tryUntilAnswered<Result>(
  { reader }: ClearContext,
  recent: RecentProof,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(await reader.waitAfter(error, tries))) throw error;
      recent.expire();
    }
  }
}

async function clearOneByOne(context: ClearContext, { recent, pools }: ProvenPools): Promise<void> {
  const { reader, account, signal, onStep } = context;
  const toClear = pools.filter(({ action }) => action === 'clear');
  for (const [index, { id }] of toClear.entries()) {
    onStep({ step: 'clear', done: index, total: toClear.length });
    await tryUntilAnswered(context, recent, async () => {
      signal.throwIfAborted();
      const { found: pool, proof } = await recent.readWith(() => reader.readPool(account, id));
      const clearable = pool && hasRecipients(pool) ? proof.clearable(pool) : undefined;
      signal.throwIfAborted();
      if (clearable !== undefined) await clearOne(context, clearable);
    });
  }
  onStep({ step: 'clear', done: toClear.length, total: toClear.length });
}

/** The only request that clears one pool. */
async function clearOne({ writer, account, progress, log }: ClearContext, pool: ClearablePool): Promise<void> {
  progress.clear([pool]);
  const answer = await unlessMissing(writer.clearPool(account, pool.id));
  if (answer === undefined) return;
  if (answer.id !== pool.id) throw unproved(answer, undefined);
  if (!hasRecipients(answer)) log.addCleared([pool]);
}

async function clearByPage(context: ClearContext, { recent, listing, pools }: ProvenPools): Promise<void> {
  const { reader, account, signal, onStep } = context;
  const remaining = new Set(pools.map(({ id }) => id));
  const total = remaining.size;
  const { paging, pageSize: size } = listing;
  for (let index = 0; index * size < listing.pools.length; index += 1) {
    const listed = listing.pools.slice(index * size, (index + 1) * size);
    if (!listed.some(({ id }) => remaining.has(id))) continue;
    onStep({ step: 'clear', done: total - remaining.size, total });
    const page = { paging, size, index };
    const withRecipients = await tryUntilAnswered(context, recent, async () => {
      signal.throwIfAborted();
      const { found, proof } = await recent.readWith(() => reader.readPoolPage(account, page));
      const { everyPool: every } = proof;
      const clearable = found.flatMap((pool) => proof.clearable(pool) ?? []);
      // Another client changed a pool or a policy, or the pages have shifted: everything is read anew.
      if (every === undefined || clearable.length < found.length) return undefined;
      signal.throwIfAborted();
      const ids = new Set(found.filter(hasRecipients).map(({ id }) => id));
      const targets = { pools: clearable, withRecipients: ids };
      if (ids.size > 0) await clearPage(context, { page, targets, every, listing });
      return ids;
    });
    if (withRecipients === undefined) return;
    for (const id of withRecipients) remaining.delete(id);
  }
  onStep({ step: 'clear', done: total - remaining.size, total });
}

interface PageToClear {
  readonly page: PoolPage;
  readonly targets: { readonly pools: readonly ClearablePool[]; readonly withRecipients: ReadonlySet<string> };
  /** Every pool that the API may reach if it takes another page than the one of the request. */
  readonly every: ProvenListing;
  readonly listing: PoolListing;
}

/** The only request that clears many pools. */
async function clearPage(context: ClearContext, { page, targets, every, listing }: PageToClear): Promise<void> {
  const { writer, account, progress, log } = context;
  progress.clear(targets.pools.filter(({ id }) => targets.withRecipients.has(id)));
  const answer = await writer.clearPoolPage(account, page);
  const cleared = answer.filter((pool) => targets.withRecipients.has(pool.id) && !hasRecipients(pool));
  log.addCleared(cleared);
  // The page was read again before: a list that lags behind shows this at most once.
  if (cleared.some(({ id }) => context.clearedByPage.has(id))) context.isBulkReliable = false;
  for (const { id } of cleared) context.clearedByPage.add(id);
  if (cleared.length < targets.withRecipients.size) context.isBulkReliable = false;
  const expected = new Set(targets.pools.map(({ id }) => id));
  const proven = new Set(every.pools.map(({ id }) => id));
  for (const pool of answer) {
    if (expected.has(pool.id)) continue;
    const listed = listing.pools.find(({ id }) => id === pool.id);
    if (!proven.has(pool.id)) throw unproved(pool, listed);
    if (listed === undefined || !hasRecipients(listed)) continue;
    log.note(`The API also removed the recipients of the pool ${pool.name}, which is on another page. It is covered.`);
    progress.clear([pool]);
    log.addCleared([pool]);
  }
}

/** A pool that is gone needs no clearing; the next listing shows whether it is. */
async function unlessMissing(request: Promise<ApiPool>): Promise<ApiPool | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HeadgateError && error.code === 'api-missing') return undefined;
    throw error;
  }
}

function unproved({ id, name }: ApiPool, listed: ApiPool | undefined): HeadgateError {
  const known =
    listed?.notification_email === undefined
      ? 'its recipients are not known, because it was added after the last listing'
      : `its recipients were ${listed.notification_email}`;
  return new HeadgateError(
    'pool-cleared-unproved',
    `cannot account for the pool ${name} (${id}): the API removed its recipients although headgate did not name it, and ${known}; create a policy for it by hand, then run headgate again`,
    { kind: 'negative' },
  );
}
