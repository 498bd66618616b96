// The fields that a table of example lines shows by default.
import { expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, shownFields } from '../../src/dataset/index.ts';

it.each(DATASET_NAMES)('%s: fields that exist, with the event time, and some that describe an event', (name) => {
  const dataset = getDataset(name);
  const shown = shownFields(dataset, []);
  expect(shown.filter((field) => !dataset.fields.has(field) || dataset.fields.get(field)!.removed)).toEqual([]);
  expect(shown.slice(0, 2)).toContain(dataset.eventTime.field);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.length).toBeGreaterThanOrEqual(4);
});

it('the fields of the filter come first, once', () => {
  expect(shownFields(getDataset('http_requests'), ['Custom', 'EdgeResponseStatus', 'RayID'])).toEqual([
    ...['Custom', 'EdgeResponseStatus', 'RayID', 'EdgeStartTimestamp'],
    ...['ClientRequestPath', 'ClientRequestMethod', 'ClientRequestHost', 'ClientIP', 'ClientCountry'],
  ]);
});
