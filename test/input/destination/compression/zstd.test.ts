// Zstandard: frames of every kind are inflated; for any damage and any chunks, exactly the bytes that inflate before it
// are delivered. The reference is Node's decoder fed one byte at a time where damage may be, which then withholds nothing.
import { constants, createZstdCompress, createZstdDecompress, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Delivery, readStored } from '../../../helpers/destination/chunked-destination.ts';

const CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const LINE = '{"ClientIP":"192.0.2.1","EdgeResponseStatus":200}\n';
const SKIPPABLE = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
const EMPTY_SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
const FIRST = await frameOfBlocks([LINE.repeat(3), '{"RayID":"8f2c"}\n', LINE], CHECKSUM.params);
const SECOND = zstdCompressSync('{"WAFScore":12}\nlast line without end');
const STORED = Buffer.concat([FIRST, SKIPPABLE, SECOND]);
const FIRST_TEXT = `${LINE.repeat(3)}{"RayID":"8f2c"}\n${LINE}`;

/** Writes one frame with a block for each text, then an empty one. */
async function frameOfBlocks(texts: readonly string[], params: Record<number, number>): Promise<Buffer> {
  const stream = createZstdCompress({ params });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const text of texts) {
    stream.write(text);
    await new Promise<void>((resolve) => stream.flush(constants.ZSTD_e_flush, () => resolve()));
  }
  await new Promise<void>((resolve) => {
    stream.once('end', () => resolve());
    stream.end();
  });
  return Buffer.concat(chunks);
}

const known = new Map<string, Promise<string>>();

/**
 * Returns what the decoder yields of one frame before it fails; computes each answer once.
 * @param intact number of bytes as they were compressed, which may be passed at once
 */
function reference(stored: Uint8Array, intact: number): Promise<string> {
  const key = Buffer.from(stored).toString('latin1');
  const answer = known.get(key) ?? inflateByByte(stored, { intact });
  known.set(key, answer);
  return answer;
}

/** What the decoder yields of STORED, by the number of bytes that it has been given. */
const BEFORE_CUT: readonly string[] = await (async () => {
  const texts: string[] = [];
  await inflateByByte(STORED, { onByte: (text) => texts.push(text) });
  return ['', ...texts];
})();

/** @param onByte called after each byte with all that the decoder has yielded */
async function inflateByByte(
  stored: Uint8Array,
  { intact = 1, onByte }: { intact?: number; onByte?: (text: string) => void },
): Promise<string> {
  const stream = createZstdDecompress({ chunkSize: 1024 });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  let isFailed = false;
  for (let at = 0, end = intact; at < stored.length && !isFailed; at = end, end += 1) {
    await new Promise<void>((resolve) => {
      stream.once('error', () => {
        isFailed = true;
        resolve();
      });
      stream.write(stored.subarray(at, end), () => resolve());
    });
    stream.removeAllListeners('error');
    onByte?.(Buffer.concat(chunks).toString('latin1'));
  }
  stream.on('error', () => {});
  stream.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

const DELIVERIES: readonly (Delivery & { name: string })[] = [
  { name: 'whole' },
  { name: '7 bytes at a time', chunkBytes: 7 },
  { name: 'once, 1 byte at a time', singleUse: true, chunkBytes: 1 },
];

const LARGE = Buffer.from(Array.from({ length: 40_000 }, (_, at) => `{"n":${(at * 7919) % 100_003}}\n`).join(''));

describe.each(DELIVERIES)('$name', (delivery) => {
  it.each([
    ['one frame', FIRST, FIRST_TEXT],
    ['frames and a skippable one', STORED, `${FIRST_TEXT}{"WAFScore":12}\nlast line without end`],
    [
      'a skippable frame first',
      Buffer.concat([EMPTY_SKIPPABLE, SKIPPABLE, SECOND]),
      '{"WAFScore":12}\nlast line without end',
    ],
    ['an empty frame', zstdCompressSync(''), ''],
    ['an empty frame with a checksum', zstdCompressSync('', CHECKSUM), ''],
    ['an empty frame between', Buffer.concat([FIRST, zstdCompressSync('', CHECKSUM), FIRST]), FIRST_TEXT.repeat(2)],
    ['skippable frames alone', Buffer.concat([SKIPPABLE, EMPTY_SKIPPABLE]), ''],
    ['stored and repeated bytes', zstdCompressSync(Buffer.alloc(300_000, 'x'), CHECKSUM), 'x'.repeat(300_000)],
  ])('reads %s', async (_, stored, text) => {
    const { bytes, findings } = await readStored(stored, delivery);
    expect(findings).toEqual([]);
    expect(bytes.equals(Buffer.from(text))).toBe(true);
  });

  it('reads a large frame of incompressible text', async () => {
    if (delivery.chunkBytes === 1) return;
    const { bytes, findings } = await readStored(zstdCompressSync(LARGE, CHECKSUM), delivery);
    expect(findings).toEqual([]);
    expect(bytes.equals(LARGE)).toBe(true);
  });

  it('delivers the bytes before a cut at every position', async () => {
    const whole = [FIRST.length, FIRST.length + SKIPPABLE.length];
    for (let end = 4; end < STORED.length; end += 1) {
      const cut = STORED.subarray(0, end);
      const { bytes, findings } = await readStored(cut, delivery);
      expect(bytes.toString('latin1'), `cut at ${end}`).toBe(BEFORE_CUT[end]);
      const codes = whole.includes(end) ? [] : ['zstd-truncated'];
      expect(
        findings.map(({ code }) => code),
        `cut at ${end}`,
      ).toEqual(codes);
      for (const finding of findings) expect(finding.offset).toBe(bytes.length);
    }
  });

  it.each([0xff, 0x01, 0x20])(
    'delivers the bytes before one wrong byte at every position: bits %d flipped',
    async (bits) => {
      for (let at = 4; at < FIRST.length; at += 1) {
        const stored = Buffer.from(FIRST);
        stored[at]! ^= bits;
        const wanted = await reference(stored, at);
        const { bytes, findings } = await readStored(stored, delivery);
        expect(bytes.toString('latin1'), `byte ${at}`).toBe(wanted);
        for (const { code, offset } of findings) {
          expect(code).toMatch(/^zstd-/);
          expect(offset).toBe(bytes.length);
        }
        if (wanted !== FIRST_TEXT) expect(findings, `byte ${at}`).toHaveLength(1);
      }
    },
  );

  it.each([
    {
      name: 'wrong checksum',
      stored: [FIRST.subarray(0, -1), [FIRST.at(-1)! ^ 1]],
      code: 'zstd-corrupt',
      message: /^frame 1 .*checksum/,
    },
    {
      name: 'second frame corrupt',
      stored: [FIRST, FIRST.subarray(0, 6), 'xxxxxxxxxxxxxxxxx'],
      code: 'zstd-corrupt',
      message: /^frame 2 /,
    },
    { name: 'text after the end', stored: [FIRST, 'garbage'], code: 'zstd-trailing' },
    { name: 'zeros after the end', stored: [FIRST, '\0\0\0\0'], code: 'zstd-trailing' },
    { name: 'gzip after the end', stored: [FIRST, gzipSync('x')], code: 'zstd-trailing' },
    { name: 'half a magic after the end', stored: [FIRST, [0x28, 0xb5]], code: 'zstd-truncated' },
    { name: 'a skippable frame without end', stored: [FIRST, SKIPPABLE.subarray(0, -1)], code: 'zstd-truncated' },
  ])('distinguishes damage: $name', async ({ stored, code, message = /./ }) => {
    const result = await readStored(Buffer.concat(stored.map((part) => Buffer.from(part as Buffer))), delivery);
    expect(result.bytes.toString()).toBe(FIRST_TEXT);
    expect(result.findings).toMatchObject([
      { code, offset: FIRST_TEXT.length, message: expect.stringMatching(message) },
    ]);
  });
});

it('delivers the bytes before damage in a large frame, and opens the object once', async () => {
  const stored = zstdCompressSync(LARGE, CHECKSUM);
  for (const share of [0.3, 0.6, 0.95]) {
    const broken = Buffer.from(stored);
    broken.fill(0xff, Math.floor(stored.length * share), Math.floor(stored.length * share) + 64);
    const { bytes, findings, opened } = await readStored(broken, { chunkBytes: 65_536 });
    expect(findings.map(({ code }) => code)).toEqual(['zstd-corrupt']);
    expect(LARGE.subarray(0, bytes.length).equals(bytes)).toBe(true);
    // A block contains at most 128 KiB.
    expect(bytes.length).toBeGreaterThan(LARGE.length * share - 256 * 1024);
    expect(opened).toBe(1);
  }
});

it.each([27, 28])('accepts a window of 2^27 bytes and rejects a larger one: 2^%d', async (log) => {
  const params = { [constants.ZSTD_c_windowLog]: log };
  const { bytes, findings } = await readStored(await frameOfBlocks([LINE, LINE], params));
  expect(bytes.toString()).toBe(log === 27 ? LINE.repeat(2) : '');
  if (log === 27) expect(findings).toEqual([]);
  else
    expect(findings).toMatchObject([{ code: 'zstd-corrupt', message: expect.stringContaining('zstd -dc --long=31') }]);
});
