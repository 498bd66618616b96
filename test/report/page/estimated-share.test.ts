// Printed shares of samples: the printed interval contains the exact one.
import { expect, it } from 'vitest';
import { estimatedShare } from '../../../src/report/page/estimated-share.ts';

it.each([
  [0.5, 0, '50.0 %', undefined],
  [0, 0.0014, '0.0 %', '0.2'],
  [0.5, 0.021, '50.0 %', '2.1'],
  [0.0104, 0.0019, '1.0 %', '0.3'],
  [1 / 3, 0.02, '33.3 %', '2.1'],
])('%d with an error of %d', (share, error, printed, printedError) => {
  expect(estimatedShare(share, error)).toEqual({ share: printed, error: printedError });
});
