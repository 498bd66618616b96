// Objects of another format than lines are named by their first bytes, stored or inflated, and deliver nothing.
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkContent, HEAD_BYTES, isLineOfJson } from '../../../src/input/destination/foreign-content.ts';
import { DAMAGED_FILES, FOREIGN_FILES, LINES_ALL_THE_SAME, NESTED } from '../../cases/destination/foreign-files.ts';
import { type Delivery, readStored } from '../../helpers/destination/chunked-destination.ts';

const DELIVERIES: readonly Delivery[] = [{}, { chunkBytes: 1 }, { singleUse: true, chunkBytes: 3 }];

async function expectRejected(stored: Buffer, found: string): Promise<void> {
  for (const delivery of DELIVERIES) {
    const { bytes, findings } = await readStored(stored, delivery);
    expect(bytes).toHaveLength(0);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: expect.stringMatching(/^(?:compression|format)-unknown$/), offset: 0 });
    expect(findings[0]!.message.slice(0, found.length)).toBe(found);
    expect(findings[0]!.message).toContain('expected ');
  }
}

describe.each(FOREIGN_FILES)('%s', (_, content, found) => {
  it('is rejected as stored bytes', () => expectRejected(content, `${found}, `));
  it('is rejected inside gzip', () => expectRejected(gzipSync(content), `${found} inside gzip, `));
  it('is rejected inside Zstandard', () => expectRejected(zstdCompressSync(content), `${found} inside Zstandard, `));
});

it.each([...DAMAGED_FILES, ...NESTED])('%s', (_, stored, found) => expectRejected(stored, found));

it.each(LINES_ALL_THE_SAME)('accepts lines that only look alike: %s', async (_, text) => {
  for (const stored of [Buffer.from(text), gzipSync(text), zstdCompressSync(text)]) {
    for (const delivery of DELIVERIES) {
      const { bytes, findings } = await readStored(stored, delivery);
      expect(findings).toEqual([]);
      expect(bytes.toString()).toBe(text);
    }
  }
});

it('reads no further than the first line of JSON of a pipe, and accepts whatever follows', () => {
  const bytes = fc.uint8Array({ maxLength: HEAD_BYTES });
  fc.assert(
    fc.property(fc.string(), bytes, (text, rest) => {
      const line = Buffer.from(`${JSON.stringify({ text })}\n`);
      expect(isLineOfJson(line)).toBe(true);
      expect(isLineOfJson(line.subarray(0, -1))).toBe(false);
      expect(() => checkContent({ head: Buffer.concat([line, rest]).subarray(0, HEAD_BYTES) })).not.toThrow();
    }),
  );
  // UTF-16 without a byte order mark.
  for (const encoding of ['utf16le', 'utf16be'] as const) {
    const line = Buffer.from('{"a":1}\n', 'utf16le');
    expect(isLineOfJson(encoding === 'utf16le' ? line : line.swap16())).toBe(false);
  }
});
