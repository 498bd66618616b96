// Which policies count, and why others do not.
import { expect, it } from 'vitest';
import type { ApiSilence } from '../../../../src/cloud/api/index.ts';
import { policyScope } from '../../../../src/cloud/pools/coverage/coverage.ts';
import { eventMask } from '../../../../src/cloud/pools/pool/event-mask.ts';
import { NOW, policy } from '../../../helpers/pools/accounts.ts';

const scopeOf = (changes: Readonly<Record<string, unknown>>, silences: readonly ApiSilence[] = []) =>
  policyScope(policy('p', changes), silences, NOW);

it.each<[Readonly<Record<string, unknown>>, number]>([
  [{}, 15],
  [{ filters: null }, 15],
  [{ filters: {} }, 15],
  [{ filters: { new_health: ['Unhealthy'] } }, eventMask(['pool', 'origin'], ['Unhealthy'])],
  [{ filters: { event_source: ['origin'] } }, eventMask(['origin'], ['Healthy', 'Unhealthy'])],
  [{ filters: { event_source: ['pool'], new_health: ['Healthy', 'healthy'] } }, eventMask(['pool'], ['Healthy'])],
])('%j counts', (changes, events) => {
  expect(scopeOf(changes)).toMatchObject({ events, pools: undefined, reason: undefined });
});

it.each<[Readonly<Record<string, unknown>>, string]>([
  [{ enabled: false }, 'is disabled'],
  [{ enabled: undefined }, 'is disabled'],
  [{ filters: { pool_id: [] } }, 'has an empty filter "pool_id"'],
  [{ filters: { new_health: [] } }, 'has an empty filter "new_health"'],
  [{ filters: { new_health: ['unhealthy'] } }, 'has a filter "new_health" without Unhealthy or Healthy'],
  [{ filters: { event_source: ['monitor'] } }, 'has a filter "event_source" without pool or origin'],
  [{ filters: { pool_id: 'x' } }, 'has a filter "pool_id" that is not a list of text'],
  [{ filters: { pool_id: [1] } }, 'has a filter "pool_id" that is not a list of text'],
  [{ filters: { pool_id: null } }, 'has a filter "pool_id" that is not a list of text'],
  [{ filters: { zones: ['x'] } }, 'has the filter "zones", which headgate does not know'],
  [{ filters: { constructor: ['x'] } }, 'has the filter "constructor", which headgate does not know'],
  [{ filters: { ['x'.repeat(9000)]: ['x'] } }, `has the filter "${'x'.repeat(79)}…, which headgate does not know`],
  [{ filters: ['pool_id'] }, 'has filters that are not an object'],
])('%j does not count', (changes, reason) => {
  expect(scopeOf(changes)?.reason).toBe(reason);
});

it.each<[Partial<ApiSilence>, string | undefined]>([
  [{ start_time: '2026-11-20T00:00:00Z', end_time: '2026-11-22T12:00:00Z' }, undefined],
  [
    { start_time: '2026-11-20T00:00:00Z', end_time: '2026-11-22T12:00:01Z' },
    'has a silence until 2026-11-22T12:00:01Z',
  ],
  [
    { start_time: '2027-01-01T00:00:00Z', end_time: '2027-01-02T00:00:00Z' },
    'has a silence until 2027-01-02T00:00:00Z',
  ],
  [{ start_time: '2026-11-20T00:00:00Z' }, 'has a silence without an end'],
  [{ end_time: 'tomorrow' }, 'has a silence until "tomorrow"'],
  [{ end_time: 'x'.repeat(9000) }, `has a silence until "${'x'.repeat(79)}…`],
  [{ policy_id: 'another', end_time: '2027-01-01T00:00:00Z' }, undefined],
])('silence %j', (silence, reason) => {
  expect(scopeOf({}, [{ id: 's', policy_id: 'p', ...silence }])?.reason).toBe(reason);
});

it.each([
  [['2027-01-01T00:30:00+02:00', '2027-01-01T00:00:00Z'], '2027-01-01T00:00:00Z'],
  [['2027-01-01T00:00:00Z', 'tomorrow'], '"tomorrow"'],
  [['tomorrow', '2027-01-01T00:00:00Z'], '"tomorrow"'],
])('of several silences the last end: %j', (ends, last) => {
  const silences = ends.map((end_time, index) => ({ id: `${index}`, policy_id: 'p', end_time }));
  expect(scopeOf({}, silences)?.reason).toBe(`has a silence until ${last}`);
});

it('policies about anything else are no policies about pools', () => {
  expect(scopeOf({ alert_type: 'load_balancing_pool_enablement_alert' })).toBeUndefined();
  expect(scopeOf({ alert_type: undefined })).toBeUndefined();
});

it('recipients are addresses whatever their case, and webhooks', () => {
  const mechanisms = {
    // Other addresses: the Kelvin sign is a k in lower case, İ an i with another dot, and the long s an S in upper case.
    email: [
      ...[{ id: 'Ops@Example.com' }, { id: 'o\u212a@example.com' }, { id: '\u0130@example.com' }],
      ...[{ id: '\u017f@example.com' }, {}, null],
    ],
    webhooks: [{ id: 'AB' }],
    pagerduty: [{ id: 'x' }],
  };
  expect([...scopeOf({ mechanisms })!.recipients]).toEqual([
    'email:ops@example.com',
    'email:o\u212a@example.com',
    'email:\u0130@example.com',
    'email:\u017f@example.com',
    'webhook:AB',
  ]);
  expect([...scopeOf({ mechanisms: undefined })!.recipients]).toEqual([]);
});
