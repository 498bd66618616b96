// One gzip member that every reader accepts, whatever its chunks.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GzipMember } from '../../../src/sandbox/push/gzip-member.ts';
import { inflateAll, openKernel } from '../../helpers/kernel/inflate-all.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const { inflater } = await openKernel();

function memberOf(chunks: readonly Uint8Array[]): Buffer {
  const member = new GzipMember();
  for (const chunk of chunks) member.write(chunk);
  const bytes = member.finish();
  expect(member.storedBytes).toBe(bytes.length);
  return bytes;
}

const line = Buffer.from('{"ClientRequestPath":"/products/1","EdgeResponseStatus":200}\n'.repeat(3000));

describe.each<[string, Uint8Array[]]>([
  ['no chunk', []],
  ['one byte', [Buffer.from('x')]],
  [
    'chunks shorter and longer than the window',
    [line.subarray(0, 100), line, line.subarray(5), line.subarray(0, 40_000)],
  ],
  ['random bytes', [randomBytes(200_000), randomBytes(1), randomBytes(131_072)]],
])('%s', (_, chunks) => {
  const text = Buffer.concat(chunks);
  const bytes = memberOf(chunks);

  it('is read by zlib, gzip, the web and the kernel', async () => {
    expect(gunzipSync(bytes)).toEqual(text);
    expect(spawnSync('gzip', ['-t'], { input: bytes }).status).toBe(0);
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    expect(Buffer.from(await new Response(stream).arrayBuffer())).toEqual(text);
    expect(inflateAll(inflater, bytes)).toEqual({ bytes: text, code: 'whole' });
  });
});

it('refers to the chunk before', () => {
  const chunk = randomBytes(20_000);
  expect(memberOf([chunk, chunk]).length).toBeLessThan(memberOf([chunk]).length * 1.1);
});

it('any chunks give the text', () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 20 });
  fc.assert(
    fc.property(chunks, (some) => {
      expect(gunzipSync(memberOf(some))).toEqual(Buffer.concat(some));
    }),
    { numRuns: randomRuns(50) },
  );
});
