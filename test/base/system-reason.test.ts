// Why something could not be read or written: words where there are some, else what the system says.
import { expect, it } from 'vitest';
import { readReason, writeReason } from '../../src/base/index.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

it.each<[unknown, read: string, write: string]>([
  [coded('ENOENT'), 'there is no such file', 'there is no such folder'],
  [coded('EISDIR'), 'it is a folder, expected a file', 'it is a folder, expected a file name'],
  [coded('EPERM'), 'permission was denied', 'permission was denied'],
  [coded('ENOTDIR'), 'a part of the path is no folder', 'a part of the path is no folder'],
  [coded('ENOSPC'), 'ENOSPC', 'the disk is full'],
  [coded('EEXIST'), 'EEXIST', 'a part of the path is no folder'],
  [coded('EIO'), 'the disk could not be read', 'the disk could not be written, or the terminal is closed'],
  [new Error('the stream was closed'), 'the stream was closed', 'the stream was closed'],
  ['odd', 'odd', 'odd'],
])('%s', (error, read, write) => {
  expect(readReason(error)).toBe(read);
  expect(writeReason(error)).toBe(write);
});
