// The plan of a migration, judged by what the sandbox delivers before and after it, which shares no code with the plan: the same people hear
// about the same events.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApiPolicy, ApiPool, ApiSilence } from '../../../src/cloud/api/index.ts';
import { planMigration, policyBody } from '../../../src/cloud/pools/index.ts';
import type { EventSource, Health, HealthEvent } from '../../../src/sandbox/alerts/health-event.ts';
import { legacyRecipients } from '../../../src/sandbox/alerts/legacy-recipients.ts';
import { matchingPolicies } from '../../../src/sandbox/alerts/matching-policy.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const POOLS = ['p1', 'p2', 'p3', 'p4'];
const KINDS: readonly (readonly [EventSource, Health])[] = [
  ['pool', 'Unhealthy'],
  ['pool', 'Healthy'],
  ['origin', 'Unhealthy'],
  ['origin', 'Healthy'],
];

const address = fc.constantFrom('a@x.org', 'A@X.org', 'b@x.org', 'c@x.org');
const field = fc.oneof(
  { weight: 4, arbitrary: fc.array(address, { maxLength: 4 }).map((all) => all.join(' , ')) },
  fc.constantFrom('', ' , ', undefined, 'the ops team', 'a@x.org, the ops team'),
);
const sourceFilter = fc.option(
  fc.record(
    { disable: fc.constantFrom(true, false, null), healthy: fc.constantFrom(true, false, null) },
    { requiredKeys: [] },
  ),
);
const pool = fc.record(
  {
    notification_email: field,
    notification_filter: fc.option(fc.record({ pool: sourceFilter, origin: sourceFilter }, { requiredKeys: [] })),
  },
  { requiredKeys: ['notification_email'] },
);
const pools = fc
  .array(pool, { minLength: 1, maxLength: POOLS.length })
  .map((all) => all.map((one, index) => ({ ...one, id: POOLS[index]!, name: `pool ${index}` }) as ApiPool));
const filters = fc.record(
  {
    pool_id: fc.subarray(POOLS),
    new_health: fc.subarray(['Unhealthy', 'Healthy']),
    event_source: fc.oneof(fc.subarray(['pool', 'origin']), fc.constant(['Pool'])),
    zones: fc.constant(['z1']),
  },
  { requiredKeys: [] },
);
const policy = fc.record({
  enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  alert_type: fc.oneof(
    { weight: 6, arbitrary: fc.constant('load_balancing_health_alert') },
    fc.constant('load_balancing_pool_enablement_alert'),
  ),
  mechanisms: fc.array(address, { maxLength: 3 }).map((all) => ({ email: all.map((id) => ({ id })) })),
  filters: fc.oneof(filters, fc.constant(undefined)),
});
const policies = fc
  .array(policy, { maxLength: 4 })
  .map((all) =>
    all.map((one, index) => ({ ...one, id: `n${index}`, name: `policy ${index}` }) as unknown as ApiPolicy),
  );
/** In the past, or now. A policy that will be silenced covers nothing, and sends now: nothing to judge here. */
const silences = fc.array(
  fc.record({
    id: fc.uuid(),
    policy_id: fc.constantFrom('n0', 'n1'),
    start_time: fc.constant('2026-11-20T10:00:00Z'),
    end_time: fc.constantFrom('2026-11-20T11:00:00Z', '2026-11-20T13:00:00Z'),
  }),
  { maxLength: 2 },
);

/** Number of mails, by event and address. */
function mailsOf(
  all: readonly ApiPool[],
  live: readonly ApiPolicy[],
  quiet: readonly ApiSilence[],
): Map<string, number> {
  const matching = matchingPolicies(live, quiet, NOW.getTime());
  const mails = new Map<string, number>();
  for (const one of all) {
    for (const [source, health] of KINDS) {
      const event: HealthEvent = { id: 'e', pool: one, source, health, origin: undefined, atMs: NOW.getTime() };
      const to = matching.flatMap((candidate) => (candidate.matches(event) ? candidate.emails : []));
      for (const recipient of [...legacyRecipients(event), ...to]) {
        const key = `${one.id} ${source} ${health} ${recipient.toLowerCase()}`;
        mails.set(key, (mails.get(key) ?? 0) + 1);
      }
    }
  }
  return mails;
}

it('the same people hear about the same events, and none more often than before', () => {
  fc.assert(
    fc.property(
      pools,
      policies,
      silences,
      fc.boolean(),
      fc.constantFrom(undefined, 1),
      (all, live, quiet, force, poolsPerPolicy) => {
        const request = { account: 'a', pools: all, policies: live, silences: quiet, now: NOW, webhooks: [] };
        const plan = planMigration({ ...request, force, poolsPerPolicy });
        const created = plan.policies.map((planned, index) => ({ ...policyBody(planned), id: `new-${index}` }));
        const cleared = new Set(plan.pools.filter(({ action }) => action === 'clear').map(({ id }) => id));
        const left = all.map((one) => (cleared.has(one.id) ? { ...one, notification_email: '' } : one));
        const before = mailsOf(all, live, quiet);
        const after = mailsOf(left, [...live, ...created], quiet);
        expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
        const existing = mailsOf(
          all.map((one) => ({ ...one, notification_email: '' })),
          live,
          quiet,
        );
        for (const [key, count] of after) {
          const isKept = !cleared.has(key.split(' ')[0]!);
          // Existing policies send as before; without one, exactly one mail arrives, unless the pool was not migrated.
          expect(count, key).toBe(isKept ? before.get(key) : Math.max(existing.get(key) ?? 0, 1));
        }
      },
    ),
    { numRuns: randomRuns(200) },
  );
});
