// The ids of events: each belongs to a dataset that exists, and is one of its fields.
import { expect, it } from 'vitest';
import { getDataset } from '../../../src/dataset/index.ts';
import { ID_FIELDS, idFieldOf } from '../../../src/validate/repeats/id-field.ts';

it.each(Object.entries(ID_FIELDS))('%s has the field %s, a text', (name, field) => {
  const dataset = getDataset(name);
  expect(dataset.fields.get(field)?.type).toBe('string');
  expect(idFieldOf(dataset)).toBe(field);
});

it('a dataset without ids has none', () => {
  expect(idFieldOf(getDataset('firewall_events'))).toBeUndefined();
});
