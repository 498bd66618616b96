// Random accounts for properties: few pools and few people, so that pools often share recipients and policies often cover them.
import fc from 'fast-check';
import type { ApiPolicy, ApiPool, ApiSilence } from '../../src/cloud/api/index.ts';

/** Pools, policies and silences of an account. */
export interface AnyAccount {
  readonly pools: readonly ApiPool[];
  readonly policies: readonly ApiPolicy[];
  readonly silences: readonly ApiSilence[];
}

const PEOPLE = ['a@example.com', 'b@example.com', 'c@example.com', 'd@team.example.net'];
const anyPerson = fc.constantFrom(...PEOPLE);
const anySpelling = fc.tuple(anyPerson, fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));
const anySeparator = fc.constantFrom(',', ', ', ' , ', ',,');
const RUBBISH = ['a@example.com;b@example.com', 'ops', 'Ops <ops@example.com>', 'x@y@example.com'];

const anyList = fc
  .tuple(fc.array(anySpelling, { maxLength: 4 }), anySeparator)
  .map(([people, separator]) => people.join(separator));
const anyField = fc.oneof(
  { weight: 12, arbitrary: anyList },
  { weight: 1, arbitrary: fc.constantFrom(undefined, null, ' , ') },
  { weight: 1, arbitrary: fc.tuple(anyList, fc.constantFrom(...RUBBISH)).map((parts) => parts.join(',')) },
);

const anyFlag = fc.constantFrom(undefined, null, true, false);
const anySource = fc.oneof(
  fc.constantFrom(undefined, null),
  fc.record({ disable: anyFlag, healthy: anyFlag }, { requiredKeys: [] }),
);
const anyFilter = fc.oneof(
  fc.constantFrom(undefined, null),
  fc.record({ pool: anySource, origin: anySource }, { requiredKeys: [] }),
);

const POOLS = 6;
const idOf = (index: number) => `pool${index}`.padEnd(32, '0');
const anyPools = fc
  .array(fc.record({ notification_email: anyField, notification_filter: anyFilter }), { maxLength: POOLS })
  .map((pools) => pools.map((one, index) => ({ id: idOf(index), name: `pool-${index % 4}`, ...one }) as ApiPool));

const anyValues = (values: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<string[] | undefined>(undefined) },
    { weight: 6, arbitrary: fc.subarray([...values], { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
const anyFilters = fc
  .record({
    pool_id: anyValues(Array.from({ length: POOLS }, (_, index) => idOf(index))),
    new_health: anyValues(['Healthy', 'Unhealthy', 'healthy']),
    event_source: anyValues(['pool', 'origin']),
    region: fc.oneof(
      { weight: 12, arbitrary: fc.constant<string[] | undefined>(undefined) },
      { weight: 1, arbitrary: fc.constant<string[] | undefined>(['weu']) },
    ),
  })
  .map((filters) =>
    Object.fromEntries(
      Object.entries(filters).flatMap(([key, values]) => (values === undefined ? [] : [[key, values]])),
    ),
  );

const anyPolicies = fc
  .array(
    fc.record({
      enabled: fc.constantFrom(true, true, true, false),
      alert_type: fc.constantFrom(
        'load_balancing_health_alert',
        'load_balancing_health_alert',
        'universal_ssl_event_type',
      ),
      email: fc.array(anySpelling, { maxLength: 2 }),
      webhooks: fc.constantFrom<readonly string[]>([], [], ['hook-1']),
      filters: anyFilters,
    }),
    { maxLength: 5 },
  )
  .map((policies) =>
    policies.map(({ email, webhooks, ...rest }, index) => ({
      id: `policy${index}`,
      name: `policy ${index % 2}`,
      mechanisms: { email: email.map((id) => ({ id })), webhooks: webhooks.map((id) => ({ id })) },
      ...rest,
    })),
  );

const TIMES = ['2026-11-21T00:00:00Z', '2026-11-23T00:00:00Z', '2027-01-01T00:00:00+01:00'];
const anySilences = fc.array(
  fc.record({
    id: fc.constant('silence'),
    policy_id: fc.integer({ min: 0, max: 12 }).map((index) => `policy${index}`),
    start_time: fc.constantFrom(...TIMES),
    end_time: fc.constantFrom(...TIMES),
  }),
  { maxLength: 2 },
);

/** Any account, and the webhooks of a migration. */
export const anyAccount: fc.Arbitrary<AnyAccount & { readonly webhooks: readonly string[] }> = fc.record({
  pools: anyPools,
  policies: anyPolicies,
  silences: anySilences,
  webhooks: fc.constantFrom([], [], ['hook-1']),
});
