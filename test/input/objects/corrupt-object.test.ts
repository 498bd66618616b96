// Corrupt compressed objects: the lines before the damage count, nothing after the first line that is not a record does, and the
// reports with and without the kernel agree. The oracle knows the lines as they were written, and where each member begins.
import { gzipSync, constants as zlib, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { printCount } from '../../../src/base/index.ts';
import type { Destination } from '../../../src/input/destination/index.ts';
import { createInflater, loadKernel } from '../../../src/input/kernel/index.ts';
import { ObjectFeeding } from '../../../src/input/objects/feed-object.ts';
import { createRecordReader, Halt } from '../../../src/input/record/index.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const inflater = createInflater((await loadKernel())!);

function lineOf(index: number): string {
  return `{"ClientIP":"192.0.2.${index % 251}","EdgeResponseStatus":${200 + ((index * 7) % 300)},"RayID":"${(index * 2_654_435_761) % 4_294_967_296}"}\n`;
}

const PARTS = [0, 60, 130].map((start, part) =>
  Array.from({ length: [60, 70, 50][part]! }, (_, index) => lineOf(start + index)),
);
/** Lines that were malformed when they were written, one in the first part and one in the last. */
PARTS[0]![20] = 'not JSON\n';
PARTS[2]![45] = '{"cut":\n';
const TEXTS = PARTS.map((lines) => lines.join(''));
const TEXT = TEXTS.join('');
const STARTS = [0, TEXTS[0]!.length, TEXTS[0]!.length + TEXTS[1]!.length];

const CHECKSUM = { params: { [zlib.ZSTD_c_checksumFlag]: 1 } };
const GZIP = TEXTS.map((text) => gzipSync(text));
const ZSTD = TEXTS.map((text) => zstdCompressSync(text, CHECKSUM));

/** @param stored what each opening gives; the last one, all later openings */
function destinationOf(stored: Buffer | readonly Buffer[], chunkBytes: number): Destination {
  const openings = Buffer.isBuffer(stored) ? [stored] : [...stored];
  return {
    location: { kind: 'stdin', display: 'stdin' },
    list: () => Promise.reject(new Error('not listed here')),
    async *open() {
      const bytes = openings.length > 1 ? openings.shift()! : openings[0]!;
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

interface Outcome {
  /** By offset. */
  records: Map<number, string>;
  malformed: number[];
  found: { code: string; offset: number; message: string }[];
}

const listener = { signal: new AbortController().signal, onChunk: () => true };

/** Reads lines one by one, without the kernel. */
async function read(stored: Buffer | readonly Buffer[], input: 'auto' | 'csv' = 'auto'): Promise<Outcome> {
  const outcome: Outcome = { records: new Map(), malformed: [], found: [] };
  const halt = new Halt();
  const reader = createRecordReader(
    { halt, input },
    {
      record: (record) => {
        expect(outcome.records.has(record.offset), 'no line counts twice').toBe(false);
        outcome.records.set(record.offset, Buffer.from(record.stored()).toString('latin1'));
      },
      blank: () => {},
      malformed: ({ offset }) => outcome.malformed.push(offset),
      remark: () => {},
    },
  );
  const item = { destination: destinationOf(stored, 512), object: { name: 'x', key: 'x' }, outputOptions: undefined };
  const onProblem = (problem: Outcome['found'][number]) => outcome.found.push(problem);
  await new ObjectFeeding(item, reader, { ...listener, halt, onProblem }, undefined).run();
  return outcome;
}

/** The report of a replay, by the kernel or without it. */
async function replay(
  stored: Buffer,
  isKernel: boolean,
  chunkBytes: number,
  unwrap?: readonly (readonly string[])[],
): Promise<Report> {
  const pass = new ReplayPass();
  const halt = new Halt();
  const reader = pass.openObject('x', { halt, unwrap });
  const item = {
    destination: destinationOf(stored, chunkBytes),
    object: { name: 'x', key: 'x' },
    outputOptions: undefined,
  };
  const feeding = new ObjectFeeding(
    item,
    reader,
    { ...listener, halt, onProblem: (found) => reader.problem(found) },
    isKernel ? inflater : undefined,
  );
  await feeding.run();
  reader.close();
  return pass.report();
}

async function bothWays(stored: Buffer, unwrap?: readonly string[]): Promise<Report> {
  const paths = unwrap && [unwrap];
  const wanted = await replay(stored, false, stored.length, paths);
  expect(await replay(stored, true, stored.length, paths)).toEqual(wanted);
  return wanted;
}

function lineAt(offset: number): string {
  return TEXT.slice(offset, TEXT.indexOf('\n', offset));
}

const TRUE_MALFORMED = [TEXT.indexOf('not JSON'), TEXT.indexOf('{"cut"')];

describe.each([
  ['gzip', GZIP],
  ['Zstandard', ZSTD],
])('%s', (_, parts) => {
  const stored = Buffer.concat(parts);

  it('undamaged: malformed lines are malformed lines', async () => {
    const outcome = await read(stored);
    expect(outcome.found).toEqual([]);
    expect(outcome.malformed).toEqual(TRUE_MALFORMED);
    expect([...outcome.records]).toEqual(
      [...TEXT.matchAll(/[^\n]+\n/g)]
        .filter(({ index }) => !TRUE_MALFORMED.includes(index))
        .map(({ 0: line, index }) => [index, line.trimEnd()]),
    );
    expect((await bothWays(stored)).lines).toMatchObject({ read: 178, malformed: 2 });
    expect((await replay(stored, true, 100)).lines).toMatchObject({ read: 178, malformed: 2 });
  });

  it('damaged anywhere: all confirmed lines count, and nothing after the first line that is not a record', async () => {
    for (let at = 4; at < stored.length; at += 37) {
      const broken = Buffer.from(stored);
      broken[at]! ^= 1 << (at % 8);
      const part = parts.findIndex((_one, index) => at < Buffer.concat(parts.slice(0, index + 1)).length);
      const { records, malformed, found } = await read(broken);
      const report = await bothWays(broken);
      expect(report.lines, `byte ${at}`).toMatchObject({ read: records.size, malformed: malformed.length });
      const [problem] = found;
      // A bit of a header that means nothing here (a time, the operating system).
      if (problem === undefined) continue;
      expect(found, `byte ${at}`).toHaveLength(1);
      expect(report.problems, `byte ${at}`).toContainEqual({ object: 'x', ...problem });
      const confirmed = STARTS[part]!;
      expect(problem.offset).toBeGreaterThanOrEqual(confirmed);
      expect(malformed, `byte ${at}`).toEqual(TRUE_MALFORMED.filter((offset) => offset < confirmed));
      let next = 0;
      for (const [offset, line] of records) {
        if (TRUE_MALFORMED.includes(next)) next += lineAt(next).length + 1;
        expect(offset, `byte ${at}: no gap`).toBe(next);
        if (offset < confirmed) expect(line).toBe(lineAt(offset));
        expect(offset).toBeLessThan(problem.offset);
        next = offset + line.length + 1;
      }
      expect(next, `byte ${at}: all that is confirmed`).toBeGreaterThanOrEqual(confirmed);
    }
  });
});

it('CSV is read again from its beginning', async () => {
  const text = `ClientIP,EdgeResponseStatus\n${'192.0.2.1,200\n'.repeat(50)}too,many,cells\n${'192.0.2.2,404\n'.repeat(50)}`;
  const whole = await read(gzipSync(text), 'csv');
  expect(whole).toMatchObject({ found: [], malformed: [text.indexOf('too')] });
  expect(whole.records.size).toBe(100);
  const broken = gzipSync(text);
  broken[broken.length - 6]! ^= 1;
  const cut = await read(broken, 'csv');
  expect(cut).toMatchObject({ malformed: [], found: [{ code: 'gzip-corrupt', offset: text.indexOf('too') }] });
  expect(cut.records.size).toBe(50);
});

it('reports which bytes no checksum confirms', async () => {
  const broken = Buffer.concat(GZIP.slice(0, 2));
  broken[broken.length - 6]! ^= 1;
  const { found, records } = await read(broken);
  expect(records.size).toBe(129);
  expect(found[0]!.message).toBe(
    `member 2 of the gzip stream is corrupt: incorrect data check; no checksum confirms bytes ${printCount(STARTS[1]!)} to ${printCount(STARTS[2]!)}, lines there are counted nevertheless`,
  );
});

it('a malformed last line without an end stops it, too', async () => {
  for (const damage of [0, 1]) {
    const stored = gzipSync(`${lineOf(1)}{"cut":`);
    stored[stored.length - 6]! ^= damage;
    const report = await bothWays(stored);
    expect(report.lines).toMatchObject({ read: 1, malformed: 1 - damage });
  }
});

describe('wrapped records around a malformed line', () => {
  const wrapped = PARTS[1]!.map((line) => `{"info":${line.trimEnd()}}\n`).join('');
  it.each([
    ['whole', 0, { read: 140, malformed: 1 }, { lines: 140 }],
    ['corrupt', 1, { read: 70, malformed: 0 }, { lines: 70 }],
  ])('%s: every line that counts is unwrapped', async (_, damage, lines, field) => {
    const stored = gzipSync(`${wrapped}bad\n${wrapped}`);
    stored[stored.length - 6]! ^= damage;
    const report = await bothWays(stored, ['info']);
    expect(report.lines).toMatchObject(lines);
    expect(report.fields!.find(({ name }) => name === 'RayID')).toMatchObject(field);
  });
});

it('the first malformed lines of a reason have a place, whichever line reading stopped at', async () => {
  const report = await bothWays(gzipSync(`${TEXTS[1]}${'nul\n'.repeat(30)}${TEXTS[1]}`));
  expect(report.problems).toHaveLength(20);
  expect(report.problemCounts).toEqual({ 'invalid-json': 30 });
});

it('an object that changes before it is read again is reported', async () => {
  const written = gzipSync(TEXTS[2]!);
  const broken = Buffer.from(written);
  broken[broken.length - 6]! ^= 1;
  const first = gzipSync(`${lineOf(1)}bad\n${lineOf(2)}`);
  const damaged = Buffer.concat([first, broken]);
  const { records, malformed, found } = await read([damaged, damaged, Buffer.concat([first, written])]);
  expect([...records.keys(), ...malformed]).toHaveLength(3 + 50);
  expect(found).toMatchObject([
    { code: 'object-changed', message: expect.stringContaining('the second read found none') },
  ]);
});

it('a Zstandard frame without a checksum confirms nothing', async () => {
  const frames = [zstdCompressSync(TEXTS[0]!), zstdCompressSync(TEXTS[2]!, CHECKSUM)];
  const broken = Buffer.concat(frames);
  broken[broken.length - 2]! ^= 1;
  const { records, malformed, found } = await read(broken);
  expect([records.size, malformed.length]).toEqual([20, 0]);
  expect(found).toMatchObject([{ code: 'zstd-corrupt', offset: TRUE_MALFORMED[0] }]);
  expect(found[0]!.message).toContain(`no checksum confirms bytes 0 to ${printCount(TRUE_MALFORMED[0]!)}`);
});
