// The catalog: its field types, its event times, and its error for an unknown dataset.
import { describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import {
  DATASET_NAMES,
  DEFAULT_DATASET,
  datasetsWithField,
  getDataset,
  isKnownField,
} from '../../../src/language/dataset/index.ts';

const TYPES = [
  'string',
  'int',
  'bool',
  'float',
  'timestamp',
  'array[string]',
  'array[int]',
  'array[object]',
  'object',
  'unknown',
];

it('has 37 datasets, including the default', () => {
  expect(DATASET_NAMES).toHaveLength(37);
  expect(DATASET_NAMES).toContain(DEFAULT_DATASET);
  expect(DATASET_NAMES).not.toContain('_meta');
});

describe.each(DATASET_NAMES)('%s', (name) => {
  const dataset = getDataset(name);

  it('has fields of known types, and a scope', () => {
    expect(dataset).toBe(getDataset(name));
    expect(dataset.fields.size).toBeGreaterThan(5);
    expect(['zone', 'account']).toContain(dataset.scope);
    for (const [key, field] of dataset.fields) {
      expect(field.name).toBe(key);
      expect(key).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
      expect(TYPES).toContain(field.type);
    }
  });

  it('has a field with the event time', () => {
    const { field, unit } = dataset.eventTime;
    expect(['timestamp', 'ms']).toContain(unit);
    expect(dataset.fields.get(field)?.type).toBe(unit === 'ms' ? 'int' : 'timestamp');
  });
});

it.each([
  ['http_requests', 'EdgeStartTimestamp'],
  ['websocket_analytics', 'EdgeStartTimestamp'],
  ['workers_trace_events', 'EventTimestampMs'],
  ['zero_trust_network_sessions', 'SessionEndTime'],
  ['email_security_post_delivery_events', 'CompletedAt'],
  ['spectrum_events', 'Timestamp'],
  ['firewall_events', 'Datetime'],
  ['zaraz_events', 'TimestampStart'],
])('the event time of %s is %s', (name, field) => {
  expect(getDataset(name).eventTime.field).toBe(field);
});

it.each([
  ['http_requests', 'EdgeStartTimestamp', { type: 'timestamp' }],
  ['http_requests', 'RequestHeaders', { type: 'object', customFields: true }],
  ['http_requests', 'WAFAction', { type: 'string', removed: { date: '2023-08-01', replacedBy: 'SecurityAction' } }],
  ['http_requests', 'ZoneID', { type: 'int', removed: {} }],
  ['http_requests', 'WAFFlags', { type: 'string', deprecated: true }],
  ['firewall_events', 'Action', { type: 'string', unfilterable: true }],
  ['gateway_http', 'PackageInfo', { type: 'unknown' }],
])('%s.%s', (dataset, name, field) => {
  expect(getDataset(dataset).fields.get(name)).toEqual({ name, ...field });
});

it('marks eight fields of firewall_events as unfilterable', () => {
  const rejected = [...getDataset('firewall_events').fields.values()].filter((field) => field.unfilterable);
  expect(rejected.map((field) => field.name)).toEqual([
    'Action',
    'Description',
    'Kind',
    'MatchIndex',
    'Metadata',
    'OriginatorRayID',
    'RuleID',
    'Source',
  ]);
});

it.each([
  ['http_request', 'did you mean http_requests?'],
  ['HTTP_Requests', 'did you mean http_requests?'],
  ['nothing like it', 'expected the name of a dataset, such as '],
  ['an http request, or so', 'such as http_requests, '],
  ['_meta', `; headgate datasets lists all ${DATASET_NAMES.length}`],
  ['constructor', ', such as '],
  ['x'.repeat(1e6), ', such as http_requests, '],
])('rejects the dataset %.20s', (name, says) => {
  expect(() => getDataset(name)).toThrow(HeadgateError);
  expect(() => getDataset(name)).toThrow(
    expect.objectContaining({ code: 'unknown-dataset', kind: 'negative', message: expect.stringContaining(says) }),
  );
});

it('lists the datasets that have a field', () => {
  expect(datasetsWithField('QueryName')).toEqual(['dns_logs', 'dns_firewall_logs', 'gateway_dns']);
  expect([
    isKnownField('QueryName'),
    isKnownField('WAFAction'),
    isKnownField('queryName'),
    isKnownField('toString'),
  ]).toEqual([true, true, false, false]);
});
