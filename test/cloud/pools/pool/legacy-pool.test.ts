// Which pools have recipients.
import { expect, it } from 'vitest';
import { hasRecipients, readLegacyPool } from '../../../../src/cloud/pools/pool/legacy-pool.ts';
import { pool } from '../../../helpers/pools/accounts.ts';

it.each<[unknown, boolean]>([
  [undefined, false],
  [null, false],
  ['', false],
  [' , \t\n\u00a0\u2028\ufeff,', false],
  ['ops@example.com', true],
  ['x', true],
  [',,x', true],
  [0, true],
  [false, true],
  [[], true],
])('notification_email %j: %s', (field, expected) => {
  const one = { ...pool('a'), notification_email: field };
  expect(hasRecipients(one)).toBe(expected);
  expect(readLegacyPool(one) !== undefined).toBe(expected);
});
