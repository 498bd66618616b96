// The guessed dataset of lines: correct for the fields of every dataset assumed to be any other, and no guess when the assumption is right.
import { describe, expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, mixedDatasetsOf, otherDatasetsOf } from '../../../src/language/dataset/index.ts';

const fieldsOf = (names: Iterable<string>, lines = 10) => [...names].map((name) => ({ name, lines }));

it.each(DATASET_NAMES)('lines with all fields of %s', (name) => {
  const found = fieldsOf(getDataset(name).fields.keys());
  for (const as of DATASET_NAMES) {
    const other = otherDatasetsOf(found, 10, getDataset(as));
    if (as === name) expect(other).toBeUndefined();
    else if (other !== undefined) {
      expect(other.names).toContain(name);
      expect(other.fields.every((field) => !getDataset(as).fields.has(field))).toBe(true);
    }
  }
});

it.each<[string, string[], string, string[] | undefined]>([
  ['a field that only one dataset has', ['QueryName', 'ResponseCode'], 'http_requests', ['dns_logs']],
  ['firewall events', ['Action', 'ClientIP', 'RayID', 'RuleID', 'Source'], 'http_requests', ['firewall_events']],
  [
    'requests with two new fields',
    ['ClientIP', 'EdgeResponseStatus', 'RayID', 'ClientCountry', 'New', 'Newer'],
    'http_requests',
    undefined,
  ],
  ['fields of no dataset', ['a', 'b'], 'http_requests', undefined],
  ['no fields', [], 'http_requests', undefined],
])('%s', (_, names, as, expected) => {
  expect(otherDatasetsOf(fieldsOf(names), 10, getDataset(as))?.names).toEqual(expected);
});

it('ignores fields of few lines and the total of the remaining names', () => {
  const foreign = getDataset('dns_logs').fields.keys();
  const own = fieldsOf(['ClientIP', 'RayID']);
  const dataset = getDataset('http_requests');
  expect(otherDatasetsOf([...own, ...fieldsOf(foreign, 4)], 10, dataset)).toBeUndefined();
  expect(otherDatasetsOf([...own, { name: 'QueryName', lines: 10, rest: true }], 10, dataset)).toBeUndefined();
});

describe('lines of several datasets', () => {
  const HTTP = ['RayID', 'ClientIP', 'ClientRequestPath', 'BotScore', 'EdgeStartTimestamp', 'OriginIP', 'EdgeColoID'];
  const FIREWALL = ['RayID', 'ClientIP', 'ClientRequestPath', 'Action', 'Datetime', 'Kind', 'Source', 'RuleID'];
  const DNS = ['QueryName', 'QueryType', 'ResponseCode', 'Timestamp', 'SourceIP', 'EDNSSubnet'];

  const sumOf = (parts: readonly [names: readonly string[], lines: number][]) => {
    const lines = new Map<string, number>();
    for (const [names, count] of parts) for (const name of names) lines.set(name, (lines.get(name) ?? 0) + count);
    return [...lines].map(([name, count]) => ({ name, lines: count }));
  };

  it.each<[string, [readonly string[], number][], number, object | undefined]>([
    [
      'two, which share fields',
      [
        [HTTP, 60],
        [FIREWALL, 40],
      ],
      100,
      [
        { name: 'http_requests', lines: 60 },
        { name: 'firewall_events', lines: 40 },
      ],
    ],
    [
      'three',
      [
        [HTTP, 10],
        [FIREWALL, 30],
        [DNS, 60],
      ],
      100,
      [
        { name: 'dns_logs', lines: 60 },
        { name: 'firewall_events', lines: 30 },
        { name: 'http_requests', lines: 10 },
      ],
    ],
    [
      'too few of the second',
      [
        [HTTP, 999],
        [FIREWALL, 1],
      ],
      1000,
      undefined,
    ],
    [
      'too few fields of the second',
      [
        [HTTP, 60],
        [['RayID', 'Kind', 'Source'], 40],
      ],
      100,
      undefined,
    ],
    ['lines that have the fields of both', [[[...HTTP, ...DNS], 100]], 100, undefined],
    ['new fields', [[[...HTTP, 'NewA', 'NewB', 'NewC'], 100]], 100, undefined],
    ['no lines', [], 0, undefined],
  ])('%s', (_, parts, lines, expected) => {
    expect(mixedDatasetsOf(sumOf(parts), lines)).toEqual(expected);
  });

  it.each(DATASET_NAMES)('not of %s alone', (name) => {
    const fields = [...getDataset(name).fields.keys()];
    const half = fields.filter((_, index) => index % 2 === 0);
    expect(
      mixedDatasetsOf(
        sumOf([
          [fields, 50],
          [half, 50],
        ]),
        100,
      ),
    ).toBeUndefined();
  });
});
