// Properties of inflating in the kernel: for any stream, valid or not, in any chunks, its answer is zlib's, byte for byte.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { inflateAll, inflateByZlib, openKernel } from '../../helpers/kernel/inflate-all.ts';
import { blockPlan, HEADER, writeMember } from './deflate-writer.ts';
import { type Property, propertyOf } from './property.ts';

const { inflater } = await openKernel();

const sizes = fc.oneof(
  fc.constant<number[]>([]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
);
/** Blocks that no compressor writes, and blocks that zlib writes. */
const member = fc.oneof(
  fc.array(blockPlan, { minLength: 1, maxLength: 5 }).map((plan) => writeMember(plan).stored),
  fc
    .tuple(
      fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.integer({ min: 1, max: 400 })), { maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 9, max: 15 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .map(([parts, level, strategy, windowBits, memLevel]) =>
      gzipSync(parts.map(([text, times]) => text.repeat(times)).join(''), { level, strategy, windowBits, memLevel }),
    ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([HEADER, bytes])),
);
const padding = fc.integer({ min: 1, max: 12 }).map((zeros) => Buffer.alloc(zeros));
const change = fc.record({ at: fc.nat(), removed: fc.nat({ max: 2 }), put: fc.uint8Array({ maxLength: 2 }) });

async function expectZlibsAnswer(stored: Uint8Array, chunks: readonly number[]): Promise<void> {
  const { bytes, ...answer } = inflateAll(inflater, stored, chunks);
  const { bytes: wantedBytes, ...wanted } = await inflateByZlib(stored);
  const [found, expected] = [JSON.stringify(answer), JSON.stringify(wanted)];
  const hex = Buffer.from(stored).toString('hex');
  if (found !== expected) throw new Error(`found ${found}, expected zlib's ${expected} for ${hex}`);
  if (!bytes.equals(wantedBytes)) throw new Error(`found other bytes than zlib's for ${hex}`);
}

/** Members, and zeros after the first: a stream must begin with a member. */
const stream = fc
  .tuple(
    member,
    fc.array(fc.oneof({ weight: 3, arbitrary: member }, { weight: 1, arbitrary: padding }), { maxLength: 3 }),
  )
  .map(([first, others]) => Buffer.concat([first, ...others]));

const whole = propertyOf(
  'inflates streams of any kind as zlib does',
  300,
  fc.tuple(stream, sizes),
  ([stored, chunks]) => expectZlibsAnswer(stored, chunks),
);

const damaged = propertyOf(
  'judges damaged and cut streams as zlib does',
  300,
  fc.tuple(stream, fc.array(change, { maxLength: 3 }), fc.option(fc.nat()), sizes),
  ([stored, changes, cut, chunks]) => {
    let bytes = stored;
    for (const { at, removed, put } of changes) {
      const place = 2 + (at % bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + removed)]);
    }
    return expectZlibsAnswer(cut === null ? bytes : bytes.subarray(0, 1 + (cut % bytes.length)), chunks);
  },
);

export const INFLATE_PROPERTIES: readonly Property[] = [whole, damaged];
