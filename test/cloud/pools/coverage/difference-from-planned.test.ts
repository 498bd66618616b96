// Why a policy that was created does not cover what was planned.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApiPolicy, ApiSilence, PolicyBody } from '../../../../src/cloud/api/index.ts';
import { differenceFromPlanned, policyBody } from '../../../../src/cloud/pools/index.ts';
import { NOW, pool } from '../../../helpers/pools/accounts.ts';
import { sentBy } from '../../../helpers/pools/naive-coverage.ts';

const SENT: PolicyBody = policyBody({
  ...{ name: 'Pool health', emails: ['dev@example.com', 'kate@example.com'], webhooks: ['hook'] },
  ...{ sources: ['pool'], health: ['Unhealthy', 'Healthy'] },
  pools: [pool('a'), pool('b')],
});
const { mechanisms, filters } = SENT;
const differenceOf = (changes: object, silences: readonly ApiSilence[] = []) =>
  differenceFromPlanned(SENT, { id: 'p', ...SENT, ...changes } as ApiPolicy, { silences, now: NOW });

it.each<[object]>([
  [{}],
  [{ name: 'renamed', description: undefined, alert_interval: '30m' }],
  [
    {
      mechanisms: {
        ...mechanisms,
        email: [{ id: 'KATE@example.com' }, { id: 'Dev@example.com' }, { id: 'x@y.example' }],
      },
    },
  ],
  [{ filters: { ...filters, pool_id: ['id-of-c', 'id-of-b', 'id-of-a'], new_health: ['Healthy', 'Unhealthy'] } }],
  [{ filters: { pool_id: filters.pool_id } }],
  [{ filters: undefined }],
])('none: %j', (changes) => {
  expect(differenceOf(changes)).toBeUndefined();
});

it.each<[object, string]>([
  [{ filters: { ...filters, status: [] } }, 'has the filter "status", which headgate does not know'],
  [{ filters: { ...filters, new_health: [] } }, 'has an empty filter "new_health"'],
  [{ filters: null as never, enabled: false }, 'is disabled'],
  [{ enabled: undefined }, 'is disabled'],
  [{ alert_type: 'load_balancing_pool_enablement_alert' }, 'has the alert_type "load_balancing_pool_enablement_alert"'],
  [{ alert_type: undefined }, 'has the alert_type null'],
  [{ mechanisms: { ...mechanisms, email: [{ id: 'dev@example.com' }] } }, 'does not notify kate@example.com'],
  [
    { mechanisms: { ...mechanisms, email: [{ id: 'dev@example.com' }, { id: '\u212aate@example.com' }] } },
    'does not notify kate@example.com',
  ],
  [{ mechanisms: { email: mechanisms.email } }, 'does not notify the webhook hook'],
  [{ mechanisms: undefined }, 'does not notify dev@example.com'],
  [{ filters: { ...filters, new_health: ['Healthy'] } }, 'does not report that a pool is Unhealthy'],
  [{ filters: { ...filters, event_source: ['origin'] } }, 'does not report that a pool is Unhealthy'],
  [{ filters: { ...filters, pool_id: ['id-of-a', 'ID-OF-B'] } }, 'does not report the pool id-of-b'],
])('%j: %s', (changes, difference) => {
  expect(differenceOf(changes)).toBe(difference);
});

it('a silence of the policy, and not one of another', () => {
  const end = '2027-01-01T00:00:00Z';
  expect(differenceOf({}, [{ id: 's', policy_id: 'p', end_time: end }])).toBe(`has a silence until ${end}`);
  expect(differenceOf({}, [{ id: 's', policy_id: 'q', end_time: end }])).toBeUndefined();
});

it('origins', () => {
  const sent = { ...SENT, filters: { ...filters, event_source: ['origin'] } };
  const found = { id: 'p', ...SENT };
  expect(differenceFromPlanned(sent, found, { silences: [], now: NOW })).toBe(
    'does not report that an origin is Unhealthy',
  );
});

it('there is a difference exactly if an alert of what was sent is not covered', () => {
  const some = (...values: readonly string[]) => fc.option(fc.subarray([...values]), { nil: undefined });
  const found = fc.record({
    enabled: fc.boolean(),
    email: fc.subarray(['dev@example.com', 'kate@example.com', 'x@y.example']),
    webhooks: fc.subarray(['hook', 'other']),
    filters: fc.record({
      pool_id: some('id-of-a', 'id-of-b', 'id-of-c'),
      new_health: some('Healthy', 'Unhealthy'),
      event_source: some('pool', 'origin'),
      status: fc.constantFrom(undefined, undefined, undefined, []),
    }),
  });
  const alertsOf = (policy: ApiPolicy) => [pool('a'), pool('b')].flatMap((one) => sentBy(policy, one, [], NOW));
  fc.assert(
    fc.property(found, ({ enabled, email, webhooks, filters: given }) => {
      const ids = (list: readonly string[]) => list.map((id) => ({ id }));
      const policy: ApiPolicy = {
        ...{
          id: 'p',
          enabled,
          alert_type: SENT.alert_type,
          mechanisms: { email: ids(email), webhooks: ids(webhooks) },
        },
        filters: Object.fromEntries(Object.entries(given).filter(([, values]) => values !== undefined)),
      };
      const covered = new Set(alertsOf(policy));
      const isCovered = alertsOf({ id: 'p', ...SENT }).every((alert) => covered.has(alert));
      expect(differenceFromPlanned(SENT, policy, { silences: [], now: NOW }) === undefined).toBe(isCovered);
    }),
  );
});
