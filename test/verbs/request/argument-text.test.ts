// Text of arguments that is not text: the message says what it is.
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readArgumentStream } from '../../../src/verbs/request/argument-text.ts';

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 1);
  yield bytes.subarray(1);
}

it.each<[string, Uint8Array, string]>([
  ['gzip', gzipSync('{}'), 'found gzip, expected UTF-8 text; inflate it first: gzip -dc <file>'],
  ['Zstandard', zstdCompressSync('{}'), 'found Zstandard, expected UTF-8 text; inflate it first: zstd -dc <file>'],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'found UTF-16, expected UTF-8 text; convert it'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'found binary data, expected UTF-8 text'],
  ['Latin-1', Buffer.from('{"name":"ä"}', 'latin1'), 'found bytes that are not UTF-8, expected UTF-8 text'],
])('%s', async (_, bytes, found) => {
  const reading = readArgumentStream(streamOf(bytes), 'the job file a.json');
  await expect(reading).rejects.toMatchObject({ code: 'argument-not-utf8' });
  await expect(readArgumentStream(streamOf(bytes), 'the job file a.json')).rejects.toThrow(
    `cannot read the job file a.json: ${found}`,
  );
});
