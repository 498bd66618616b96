// Why a read or write failed: in words, or the system's code or message.
import { expect, it } from 'vitest';
import { readReason, writeReason } from '../../src/base/index.ts';

const TOO_MANY = 'this process may not open more files; raise the limit, for example with ulimit -n 1024';
const coded = (code: string): Error => Object.assign(new Error('x'), { code });

it.each<[unknown, read: string, write: string]>([
  [coded('ENOENT'), 'the file does not exist', 'the folder does not exist'],
  [coded('EISDIR'), 'it is a folder; name a file', 'it is a folder; name a file in it'],
  [
    coded('EPERM'),
    'you have no permission to read it; change its permissions, or run as a user who may read it',
    'you have no permission to write there; choose another folder',
  ],
  [coded('EMFILE'), TOO_MANY, TOO_MANY],
  [coded('ENOTDIR'), 'a part of the path is not a folder', 'a part of the path is not a folder; choose another folder'],
  [coded('ENOSPC'), 'ENOSPC', 'the disk is full'],
  [coded('EEXIST'), 'EEXIST', 'a part of the path is not a folder'],
  [coded('EIO'), 'the disk could not be read', 'the disk could not be written, or the terminal is closed'],
  [new Error('the stream was closed'), 'the stream was closed', 'the stream was closed'],
  ['odd', 'odd', 'odd'],
])('%s', (error, read, write) => {
  expect(readReason(error)).toBe(read);
  expect(writeReason(error, 'choose another folder')).toBe(
    write.includes('; ') ? write : `${write}; choose another folder`,
  );
});
