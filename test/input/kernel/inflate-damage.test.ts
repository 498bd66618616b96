// Damaged streams: the kernel rejects what zlib rejects, for the same reason, after the same bytes.
import { isDeepStrictEqual } from 'node:util';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflateAll, inflateByZlib, isWholeToNode, openKernel } from '../../helpers/kernel/inflate-all.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { blockPlan, HEADER, writeMember } from '../../properties/kernel/deflate-writer.ts';

const { inflater } = await openKernel();

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `{"RayID":"${((from + n) * 2654435761) >>> 0}","n":${n}}\n`).join('');

const STREAMS: Readonly<Record<string, Buffer>> = {
  dynamic: gzipSync(lines(0, 300)),
  fixed: gzipSync(lines(1, 40), { strategy: constants.Z_FIXED }),
  stored: gzipSync(lines(2, 20), { level: 0 }),
  'Huffman only': gzipSync(lines(3, 60), { strategy: constants.Z_HUFFMAN_ONLY }),
  'several members': Buffer.concat([gzipSync(lines(4, 9)), gzipSync(''), gzipSync(lines(5, 9), { level: 0 })]),
};

/** Compares the kernel's answer with zlib's, with the stream whole and in small chunks. */
async function expectSameAnswer(stored: Uint8Array, what: string): Promise<string> {
  const wanted = await inflateByZlib(stored);
  for (const sizes of [[], [1], [13]]) {
    const outcome = inflateAll(inflater, stored, sizes);
    // `expect` is slow in a loop: it is called only for what differs.
    if (!isDeepStrictEqual(outcome, wanted)) expect(outcome, what).toEqual(wanted);
  }
  // Node accepts anything after zero padding; the kernel must reject at least what Node rejects.
  if (wanted.code === 'whole') expect(isWholeToNode(stored), what).toBe(true);
  return wanted.reason ?? wanted.code;
}

describe.each(Object.entries(STREAMS))('%s', (_, stored) => {
  it('cut anywhere gives what Node gives', () => {
    for (let end = 18; end < stored.length; end += 1) {
      const cut = stored.subarray(0, end);
      const { bytes, code } = inflateAll(inflater, cut, [end % 7 === 0 ? 5 : end]);
      if ((code === 'whole') !== isWholeToNode(cut)) expect.fail(`cut at ${end}: found the stream ${code}`);
      // Node delivers nothing of a truncated member unless the stream is marked as one that need not end.
      const wanted = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
      if (!bytes.equals(wanted)) expect(bytes, `cut at ${end}`).toEqual(wanted);
    }
  });

  it('with bytes changed, left out or put in', async () => {
    const change = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('flip', 'set', 'remove', 'insert'),
      value: fc.integer({ min: 0, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const bytes = [...stored];
        for (const { at, kind, value } of changes) {
          const index = 2 + (at % (bytes.length - 2));
          if (kind === 'flip') bytes[index]! ^= 1 << (value & 7);
          else if (kind === 'set') bytes[index] = value;
          else if (kind === 'remove') bytes.splice(index, 1);
          else bytes.splice(index, 0, value);
        }
        await expectSameAnswer(Uint8Array.from(bytes), JSON.stringify(changes));
      }),
      { seed: 21, numRuns: randomRuns(250) },
    );
  });
});

it('rejects code sets and codes exactly as zlib does', async () => {
  // The first bits select the kind of block; noise follows, often with plausible code lengths.
  const noise = fc.tuple(
    fc.constantFrom(0b011, 0b101, 0b100, 0b111, 0b001),
    fc.uint8Array({ minLength: 4, maxLength: 200, size: 'max' }),
    fc.boolean(),
  );
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(noise, async ([type, bytes, isSparse]) => {
      const body = Uint8Array.from(bytes, (byte, index) => (isSparse ? byte & bytes[index >> 1]! : byte));
      body[0] = (body[0]! & ~7) | type;
      const answer = await expectSameAnswer(Buffer.concat([HEADER, body]), Buffer.from(body).toString('hex'));
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
    }),
    { seed: 22, numRuns: randomRuns(1000) },
  );
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'truncated',
      'invalid block type',
      'invalid stored block lengths',
      'too many length or distance symbols',
      'invalid code lengths set',
      'invalid bit length repeat',
      'invalid literal/length code',
      'invalid distance code',
      'invalid distance too far back',
    ]),
  );
});

it('rejects changed streams of any codes exactly as zlib does', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(blockPlan, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      async (plan, at, bit) => {
        const stored = Buffer.from(writeMember(plan).stored);
        // Most changes are near the front, which contains the code lengths.
        const index = HEADER.length + (at % (at % 3 === 0 ? stored.length - HEADER.length : 80));
        if (index < stored.length) stored[index]! ^= 1 << bit;
        const answer = await expectSameAnswer(stored, `${stored.toString('hex')}`);
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
      },
    ),
    { seed: 23, numRuns: randomRuns(600) },
  );
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'whole',
      'invalid literal/lengths set',
      'invalid distances set',
      'invalid code -- missing end-of-block',
      'incorrect data check',
    ]),
  );
});

describe('the trailer', () => {
  const stored = gzipSync(lines(0, 5));
  it.each([
    { name: 'CRC', at: stored.length - 8, reason: 'incorrect data check' },
    { name: 'size', at: stored.length - 1, reason: 'incorrect length check' },
  ])('wrong $name', ({ at, reason }) => {
    const wrong = Buffer.from(stored);
    wrong[at]! ^= 1;
    expect(inflateAll(inflater, wrong)).toEqual({ bytes: Buffer.from(lines(0, 5)), code: 'corrupt', reason });
  });

  it('any bit wrong in runs long enough to be folded', () => {
    const plain = Buffer.from(lines(9, 2500));
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 60_000 }), fc.nat(), fc.nat({ max: 7 }), (bytes, at, bit) => {
        const whole = gzipSync(plain.subarray(0, bytes), { level: 0 });
        const { code } = inflateAll(inflater, whole);
        if (code !== 'whole') expect(code).toBe('whole');
        // After the header of a stored block, which contains up to 65,535 bytes.
        whole[15 + (at % bytes)]! ^= 1 << bit;
        const { reason } = inflateAll(inflater, whole);
        if (reason !== 'incorrect data check') expect(reason).toBe('incorrect data check');
      }),
      { seed: 24, numRuns: randomRuns(300) },
    );
  });
});
