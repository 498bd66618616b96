// The catalog as lists: what filters can do with each field.
import { describe, expect, it } from 'vitest';
import { DATASET_NAMES, FIELD_TYPES, type FieldType, getDataset } from '../../../src/language/dataset/index.ts';
import { OPERATOR_NAMES, readFilter } from '../../../src/language/filter/index.ts';
import { listDatasets, listFields } from '../../../src/verbs/index.ts';

/** A valid value for each type that filters can test. */
const VALUES: Partial<Record<FieldType, unknown>> = {
  ...{ string: 'a', int: 1, bool: true, float: 1, timestamp: '2026-11-01T00:00:00Z' },
  ...{ 'array[string]': 'a', 'array[int]': 1 },
};

describe('fields', () => {
  it.each(['http_requests', 'firewall_events', 'workers_trace_events'])(
    '%s: a filter is valid exactly with the operators listed',
    (name) => {
      const dataset = getDataset(name);
      const { fields } = listFields({ dataset: name });
      expect(fields.map((field) => field.name).sort()).toEqual([...dataset.fields.keys()].sort());
      for (const { name: key, type, operators } of fields) {
        for (const operator of OPERATOR_NAMES) {
          const value = VALUES[type] ?? 'a';
          const where = { key, operator, value: operator.endsWith('in') ? [value] : value };
          const { problems } = readFilter(JSON.stringify({ where }), dataset);
          const isAccepted = !problems.some(({ severity }) => severity === 'error');
          expect([key, operator, isAccepted]).toEqual([key, operator, operators.includes(operator)]);
        }
      }
    },
  );

  it('what differs from an ordinary field is marked', () => {
    const { fields } = listFields();
    const find = (name: string) => fields.find((field) => field.name === name);
    expect(find('EdgeStartTimestamp')).toMatchObject({ isEventTime: true, isUndocumented: true, type: 'timestamp' });
    expect(find('CacheResponseStatus')).toMatchObject({
      isDeprecated: true,
      expressionOperators: ['==', '!=', '<', '<=', '>', '>=', 'in'],
    });
    expect(find('Cookies')).toMatchObject({ hasCustomFields: true, operators: [] });
    expect(find('BotScore')).toEqual({
      ...{ dataset: 'http_requests', name: 'BotScore', type: 'int' },
      operators: ['eq', '!eq', 'lt', 'leq', 'gt', 'geq', 'in', '!in'],
      expressionOperators: ['==', '!=', '<', '<=', '>', '>=', 'in'],
    });
    expect(fields.at(-1)!.removed).toBeDefined();
    const unfilterable = listFields({ dataset: 'firewall_events' }).fields.filter((field) => field.isUnfilterable);
    expect(unfilterable.length).toBe(8);
    expect(unfilterable.every(({ operators }) => operators.length === 0)).toBe(true);
  });

  it('are chosen by type and by a part of the name; a search covers every dataset', () => {
    expect(listFields({ type: 'bool' }).fields.map(({ type }) => type)).toEqual(expect.arrayContaining(['bool']));
    expect(new Set(listFields({ type: 'bool' }).fields.map(({ type }) => type)).size).toBe(1);
    const found = listFields({ search: 'rayID' });
    expect(found.datasets).toEqual(DATASET_NAMES);
    expect(found.fields.map(({ dataset, name }) => `${dataset} ${name}`)).toContain('access_requests RayID');
    expect(listFields({ search: 'rayID', dataset: 'access_requests' }).fields).toHaveLength(1);
    expect(listFields({ search: '' }).fields.length).toBeGreaterThan(1000);
  });

  it('rejects unknown datasets and types', () => {
    expect(() => listFields({ dataset: 'http_request' })).toThrow('did you mean http_requests?');
    expect(() => listFields({ type: 'number' as FieldType })).toThrow(FIELD_TYPES[0]);
  });
});

it('datasets', () => {
  const { datasets } = listDatasets();
  expect(datasets.map(({ name }) => name)).toEqual(DATASET_NAMES);
  expect(datasets[0]).toEqual({
    name: 'http_requests',
    scopes: ['zone'],
    fields: 123,
    eventTimeField: 'EdgeStartTimestamp',
  });
  expect(datasets.find(({ name }) => name === 'firewall_events')!.scopes).toEqual(['zone', 'account']);
});
