// Who is notified of a health event: every combination of the filter of a pool, the filters of a policy, and the event. The expected
// recipients are written out, not computed.
import { describe, expect, it } from 'vitest';
import type { EventSource, Health, HealthEvent } from '../../../src/sandbox/alerts/health-event.ts';
import { hasLegacyRecipients, legacyRecipients } from '../../../src/sandbox/alerts/legacy-recipients.ts';
import { matchingPolicies, type NotifyingPolicy } from '../../../src/sandbox/alerts/matching-policy.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
/** The four events, in the words of the rows. */
const EVENTS: readonly (readonly [name: string, EventSource, Health])[] = [
  ['pool-', 'pool', 'Unhealthy'],
  ['pool+', 'pool', 'Healthy'],
  ['origin-', 'origin', 'Unhealthy'],
  ['origin+', 'origin', 'Healthy'],
];
const ALL = 'pool- pool+ origin- origin+';

const eventOf = (source: EventSource, health: Health, pool: object = {}): HealthEvent => ({
  ...{ id: 'e1', source, health, origin: undefined, atMs: NOW },
  pool: { id: 'p1', name: 'api', ...pool },
});
/** The events for which a test is true, as one text. */
const admitted = (test: (event: HealthEvent) => boolean, pool: object = {}): string =>
  EVENTS.filter(([, source, health]) => test(eventOf(source, health, pool)))
    .map(([name]) => name)
    .join(' ');

describe('legacy e-mails', () => {
  describe.each<[string, unknown, string]>([
    ['missing', undefined, '- +'],
    ['null', null, '- +'],
    ['empty', {}, '- +'],
    ['healthy: null', { healthy: null }, '- +'],
    ['healthy: true', { healthy: true }, '+'],
    ['healthy: false', { healthy: false }, '-'],
    ['disable: false', { disable: false }, '- +'],
    ['disable: null', { disable: null, healthy: true }, '+'],
    ['disable: true', { disable: true }, ''],
    ['disable: true, healthy: true', { disable: true, healthy: true }, ''],
    ['disable: true, healthy: false', { disable: true, healthy: false }, ''],
    ['disable: false, healthy: false', { disable: false, healthy: false }, '-'],
  ])('filter of pool events %s', (_, ofPool, poolSigns) => {
    it.each<[string, unknown, string]>([
      ['missing', undefined, 'origin- origin+'],
      ['healthy: true', { healthy: true }, 'origin+'],
      ['healthy: false', { healthy: false }, 'origin-'],
      ['disable: true', { disable: true }, ''],
    ])('filter of origin events %s', (_, ofOrigin, origins) => {
      const pool = { notification_email: 'ops@example.com', notification_filter: { pool: ofPool, origin: ofOrigin } };
      const pools = poolSigns
        .split(' ')
        .filter((sign) => sign !== '')
        .map((sign) => `pool${sign}`);
      const expected = [...pools, origins].filter((part) => part !== '').join(' ');
      expect(admitted((event) => legacyRecipients(event).length === 1, pool)).toBe(expected);
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['missing', undefined],
    ['an array', []],
    ['text', 'all'],
    ['sources that are no objects', { pool: true, origin: 'x' }],
    ['values of other types', { pool: { disable: 'true', healthy: 'false' }, origin: { disable: 1, healthy: 0 } }],
    ['another source', { monitor: { disable: true } }],
  ])('a filter that is %s restricts nothing', (_, notification_filter) => {
    const pool = { notification_email: 'ops@example.com', notification_filter };
    expect(admitted((event) => legacyRecipients(event).length === 1, pool)).toBe(ALL);
  });

  it.each<[unknown, readonly string[], boolean]>([
    ['ops@example.com', ['ops@example.com'], true],
    ['ops@example.com,dev@example.com', ['ops@example.com', 'dev@example.com'], true],
    [' ops@example.com ,\tdev@example.com\n', ['ops@example.com', 'dev@example.com'], true],
    ['Ops@example.com,ops@EXAMPLE.com,OPS@example.com', ['Ops@example.com'], true],
    ['b@example.com,,a@example.com,', ['b@example.com', 'a@example.com'], true],
    ['', [], false],
    ['   ', [], false],
    [',', [], false],
    [' , , ', [], false],
    [null, [], false],
    [undefined, [], false],
    [7, [], false],
    [['ops@example.com'], [], false],
    ['the ops team', [], true],
    ['ops@example.com; dev@example.com', [], true],
    ['<ops@example.com>, Dev Team <dev@example.com>', [], true],
    ['@example.com,ops@,ops@@example.com,ops@localhost,ops@example..com,ops@.com', [], true],
    ["o'ps+pools.eu@sub.example.co.uk,öps@exämple.com", ["o'ps+pools.eu@sub.example.co.uk", 'öps@exämple.com'], true],
    ['rubbish,ops@example.com', ['ops@example.com'], true],
    // The Kelvin sign, which is a k in lower case; a capital I with a dot; an i without one; a long s.
    ['kate@x.example,\u212aate@x.example,\u212aATE@X.EXAMPLE', ['kate@x.example', '\u212aate@x.example'], true],
    ['i@x.example,\u0130@x.example,\u0131@x.example', ['i@x.example', '\u0130@x.example', '\u0131@x.example'], true],
    ['s@x.example,\u017f@x.example', ['s@x.example', '\u017f@x.example'], true],
  ])('notification_email %j has the recipients %j', (notification_email, recipients, isKept) => {
    const event = eventOf('pool', 'Unhealthy', { notification_email });
    expect(legacyRecipients(event)).toEqual(recipients);
    expect(hasLegacyRecipients(event.pool)).toBe(isKept);
  });
});

const policy = (changed: object = {}): NotifyingPolicy => ({
  ...{ id: 'n1', name: 'on call', enabled: true, alert_type: 'load_balancing_health_alert' },
  ...{ mechanisms: { email: [{ id: 'ops@example.com' }] }, ...changed },
});
const matched = (one: NotifyingPolicy, silences: object[] = []): string =>
  admitted((event) => matchingPolicies([one], silences, NOW).some(({ matches }) => matches(event)));

describe('policies', () => {
  describe.each<[string, unknown, string]>([
    ['missing', undefined, ALL],
    ['of both', ['pool', 'origin'], ALL],
    ['of the pool', ['pool'], 'pool- pool+'],
    ['of origins', ['origin'], 'origin- origin+'],
    ['empty', [], ''],
    ['in another case', ['Pool', 'ORIGIN'], ''],
    ['of another name', ['monitor'], ''],
    ['that is a text', 'pool', ''],
    ['null', null, ''],
  ])('event_source %s', (_, event_source, bySource) => {
    describe.each<[string, unknown, string]>([
      ['missing', undefined, ALL],
      ['of both', ['Unhealthy', 'Healthy'], ALL],
      ['Healthy', ['Healthy'], 'pool+ origin+'],
      ['Unhealthy', ['Unhealthy'], 'pool- origin-'],
      ['empty', [], ''],
      ['in another case', ['healthy', 'UNHEALTHY'], ''],
    ])('new_health %s', (_, new_health, byHealth) => {
      it.each<[string, unknown, string]>([
        ['missing', undefined, ALL],
        ['with the pool', ['p0', 'p1'], ALL],
        ['without the pool', ['p0'], ''],
        ['empty', [], ''],
      ])('pool_id %s', (_, pool_id, byPool) => {
        const all = { event_source, new_health, pool_id };
        const filters = Object.fromEntries(Object.entries(all).filter(([, values]) => values !== undefined));
        const expected = ALL.split(' ').filter((name) =>
          [bySource, byHealth, byPool].every((names) => names.split(' ').includes(name)),
        );
        expect(matched(policy({ filters }))).toBe(expected.join(' '));
      });
    });
  });

  it.each<[string, object, string]>([
    ['without filters', {}, ALL],
    ['with null as filters', { filters: null }, ALL],
    ['with filters that are no object', { filters: ['pool'] }, ''],
    ['with an unknown filter', { filters: { pool_id: ['p1'], zones: ['z1'] } }, ''],
    ['with a filter named like a part of every object', { filters: { constructor: ['x'] } }, ''],
    ['disabled', { enabled: false }, ''],
    ['with enabled: "true"', { enabled: 'true' }, ''],
    ['without enabled', { enabled: undefined }, ''],
    ['of another type', { alert_type: 'load_balancing_pool_enablement_alert' }, ''],
    ['of a type in another case', { alert_type: 'LOAD_BALANCING_HEALTH_ALERT' }, ''],
  ])('a policy %s', (_, changed, expected) => {
    expect(matched(policy(changed))).toBe(expected);
  });

  it.each<[string, object, string]>([
    ['now', { start_time: '2026-11-20T11:00:00Z', end_time: '2026-11-20T13:00:00Z' }, ''],
    ['from now on', { start_time: '2026-11-20T12:00:00Z', end_time: '2026-11-20T13:00:00Z' }, ''],
    ['until now', { start_time: '2026-11-20T11:00:00Z', end_time: '2026-11-20T12:00:00Z' }, ALL],
    ['later', { start_time: '2026-11-20T12:00:01Z', end_time: '2026-11-20T13:00:00Z' }, ALL],
    ['in another time zone', { start_time: '2026-11-20T13:30:00+02:00', end_time: '2026-11-20T14:30:00+02:00' }, ''],
    ['without an end', { start_time: '2026-11-20T11:00:00Z' }, ''],
    ['without a start', { end_time: '2026-11-20T13:00:00Z' }, ''],
    ['of another policy', { policy_id: 'n2', start_time: '2026-11-20T11:00:00Z' }, ALL],
  ])('a silence %s', (_, silence, expected) => {
    expect(matched(policy(), [{ policy_id: 'n1', ...silence }])).toBe(expected);
  });

  it('a policy notifies each recipient once, whatever the case of addresses', () => {
    // The Kelvin sign, which is a k in lower case, makes another address.
    const addresses = ['Ops@example.com', 'dev@example.com', 'ops@EXAMPLE.com', 'k@example.com', '\u212a@example.com'];
    const email = addresses.map((id) => ({ id }));
    const mechanisms = { email, webhooks: [{ id: 'w1' }, { id: 'w1' }, {}, null], pagerduty: [{ id: 'd1' }] };
    const [found] = matchingPolicies([policy({ mechanisms })], [], NOW);
    expect(found).toMatchObject({
      ...{ webhooks: ['w1'], pagerduty: ['d1'] },
      emails: ['Ops@example.com', 'dev@example.com', 'k@example.com', '\u212a@example.com'],
    });
    for (const other of [undefined, null, [], { email: 'ops@example.com' }]) {
      expect(matchingPolicies([policy({ mechanisms: other })], [], NOW)[0]).toMatchObject({ emails: [], webhooks: [] });
    }
  });
});
