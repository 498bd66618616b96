// The guessed dataset of lines: correct for the fields of every dataset assumed to be any other, and no guess when the assumption is right.
import { expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, otherDatasetsOf } from '../../src/dataset/index.ts';

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
