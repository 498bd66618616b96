// Why a read or write failed: in words, or the system's code or message.
import { expect, it } from 'vitest';
import { readReason, writeReason } from '../../src/base/index.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

it.each<[unknown, read: string, write: string]>([
  [coded('ENOENT'), 'the file does not exist', 'the folder does not exist'],
  [coded('EISDIR'), 'it is a folder, expected a file', 'it is a folder, expected a file name'],
  [coded('EPERM'), 'permission was denied', 'permission was denied'],
  [coded('ENOTDIR'), 'a part of the path is not a folder', 'a part of the path is not a folder'],
  [coded('ENOSPC'), 'ENOSPC', 'the disk is full'],
  [coded('EEXIST'), 'EEXIST', 'a part of the path is not a folder'],
  [coded('EIO'), 'the disk could not be read', 'the disk could not be written, or the terminal is closed'],
  [new Error('the stream was closed'), 'the stream was closed', 'the stream was closed'],
  ['odd', 'odd', 'odd'],
])('%s', (error, read, write) => {
  expect(readReason(error)).toBe(read);
  expect(writeReason(error)).toBe(write);
});
