// The ids of events: each belongs to a dataset that exists, and is one of its fields.
import { expect, it } from 'vitest';
import { ID_FIELDS, idFieldOf } from '../../../../src/analysis/validate/repeats/id-field.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';

it.each(Object.entries(ID_FIELDS))('%s has the field %s, a text', (name, field) => {
  const dataset = getDataset(name);
  expect(dataset.fields.get(field)?.type).toBe('string');
  expect(idFieldOf(dataset)).toBe(field);
});

it('a dataset without ids has none', () => {
  expect(idFieldOf(getDataset('firewall_events'))).toBeUndefined();
});
