// Event times in every format that lines contain, exact to the nanosecond.
import { expect, it } from 'vitest';
import { Decimal, type Value } from '../../../src/base/index.ts';
import { eventTimeOf, getDataset } from '../../../src/language/dataset/index.ts';

const SECOND = 1_700_000_000n * 10n ** 9n;

it.each<[string, Value | undefined, bigint | undefined]>([
  ['http_requests', '2023-11-14T22:13:20Z', SECOND],
  ['http_requests', '2023-11-14T22:13:20.123456789Z', SECOND + 123456789n],
  ['http_requests', '2023-11-14T23:13:20.5+01:00', SECOND + 500_000_000n],
  ['http_requests', 1700000000, SECOND],
  ['http_requests', 1700000000123, SECOND + 123_000_000n],
  ['http_requests', 1700000000000000001n, SECOND + 1n],
  ['http_requests', '1700000000', SECOND],
  ['http_requests', '1700000000000000001', SECOND + 1n],
  ['http_requests', 0, 0n],
  ['http_requests', -1, -(10n ** 9n)],
  ['http_requests', '', undefined],
  ['http_requests', '2023-11-14', undefined],
  ['http_requests', '01700000000', undefined],
  ['http_requests', new Decimal('1700000000.5'), undefined],
  ['http_requests', new Decimal('1.7e9'), undefined],
  ['http_requests', null, undefined],
  ['http_requests', undefined, undefined],
  ['http_requests', true, undefined],
  ['http_requests', [1700000000], undefined],
  ['http_requests', new Map(), undefined],
  ['workers_trace_events', 1700000000123, SECOND + 123_000_000n],
  ['workers_trace_events', 5, 5_000_000n],
  ['workers_trace_events', '1700000000123', SECOND + 123_000_000n],
  ['workers_trace_events', '2023-11-14T22:13:20Z', SECOND],
])('%s %s', (dataset, value, instant) => {
  expect(eventTimeOf(getDataset(dataset), value)).toBe(instant);
});
