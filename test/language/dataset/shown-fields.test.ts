// The fields that a table of example lines shows by default.
import { expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, shownFields } from '../../../src/language/dataset/index.ts';

it.each(DATASET_NAMES)('%s: fields that exist, with the event time, and some that describe an event', (name) => {
  const dataset = getDataset(name);
  const { finding, describing } = shownFields(dataset, []);
  const shown = [...finding, ...describing];
  expect(shown.filter((field) => !dataset.fields.has(field) || dataset.fields.get(field)!.removed)).toEqual([]);
  expect(finding.slice(0, 2).at(-1)).toBe(dataset.eventTime.field);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.length).toBeGreaterThanOrEqual(4);
});

it('no field is repeated, and the identifier and the time are never among those of the filter', () => {
  expect(shownFields(getDataset('http_requests'), ['Custom', 'EdgeResponseStatus', 'RayID', 'Custom'])).toEqual({
    finding: ['RayID', 'EdgeStartTimestamp'],
    tested: ['Custom', 'EdgeResponseStatus'],
    describing: ['ClientRequestPath', 'ClientRequestMethod', 'ClientRequestHost', 'ClientIP', 'ClientCountry'],
  });
});
