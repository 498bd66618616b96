// Large plain files are split at line ends; an object that cannot be read from its middle stays whole. No file here is
// really that large: a destination generates its bytes when they are read.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Destination, type Location, ObjectReadError } from '../../../src/input/destination/index.ts';
import type { SourceObject } from '../../../src/input/sources/sources.ts';
import { type SplitOptions, splitLargeFiles } from '../../../src/input/threads/split-large-files.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';

const MEGABYTE = 2 ** 20;
const FILE: Location = { kind: 'file', path: 'a.log', singleUse: false, display: 'a.log' };
const READING = { input: 'auto', records: undefined, columns: undefined } as const;
const OPTIONS: SplitOptions = {
  dataset: getDataset('http_requests'),
  reading: READING,
  signal: new AbortController().signal,
};
const CHUNK_BYTES = 100_000;

interface Made {
  /** What the file is made of, over and over. */
  piece: Buffer | string;
  bytes: number;
  location?: Location;
  singleUse?: boolean;
  /** Reading from there on fails. */
  failsFrom?: number;
}

function fileOf({
  piece,
  bytes,
  location = FILE,
  singleUse,
  failsFrom = Number.POSITIVE_INFINITY,
}: Made): SourceObject {
  const made = Buffer.from(piece as string);
  const twice = Buffer.alloc(CHUNK_BYTES + made.length, made);
  const destination: Destination = {
    location,
    list: () => Promise.reject(new Error('cannot list')),
    async *open(_object, { start = 0, end = bytes } = {}) {
      for (let at = start; at < Math.min(end, bytes); at += CHUNK_BYTES) {
        if (at >= failsFrom) throw new ObjectReadError('read-failed', 'gone');
        const size = Math.min(CHUNK_BYTES, Math.min(end, bytes) - at);
        yield twice.subarray(at % made.length, (at % made.length) + size);
      }
    },
  };
  const object = { name: 'a.log', key: 'a.log', bytes, ...(singleUse !== undefined && { singleUse }) };
  return { destination, object, outputOptions: undefined };
}

async function rangesOf(made: Made, options: Partial<SplitOptions> = {}) {
  const found = await splitLargeFiles([fileOf(made)], { ...OPTIONS, ...options });
  return Array.from(found, ({ range }) => range);
}

const LINE = `{"RayID":"${'8f2c'.repeat(200)}"}\n`;

describe('a file of lines', () => {
  it.each([128, 129, 300, 1000])(
    'of %d MB: parts without gap, each from a line start on, the last without an end',
    async (size) => {
      const ranges = await rangesOf({ piece: LINE, bytes: size * MEGABYTE });
      expect(ranges).toHaveLength(Math.floor(size / 64));
      expect(ranges[0]?.start).toBe(0);
      expect(ranges.at(-1)?.end).toBe(Number.POSITIVE_INFINITY);
      for (const [index, range] of ranges.entries()) {
        expect(range!.start % LINE.length).toBe(0);
        if (index > 0) expect(range!.start).toBe(ranges[index - 1]!.end);
        if (index < ranges.length - 1) expect(range!.end - range!.start).toBeGreaterThan(60 * MEGABYTE);
      }
    },
  );

  it('with lines longer than a part: as many parts as there are lines to begin them', async () => {
    const line = Buffer.alloc(10 * MEGABYTE, `{"k":"${'x'.repeat(100)}`);
    line[line.length - 1] = 10;
    const ranges = await rangesOf({ piece: line, bytes: 5 * line.length }, { partBytes: 3 * MEGABYTE });
    const starts = ranges.map((range) => range?.start);
    expect(starts).toEqual([0, 1, 2, 3, 4].map((number) => number * line.length));
  });

  it('not inside a line that is longer than any may be', async () => {
    const line = Buffer.alloc(150 * MEGABYTE, `{"k":"${'x'.repeat(100)}`);
    line[line.length - 1] = 10;
    const piece = Buffer.concat([Buffer.from(LINE), line]);
    expect(await rangesOf({ piece, bytes: piece.length })).toEqual([undefined]);
  });
});

describe('stays whole', () => {
  const bytes = 300 * MEGABYTE;
  const lines = { piece: LINE, bytes };
  const rows: { name: string; made: Made; reading?: SplitOptions['reading'] }[] = [
    { name: 'below two parts', made: { ...lines, bytes: 128 * MEGABYTE - 1 } },
    { name: 'gzip', made: { piece: gzipSync(LINE), bytes } },
    { name: 'compressed otherwise', made: { piece: Buffer.from('28b52ffd0000000000000000', 'hex'), bytes } },
    { name: 'CSV', made: { piece: 'ClientIP,RayID\n1.1.1.1,8f2c\n', bytes } },
    { name: 'CSV by option', made: lines, reading: { ...READING, input: 'csv' } },
    { name: 'one JSON document', made: { piece: `[${LINE},`, bytes } },
    { name: 'records in a document', made: lines, reading: { ...READING, records: 'events[]' } },
    { name: 'a pipe', made: { ...lines, singleUse: true } },
    { name: 'standard input', made: { ...lines, location: { kind: 'stdin', display: 'stdin' } } },
    { name: 'one line', made: { piece: `{"k":"${'x'.repeat(50)}`, bytes: 130 * MEGABYTE } },
    { name: 'not readable', made: { ...lines, failsFrom: 0 } },
    { name: 'not readable from its middle on', made: { ...lines, failsFrom: 70 * MEGABYTE } },
  ];
  it.each(rows)('$name', async ({ made, reading }) => {
    expect(await rangesOf(made, reading && { reading })).toEqual([undefined]);
  });

  it('after the run was stopped', async () => {
    const found = await splitLargeFiles([fileOf(lines)], { ...OPTIONS, signal: AbortSignal.abort() });
    expect(Array.from(found, ({ range }) => range)).toEqual([undefined]);
  });
});

it('keeps the order of files', async () => {
  const small = { piece: LINE, bytes: 1000 };
  const items = [fileOf(small), fileOf({ piece: LINE, bytes: 200 * MEGABYTE }), fileOf(small)];
  const found = await splitLargeFiles(items, OPTIONS);
  expect(
    Array.from(found, ({ object, range }) => [object.bytes, range?.start === undefined ? undefined : range.start > 0]),
  ).toEqual([
    [1000, undefined],
    [200 * MEGABYTE, false],
    [200 * MEGABYTE, true],
    [200 * MEGABYTE, true],
    [1000, undefined],
  ]);
});
