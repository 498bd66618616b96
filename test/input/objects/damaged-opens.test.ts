// A damaged gzip object is opened by the kernel and by the exact reader, and by nothing else; without a kernel by the fast inflater and
// the exact reader. The report is the same.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { createInflater, loadKernel } from '../../../src/input/kernel/index.ts';
import { ObjectFeeding } from '../../../src/input/objects/feed-object.ts';
import { Halt } from '../../../src/input/record/index.ts';
import { startCountingBucket } from '../../helpers/destination/counting-bucket.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const inflater = createInflater((await loadKernel())!);
const LINES = Array.from({ length: 2000 }, (_, index) => `{"RayID":"${index * 7919}","EdgeResponseStatus":200}\n`);
const TEXT = LINES.join('');
const MEMBER = gzipSync(TEXT);

function damagedAt(place: number): Buffer {
  const stored = Buffer.from(MEMBER);
  stored[place]! ^= 1;
  return stored;
}

/** Reads the only object of a bucket. */
async function read(stored: Buffer, isKernel: boolean): Promise<{ report: Report; opened: number }> {
  const bucket = await startCountingBucket({ objects: 1, listedBytes: stored.length, content: stored });
  try {
    const destination = await openDestination(await parseLocation(bucket.source));
    const { objects } = await destination.list({});
    const object = objects.at(0)!;
    const pass = new ReplayPass();
    const halt = new Halt();
    const reader = pass.openObject(object.name, { halt });
    const listener = {
      ...{ signal: new AbortController().signal, halt, onChunk: () => true },
      onProblem: reader.problem.bind(reader),
    };
    await new ObjectFeeding(
      { destination, object, outputOptions: undefined },
      reader,
      listener,
      isKernel ? inflater : undefined,
    ).run();
    reader.close();
    const report = pass.report();
    // Each bucket has its own port, and an object its name from it.
    return { report: JSON.parse(JSON.stringify(report).replaceAll(object.name, 'x')), opened: bucket.opened() };
  } finally {
    await bucket.stop();
  }
}

it.each([
  ['whole', MEMBER, 1, 1],
  ['a broken line', gzipSync(`${TEXT}no JSON\n${TEXT}`), 2, 2],
  ['cut', MEMBER.subarray(0, MEMBER.length >> 1), 2, 1],
  ['a wrong bit in the middle', damagedAt(MEMBER.length >> 1), 2, 2],
  ['a wrong checksum', damagedAt(MEMBER.length - 6), 2, 2],
  ['a damaged second member', Buffer.concat([MEMBER, damagedAt(MEMBER.length >> 1), MEMBER]), 2, 2],
  ['something after the end', Buffer.concat([MEMBER, Buffer.from('tail')]), 2, 2],
  // The exact reader has to return to a line that only the end of its member confirms.
  [
    'a broken line in a member before the damage',
    Buffer.concat([gzipSync('no JSON\n'), damagedAt(MEMBER.length - 6)]),
    3,
    3,
  ],
])('%s', async (_, stored, withKernel, without) => {
  const [on, off] = [await read(stored, true), await read(stored, false)];
  expect(on.report).toEqual(off.report);
  expect({ on: on.opened, off: off.opened }).toEqual({ on: withKernel, off: without });
});
