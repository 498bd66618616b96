// Damaged gzip: for any damage and any chunks, exactly the bytes that inflate before the damage are delivered. The
// reference is Node's zlib fed one byte at a time where damage may be, which then withholds nothing.
import { isDeepStrictEqual } from 'node:util';
import { createGunzip, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delivery, readStored } from '../../../helpers/destination/chunked-destination.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

const FIRST = gzipSync('{"ClientIP":"192.0.2.1","EdgeResponseStatus":200}\n{"ClientIP":"192.0.2.1"}\n'.repeat(3));
const SECOND = gzipSync('{"RayID":"8f2c","WAFScore":12}\nlast line without end');
const STORED = Buffer.concat([FIRST, SECOND]);

const DELIVERIES: readonly (Delivery & { name: string })[] = [
  { name: 'read again, whole' },
  { name: 'read again, 7 bytes at a time', chunkBytes: 7 },
  { name: 'once, whole', singleUse: true },
  { name: 'once, 1 byte at a time', singleUse: true, chunkBytes: 1 },
  { name: 'once, 13 bytes at a time', singleUse: true, chunkBytes: 13 },
];

const known = new Map<string, ReturnType<typeof inflateByByte>>();

/**
 * Returns what zlib inflates before it fails, and whether it fails; computes each answer once.
 * @param intact number of bytes as gzip wrote them, which may be passed at once
 */
function reference(stored: Uint8Array, intact = 0): ReturnType<typeof inflateByByte> {
  const key = Buffer.from(stored).toString('latin1');
  const answer = known.get(key) ?? inflateByByte(stored, intact);
  known.set(key, answer);
  return answer;
}

async function inflateByByte(stored: Uint8Array, intact: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const gunzip = createGunzip();
  const chunks: Buffer[] = [];
  let isWhole = true;
  gunzip.on('data', (chunk) => chunks.push(chunk));
  gunzip.on('error', () => {
    isWhole = false;
  });
  // A write that fails, or that reaches padding, never calls back.
  const over = new Promise<void>((resolve) => {
    gunzip.once('close', () => resolve());
    gunzip.once('end', () => resolve());
  });
  for (let at = 0, end = Math.max(intact, 1); at < stored.length; at = end, end += 1) {
    if (gunzip.destroyed || gunzip.readableEnded) break;
    const written = new Promise<void>((resolve) => {
      gunzip.write(stored.subarray(at, end), () => resolve());
    });
    await Promise.race([written, over]);
  }
  gunzip.end();
  await over;
  return { bytes: Buffer.concat(chunks), isWhole };
}

describe.each(DELIVERIES)('$name', (delivery) => {
  it('delivers the whole of several members', async () => {
    const { bytes, findings } = await readStored(STORED, delivery);
    expect(findings).toEqual([]);
    expect(bytes.equals((await reference(STORED)).bytes)).toBe(true);
  });

  it('delivers the bytes before a cut at every position', async () => {
    for (let end = 2; end < STORED.length; end += 1) {
      const cut = STORED.subarray(0, end);
      const wanted = await reference(cut, end);
      const { bytes, findings } = await readStored(cut, delivery);
      const codes = wanted.isWhole ? [] : ['gzip-truncated'];
      const found = { text: bytes.toString(), findings: findings.map(({ code, offset }) => ({ code, offset })) };
      const expected = {
        text: wanted.bytes.toString(),
        findings: codes.map((code) => ({ code, offset: bytes.length })),
      };
      // `expect` is slow in a loop: it is called only for what differs.
      if (!isDeepStrictEqual(found, expected)) expect(found, `cut at ${end}`).toEqual(expected);
    }
  });

  it.each([
    { name: 'all bits flipped', change: (byte: number) => byte ^ 0xff },
    { name: 'lowest bit flipped', change: (byte: number) => byte ^ 0x01 },
    { name: 'bit 5 flipped', change: (byte: number) => byte ^ 0x20 },
    { name: 'zeroed', change: () => 0 },
  ])('delivers the bytes before one wrong byte at every position: $name', async ({ change }) => {
    for (let at = 2; at < STORED.length; at += 1) {
      const stored = Buffer.from(STORED);
      stored[at] = change(stored[at]!);
      const wanted = await reference(stored, at);
      const { bytes, findings } = await readStored(stored, delivery);
      if (!bytes.equals(wanted.bytes)) expect(bytes.toString('latin1')).toBe(wanted.bytes.toString('latin1'));
      if (!wanted.isWhole && findings.length !== 1) expect(findings, `byte ${at}`).toHaveLength(1);
      if (findings.length > 0 && findings[0]!.offset !== bytes.length) expect(findings[0]!.offset).toBe(bytes.length);
    }
  });
});

const CRC_AT = FIRST.length - 8;
const LENGTH_AT = FIRST.length - 4;

describe.each([{}, { singleUse: true }, { singleUse: true, chunkBytes: 1 }, { chunkBytes: 3 }] satisfies Delivery[])(
  'distinguishes kinds of damage (%o)',
  (delivery) => {
    it.each([
      { name: 'wrong checksum', stored: flipped(FIRST, CRC_AT), code: 'gzip-corrupt', message: /data check/ },
      { name: 'wrong length', stored: flipped(FIRST, LENGTH_AT), code: 'gzip-corrupt', message: /length check/ },
      {
        name: 'wrong method',
        stored: flipped(SECOND, 2),
        code: 'gzip-corrupt',
        message: /compression method/,
        bytes: '',
      },
      { name: 'text after the end', stored: [FIRST, 'garbage'], code: 'gzip-trailing' },
      { name: 'text after padding', stored: [FIRST, '\0\0\0', 'garbage'], code: 'gzip-trailing' },
      { name: 'half a magic number after the end', stored: [FIRST, '\x1f'], code: 'gzip-truncated' },
      { name: 'half a magic number and text after the end', stored: [FIRST, '\x1fx'], code: 'gzip-trailing' },
      {
        name: 'a magic number alone after the end',
        stored: [FIRST, Uint8Array.of(0x1f, 0x8b)],
        code: 'gzip-truncated',
      },
      { name: 'padding after the end', stored: [FIRST, Buffer.alloc(1000)], code: undefined },
      { name: 'a member after padding', stored: [FIRST, Buffer.alloc(5), FIRST], code: undefined, times: 2 },
      { name: 'an empty member between', stored: [FIRST, gzipSync(''), FIRST], code: undefined, times: 2 },
    ])('$name', async ({ stored, code, message, bytes, times }) => {
      const parts = (Array.isArray(stored) ? stored : [stored]).map((part) => Buffer.from(part as Buffer));
      const result = await readStored(Buffer.concat(parts), delivery);
      const plain = '{"ClientIP":"192.0.2.1","EdgeResponseStatus":200}\n{"ClientIP":"192.0.2.1"}\n'.repeat(3);
      expect(result.bytes.toString()).toBe(bytes ?? plain.repeat(times ?? 1));
      expect(result.findings.map((finding) => finding.code)).toEqual(code === undefined ? [] : [code]);
      if (message !== undefined) expect(result.findings[0]?.message).toMatch(message);
    });
  },
);

function flipped(stored: Buffer, at: number): Buffer {
  const copy = Buffer.from(stored);
  copy[at] = copy[at]! ^ 0x10;
  return copy;
}

describe('arbitrary damage', () => {
  const member = fc.string({ maxLength: 400 }).map((text) => gzipSync(text, { level: text.length % 10 }));
  const damage = fc.record({ at: fc.nat(2000), byte: fc.nat(255) });

  it('inflates as far as zlib does for every delivery', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(member, { minLength: 1, maxLength: 4 }),
        fc.array(damage, { maxLength: 2 }),
        fc.integer({ min: 1, max: 50 }),
        async (members, damages, chunkBytes) => {
          const stored = Buffer.concat(members);
          // The first two bytes stay: without them it is not gzip.
          for (const { at, byte } of damages) stored[2 + (at % (stored.length - 2))] = byte;
          const wanted = await reference(stored);
          const fast = await readStored(stored, { chunkBytes });
          const slow = await readStored(stored, { chunkBytes, singleUse: true });
          expect(fast.bytes.equals(slow.bytes)).toBe(true);
          expect(fast.findings).toEqual(slow.findings);
          // zlib stops at padding, after which more may follow.
          expect(slow.bytes.subarray(0, wanted.bytes.length).equals(wanted.bytes)).toBe(true);
          if (!wanted.isWhole) expect(slow.bytes.equals(wanted.bytes)).toBe(true);
        },
      ),
      { numRuns: randomRuns(150) },
    );
  });
});

describe('large members', () => {
  // More than one output buffer, hardly compressible, so that damage is far from any boundary.
  const plain = Buffer.from(Array.from({ length: 30_000 }, (_, at) => `{"n":${(at * 7919) % 100_003}}\n`).join(''));
  const stored = gzipSync(plain);

  it.each([0.1, 0.5, 0.9, 0.999])('delivers all but the end when cut at %f', async (share) => {
    const cut = stored.subarray(0, Math.floor(stored.length * share));
    const slow = await readStored(cut, { singleUse: true, chunkBytes: 1000 });
    const fast = await readStored(cut, { chunkBytes: 65_536 });
    expect(fast.bytes.equals(slow.bytes)).toBe(true);
    expect(plain.subarray(0, fast.bytes.length).equals(fast.bytes)).toBe(true);
    expect(fast.bytes.length).toBeGreaterThan(plain.length * share * 0.9);
    expect(fast.opened, 'a cut loses nothing, so the object is read once').toBe(1);
  });

  it.each([0.3, 0.6, 0.95])('delivers the bytes before a wrong byte at %f once, and no more', async (share) => {
    const at = Math.floor(stored.length * share);
    const broken = Buffer.from(stored);
    broken.fill(0xff, at, at + 64);
    const wanted = await reference(broken.subarray(0, at + 64), at);
    const fast = await readStored(broken, { chunkBytes: 65_536 });
    const slow = await readStored(broken, { singleUse: true });
    expect(slow.bytes.equals(fast.bytes)).toBe(true);
    expect(fast.bytes.subarray(0, wanted.bytes.length).equals(wanted.bytes)).toBe(true);
    expect(fast.findings.map(({ code }) => code)).toEqual(['gzip-corrupt']);
    expect(fast.opened).toBe(2);
  });
});
