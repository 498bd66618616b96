// The fields that are masked without a flag.
import { expect, it } from 'vitest';
import { datasetsWithField, getDataset, PERSONAL_FIELDS } from '../../../src/language/dataset/index.ts';

it.each(PERSONAL_FIELDS)('%s is a field of a dataset', (name) => {
  expect(datasetsWithField(name)).not.toEqual([]);
});

it('those of http_requests', () => {
  const { fields } = getDataset('http_requests');
  expect(PERSONAL_FIELDS.filter((name) => fields.has(name))).toEqual([
    ...['ClientIP', 'ClientRequestReferer', 'ClientRequestUserAgent', 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
    'FraudUserID',
  ]);
});
