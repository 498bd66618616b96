// `notification_filter`: which events a pool reports, and which shapes need a person.
import { expect, it } from 'vitest';
import type { ReportedEvents } from '../../../../src/cloud/pools/index.ts';
import { reportedEvents } from '../../../../src/cloud/pools/pool/event-mask.ts';
import { parseReportedEvents } from '../../../../src/cloud/pools/pool/parse-reported-events.ts';

const BOTH = ['Unhealthy', 'Healthy'] as const;
const read = (filter: unknown) => {
  const { events, problems } = parseReportedEvents(filter);
  return { events: reportedEvents(events), problems };
};

it.each<[unknown, ReportedEvents]>([
  [undefined, { pool: BOTH, origin: BOTH }],
  [null, { pool: BOTH, origin: BOTH }],
  [{}, { pool: BOTH, origin: BOTH }],
  [
    { pool: null, origin: {} },
    { pool: BOTH, origin: BOTH },
  ],
  [{ pool: { disable: null, healthy: null } }, { pool: BOTH, origin: BOTH }],
  [{ pool: { healthy: true } }, { pool: ['Healthy'], origin: BOTH }],
  [{ pool: { healthy: false } }, { pool: ['Unhealthy'], origin: BOTH }],
  [{ pool: { disable: true, healthy: true } }, { pool: [], origin: BOTH }],
  [
    { pool: { disable: false, healthy: true }, origin: { disable: true } },
    { pool: ['Healthy'], origin: [] },
  ],
  [
    { pool: { disable: true }, origin: { disable: true } },
    { pool: [], origin: [] },
  ],
  [
    { pool: { healthy: true }, origin: { healthy: false } },
    { pool: ['Healthy'], origin: ['Unhealthy'] },
  ],
])('%j admits %j', (filter, events) => {
  expect(read(filter)).toEqual({ events, problems: [] });
});

it.each<[unknown, ReportedEvents, readonly string[]]>([
  ['pool', { pool: BOTH, origin: BOTH }, ['notification_filter is "pool", expected an object.']],
  [[], { pool: BOTH, origin: BOTH }, ['notification_filter is [], expected an object.']],
  [{ pool: true }, { pool: BOTH, origin: BOTH }, ['notification_filter.pool is true, expected an object.']],
  [
    { pool: { healthy: 'false' } },
    { pool: BOTH, origin: BOTH },
    ['notification_filter.pool.healthy is "false", expected true, false or null.'],
  ],
  [
    { origin: { disable: 1, healthy: true } },
    { pool: BOTH, origin: ['Healthy'] },
    ['notification_filter.origin.disable is 1, expected true, false or null.'],
  ],
  [
    { origin: { degraded: true } },
    { pool: BOTH, origin: BOTH },
    ['notification_filter.origin contains the key "degraded", expected disable and healthy.'],
  ],
  [
    { monitor: {} },
    { pool: BOTH, origin: BOTH },
    ['notification_filter contains the key "monitor", expected pool and origin.'],
  ],
  [{ origin: { degraded: null } }, { pool: BOTH, origin: BOTH }, []],
  [
    Object.fromEntries([...'gfedcba'].map((key) => [key.repeat(9000), 1])),
    { pool: BOTH, origin: BOTH },
    [...'abcde'].map((key) => `notification_filter contains the key "${key.repeat(79)}…, expected pool and origin.`),
  ],
])('%j has problems', (filter, events, problems) => {
  expect(read(filter)).toEqual({ events, problems });
});
