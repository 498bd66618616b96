// Why something could not be written: words where there are some, else what the system says.
import { expect, it } from 'vitest';
import { writeReason } from '../../src/base/index.ts';

it.each([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
  [Object.assign(new Error('x'), { code: 'EEXIST' }), 'a part of the path is no folder'],
  [Object.assign(new Error('x'), { code: 'EIO' }), 'EIO'],
  [new Error('the stream was closed'), 'the stream was closed'],
  ['odd', 'odd'],
])('%s', (error, reason) => {
  expect(writeReason(error)).toBe(reason);
});
