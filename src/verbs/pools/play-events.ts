// Plays health events of pools in a running sandbox, and shows who was notified how.
import { HeadgateError, lowerCaseAscii, nearest } from '../../base/index.ts';
import type { ApiDelivery, ApiHealthEvent, ApiPool } from '../../cloud/api/index.ts';
import { openSandbox, type SandboxAccess } from '../sandbox/open-sandbox.ts';
import { compareEvents } from './compare-events.ts';
import type { EventNotice, PlayedEvent, PlayedHealth, PlayedSource, PoolEvents } from './pool-events.ts';

/** Which events to play. */
export interface PlayEventsRequest extends SandboxAccess {
  /** Names or ids of pools. @default every pool */
  readonly pools?: readonly string[] | undefined;
  /** @default both */
  readonly source?: PlayedSource | undefined;
  /** @default both */
  readonly health?: PlayedHealth | undefined;
  /** An earlier run, of which the same events are compared. @default no comparison */
  readonly compare?: PoolEvents | undefined;
  /** Called after each request. */
  readonly onProgress?: ((played: number, total: number) => void) | undefined;
}

const SOURCES: readonly PlayedSource[] = ['pool', 'origin'];
const HEALTHS: readonly PlayedHealth[] = ['Unhealthy', 'Healthy'];
/** Events of one request: a part of the most that a sandbox accepts, so that the answer stays small. */
const EVENTS_PER_REQUEST = 500;
const ONLY_IN_A_SANDBOX = 'the platform itself has no call for health events: its monitors cause them';

/**
 * Plays every combination of pool, source and health in a running sandbox: each is a change of health, also if the pool already had that
 * health. Sends no mail; POSTs to webhooks on this machine are real.
 * @returns everybody who was notified, without ids and times, so that two runs can be compared
 * @throws HeadgateError `not-a-sandbox`; `no-pools`, `pool-missing`; `events-account` for an earlier run of another account; as `listBuckets`
 * @example
 * ```ts
 * import { playPoolEvents, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ pools: [{ name: 'api', notification_email: 'ops@example.com, dev@example.com' }] });
 * const access = { baseURL: sandbox.baseURL, credentials: { token: sandbox.token }, account: sandbox.accountId };
 * const before = await playPoolEvents(access);
 * console.log(before.events.length, before.events[0]!.notices.length); // => 4 2
 * const after = await playPoolEvents({ ...access, compare: before });
 * console.log(after.comparison!.isSame); // => true
 * await sandbox.stop();
 * ```
 */
export async function playPoolEvents(request: PlayEventsRequest): Promise<PoolEvents> {
  const { account, compare, onProgress } = request;
  if (compare !== undefined && compare.account !== account) throw anotherAccount(compare.account, account);
  const api = await openSandbox(request, ONLY_IN_A_SANDBOX);
  // Another API on this machine does not have this call.
  await api.listOutbox(account, 1);
  const pools = selectPools((await api.listPools(account)).pools, request.pools);
  const inputs = pools.flatMap((pool) => eventsOf(pool, request));

  const events: PlayedEvent[] = [];
  let deprecation: PoolEvents['deprecation'] = null;
  for (let at = 0; at < inputs.length; at += EVENTS_PER_REQUEST) {
    const page = inputs.slice(at, at + EVENTS_PER_REQUEST);
    const delivered = await api.playHealthEvents(
      account,
      page.map(({ event }) => event),
    );
    if (delivered.events.length !== page.length) throw lostEvents(delivered.events.length, page.length);
    for (const [index, { deliveries }] of delivered.events.entries()) {
      const { pool, event } = page[index]!;
      const { source, new_health: health } = event;
      events.push({ pool, source, health, notices: deliveries.map(noticeOf).sort(compareNotices) });
    }
    if (delivered.deprecation !== null) {
      deprecation = { to: delivered.deprecation.to, pools: delivered.deprecation.pools };
    }
    onProgress?.(events.length, inputs.length);
  }
  const played: PoolEvents = { version: 1, account, events, deprecation };
  return compare === undefined
    ? played
    : { ...played, comparison: compareEvents({ events: compare.events.filter(isSelected(request)) }, played) };
}

interface EventOfPool {
  readonly pool: PlayedEvent['pool'];
  readonly event: ApiHealthEvent;
}

function eventsOf(
  { id, name }: ApiPool,
  { source: oneSource, health: oneHealth }: Pick<PlayEventsRequest, 'source' | 'health'>,
): EventOfPool[] {
  return SOURCES.filter((source) => source === (oneSource ?? source)).flatMap((source) =>
    HEALTHS.filter((health) => health === (oneHealth ?? health)).map((health) => ({
      pool: { id, name },
      event: { pool_id: id, source, new_health: health },
    })),
  );
}

/** Whether an event of an earlier run is one of those to play. */
function isSelected({ pools, source, health }: PlayEventsRequest): (event: PlayedEvent) => boolean {
  const names = pools === undefined || pools.length === 0 ? undefined : new Set(pools);
  return (event) =>
    (names === undefined || names.has(event.pool.id) || names.has(event.pool.name)) &&
    event.source === (source ?? event.source) &&
    event.health === (health ?? event.health);
}

/** @returns the pools in their order, each once */
function selectPools(all: readonly ApiPool[], wanted: readonly string[] | undefined): readonly ApiPool[] {
  if (all.length === 0) {
    throw new HeadgateError(
      'no-pools',
      'cannot play health events: found no pools in the sandbox, expected at least one; start the sandbox with pools (headgate sandbox --pools FILE)',
    );
  }
  if (wanted === undefined || wanted.length === 0) return all;
  const known = new Set(all.flatMap(({ id, name }) => [id, name]));
  const missing = wanted.find((one) => !known.has(one));
  if (missing !== undefined) {
    const near = nearest(missing, [...known]);
    const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    throw new HeadgateError(
      'pool-missing',
      `cannot play health events: found no pool ${JSON.stringify(missing)}, expected the name or the id of a pool of the sandbox${hint}`,
    );
  }
  const names = new Set(wanted);
  return all.filter(({ id, name }) => names.has(id) || names.has(name));
}

function noticeOf(delivery: ApiDelivery): EventNotice {
  if (delivery.channel === 'legacy-email') return { channel: delivery.channel, to: delivery.to };
  const policy = delivery.policy_name;
  if (delivery.channel === 'policy-email') return { channel: delivery.channel, to: delivery.to, policy };
  const { channel, destination_id: id, destination_name: name, outcome, status, reason } = delivery;
  return {
    ...{ channel, id, name, policy, outcome },
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
  };
}

const CHANNELS: readonly EventNotice['channel'][] = ['legacy-email', 'policy-email', 'webhook', 'pagerduty'];

/** The order of the sandbox is that in which policies were created, which differs between two runs. */
function compareNotices(a: EventNotice, b: EventNotice): number {
  const key = (notice: EventNotice): string[] => [
    String(CHANNELS.indexOf(notice.channel)),
    'to' in notice ? lowerCaseAscii(notice.to) : notice.id,
    'policy' in notice ? notice.policy : '',
  ];
  const [first, second] = [JSON.stringify(key(a)), JSON.stringify(key(b))];
  return first === second ? 0 : first < second ? -1 : 1;
}

function anotherAccount(found: string, expected: string): HeadgateError {
  return new HeadgateError(
    'events-account',
    `cannot compare health events: found an earlier run of the account ${found}, expected one of ${expected}; keep the account of a sandbox with --state FILE`,
  );
}

function lostEvents(found: number, expected: number): HeadgateError {
  return new HeadgateError(
    'api-unexpected-answer',
    `cannot play health events: found ${found} events in the answer of the sandbox, expected ${expected}; report this as a bug of headgate`,
  );
}
