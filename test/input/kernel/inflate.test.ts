// The kernel inflates what zlib inflates: streams of every kind, in chunks of every size.
import { constants, crc32, gzipSync, type ZlibOptions } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mix32 } from '../../../src/base/index.ts';
import { inflateAll, inflateByZlib, isWholeToNode, openKernel } from '../../helpers/kernel/inflate-all.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { type BlockPlan, blockPlan, HEADER, writeMember } from '../../properties/kernel/deflate-writer.ts';

const { kernel, inflater } = await openKernel();

const chunkSizes = fc.oneof(
  fc.constant<number[]>([]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
);

/** Text with near and distant repetitions, runs, and noise. */
const plainBytes = fc
  .array(
    fc.oneof(
      fc.record({ text: fc.string({ maxLength: 40 }), times: fc.integer({ min: 1, max: 400 }) }),
      fc.uint8Array({ maxLength: 3000, size: 'max' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) =>
    Buffer.concat(
      parts.map((part) => ('text' in part ? Buffer.from(part.text.repeat(part.times)) : Buffer.from(part))),
    ),
  );

const options: fc.Arbitrary<ZlibOptions> = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FILTERED,
    constants.Z_HUFFMAN_ONLY,
    constants.Z_RLE,
    constants.Z_FIXED,
  ),
  windowBits: fc.integer({ min: 9, max: 15 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
});

describe('what zlib wrote', () => {
  it('comes back, by any level, strategy and window, in any chunks, in several members', () => {
    const member = fc.tuple(plainBytes, options);
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 4 }), chunkSizes, (members, sizes) => {
        const stored = Buffer.concat(members.map(([plain, how]) => gzipSync(plain, how)));
        const { bytes, code } = inflateAll(inflater, stored, sizes);
        expect(code).toBe('whole');
        expect(bytes.equals(Buffer.concat(members.map(([plain]) => plain)))).toBe(true);
      }),
      { seed: 11, numRuns: randomRuns(300) },
    );
  });

  it.each([1, 6, 9])('comes back across many windows, level %d', (level) => {
    const lines = Array.from(
      { length: 60_000 },
      (_, n) => `{"n":${n},"ray":"${crc32(String(n)).toString(16)}","k":"v"}\n`,
    );
    const plain = Buffer.from(lines.join(''));
    const stored = gzipSync(plain, { level });
    for (const sizes of [[], [1000], [262_144], [262_143, 7]]) {
      const { bytes, code } = inflateAll(inflater, stored, sizes);
      expect(code).toBe('whole');
      expect(bytes.equals(plain)).toBe(true);
    }
  });

  it('comes back from chunks larger than the input buffer', () => {
    const noise = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, n) => mix32(n)));
    const stored = gzipSync(noise, { level: 0 });
    expect(stored.length).toBeGreaterThan(3 * kernel.inputBytes());
    expect(inflateAll(inflater, stored).bytes.equals(noise)).toBe(true);
  });
});

it('inflates what no compressor writes: any complete codes, one distance code, none, matches of any kind', async () => {
  const members = fc.array(fc.array(blockPlan, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(members, chunkSizes, async (plans, sizes) => {
      const written = plans.map(writeMember);
      const stored = Buffer.concat(written.map((member) => member.stored));
      const outcome = inflateAll(inflater, stored, sizes);
      expect(outcome.code).toBe('whole');
      expect(outcome.bytes.equals(Buffer.concat(written.map(({ plain }) => plain)))).toBe(true);
      expect(isWholeToNode(stored)).toBe(true);
    }),
    { seed: 12, numRuns: randomRuns(300) },
  );
});

it('copies from the largest distance of a match, wherever the window moves', () => {
  const far = { length: 258, back: 32_767 };
  const near = { length: 3, back: 0 };
  const blocks = Array.from({ length: 40 }, (_, n): BlockPlan[] => [
    { type: 'stored', bytes: Uint8Array.from({ length: 65_535 }, (_, at) => mix32(n * 65_535 + at)) },
    { type: 'fixed', tokens: Array.from({ length: 97 }, (_, at) => (at % 7 === 0 ? near : far)) },
  ]).flat();
  const { stored, plain } = writeMember(blocks);
  expect(plain.length).toBeGreaterThan(3 * 2 ** 20);
  for (const sizes of [[], [65_536, 9]]) {
    const { bytes, code } = inflateAll(inflater, stored, sizes);
    expect(code).toBe('whole');
    expect(bytes.equals(plain)).toBe(true);
  }
});

describe('headers', () => {
  const BODY = gzipSync('plain').subarray(10);
  const FTEXT = 1;
  const FHCRC = 2;
  const FEXTRA = 4;
  const FNAME = 8;
  const FCOMMENT = 16;

  /** A header with the parts that its flags require. */
  function header(flags: number, { crcIsWrong = false, extraBytes = 5 } = {}): Buffer {
    const parts = [Buffer.from([0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255])];
    if (flags & FEXTRA) parts.push(Buffer.from([extraBytes & 255, extraBytes >> 8]), Buffer.alloc(extraBytes, 7));
    if (flags & FNAME) parts.push(Buffer.from('a name\0'));
    if (flags & FCOMMENT) parts.push(Buffer.from('\0'));
    const crc = crc32(Buffer.concat(parts)) & 0xffff;
    if (flags & FHCRC) parts.push(Buffer.from([crcIsWrong ? ~crc & 255 : crc & 255, crc >> 8]));
    return Buffer.concat(parts);
  }

  const rows = Array.from({ length: 32 }, (_, flags) => ({ name: `flags ${flags}`, head: header(flags) }));
  it.each([
    ...rows,
    { name: 'the longest extra field', head: header(FEXTRA | FHCRC, { extraBytes: 65_535 }) },
    { name: 'an empty extra field', head: header(FEXTRA | FTEXT, { extraBytes: 0 }) },
    { name: 'a wrong header CRC', head: header(FHCRC | FNAME, { crcIsWrong: true }) },
    { name: 'reserved flag 0x20', head: header(0x20) },
    { name: 'reserved flag 0x80', head: header(0x80) },
    { name: 'another method', head: Buffer.from(HEADER).fill(7, 2, 3) },
  ])('$name', async ({ head }) => {
    const once = Buffer.concat([head, BODY]);
    // After a member, the header of the next one is also read from bits that were loaded with the last.
    for (const stored of [once, Buffer.concat([once, once])]) {
      const wanted = await inflateByZlib(stored);
      for (const sizes of [[], [1], [11, 3]]) {
        const outcome = inflateAll(inflater, stored, sizes);
        expect(outcome).toEqual(wanted);
        expect(outcome.code === 'whole').toBe(isWholeToNode(stored));
      }
    }
  });
});

it.each([
  { name: 'zeros', stored: Buffer.concat([Buffer.alloc(3), gzipSync('plain')]) },
  { name: 'almost the magic bytes', stored: Buffer.from([0x1f, 0x8c, 8, 0]) },
  { name: 'text', stored: Buffer.from('{"RayID":"8f2c"}') },
])('does not begin with a member: $name', ({ stored }) => {
  const wanted = { bytes: Buffer.alloc(0), code: 'corrupt', reason: 'incorrect header check' };
  for (const sizes of [[], [1]]) expect(inflateAll(inflater, stored, sizes)).toEqual(wanted);
  expect(isWholeToNode(stored)).toBe(false);
});

describe('after a member', () => {
  const member = gzipSync('plain');
  it.each([
    { name: 'nothing', tail: Buffer.alloc(0) },
    { name: 'zero padding', tail: Buffer.alloc(700) },
    { name: 'a member after zero padding', tail: Buffer.concat([Buffer.alloc(9), member]) },
    { name: 'text', tail: Buffer.from('garbage') },
    { name: 'one byte', tail: Buffer.from('g') },
    { name: 'text after zero padding', tail: Buffer.from('\0\0garbage') },
    { name: 'half of the magic bytes', tail: Buffer.from([0x1f]) },
    { name: 'almost the magic bytes', tail: Buffer.from([0x1f, 0x8c]) },
    { name: 'a header and no more', tail: HEADER },
    { name: 'a match that reaches back into it', tail: Buffer.concat([HEADER, Buffer.from('03010000', 'hex')]) },
  ])('$name', async ({ tail }) => {
    const stored = Buffer.concat([member, tail]);
    const wanted = await inflateByZlib(stored);
    for (const sizes of [[], [1], [4]]) expect(inflateAll(inflater, stored, sizes)).toEqual(wanted);
  });

  it('an empty input is not a stream', () => {
    expect(inflateAll(inflater, Buffer.alloc(0)).code).toBe('truncated');
  });
});
