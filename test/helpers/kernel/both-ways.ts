// Reads the same objects with a replay in JavaScript only, and with one whose lines the kernel reads, fed as src/input/objects feeds it. Their reports
// must be equal. Bytes are latin1 texts: counterexamples are readable.
import { inspect, isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { askSelected } from '../../../src/analysis/query/index.ts';
import type { Detail } from '../../../src/analysis/replay/index.ts';
import type { TimeRange } from '../../../src/base/index.ts';
import { type Destination, ObjectReadError } from '../../../src/input/destination/index.ts';
import type { DeferReason, Inflated } from '../../../src/input/kernel/index.ts';
import { feedObject } from '../../../src/input/objects/feed-object.ts';
import { readerOptionsOf } from '../../../src/input/objects/reader-options.ts';
import type { RecordReaderOptions } from '../../../src/input/record/index.ts';
import type { LineRange } from '../../../src/input/sources/sources.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { type Filter, selectionOf } from '../../../src/language/filter/index.ts';
import { resolveForm } from '../../../src/verbs/request/logs-request.ts';
import { ReplayPass } from '../replay/replay-pass.ts';

/** The options of one replay. */
export interface ReplayCase {
  /** @default http_requests */
  dataset?: string;
  /** By job; undefined keeps every line. */
  filters: readonly (Filter | undefined)[];
  /** Selections that are no jobs, as a guard asks for them. @default none */
  selected?: readonly { filter: Filter | undefined; samples: number; valueLines?: number }[];
  nullAs: 'unknown' | 'zero';
  range: TimeRange;
  samples: number;
  detail: Detail;
}

/** One object and how it is delivered. */
export interface ObjectCase {
  /** Its plain bytes, as latin1. */
  body: string;
  /** Offset of the bytes in the object. Above 0 the kernel reads from their first line on, otherwise after the head of the object. */
  offset: number;
  /** @default the program's */
  maxLineBytes?: number;
  /** How it is stored: plain, plain in a file on disk, or as gzip of a level. */
  stored: 'plain' | 'file' | number;
  /** Sizes of its chunks, repeated. Bytes. */
  sizes: readonly number[];
  /** Whether reading fails at its end. */
  isCut: boolean;
  /**
   * Splits a file near these bytes, at line ends, into parts that are read one by one as NDJSON.
   * @default it is read as a whole
   */
  cuts?: readonly number[];
  /** Whether envelopes around lines of http_requests are found and removed. @default false */
  hasEnvelopes?: boolean;
}

/** What the kernel has read and deferred so far: proves that the tests reach it. */
export const SEEN: { lines: number; left: number; ways: Set<DeferReason> } = {
  ...{ lines: 0, left: 0 },
  ways: new Set(),
};

const LOST = 'the connection was lost';

/**
 * Reads all objects both ways.
 * @param objects each with the number of its Replay
 * @param areTogether whether all are read at the same time, each with its own kernel; otherwise one after the other with the same kernel
 * @throws if reports differ
 */
export async function expectSameReports(
  cases: readonly ReplayCase[],
  objects: readonly (ObjectCase & { replay: number })[],
  areTogether = false,
): Promise<void> {
  const wanted = cases.map(replayOf);
  const found = cases.map(replayOf);
  const feeding: Promise<void>[] = [];
  for (const [index, object] of objects.entries()) {
    const name = `o/${index}`;
    const number = object.replay % cases.length;
    const isDamaged = pushObject(wanted[number]!, name, object);
    const fed = feedWindows(found[number]!, name, object).then((isFoundDamaged) =>
      expectSame({ isDamaged: isFoundDamaged }, { isDamaged }),
    );
    feeding.push(fed);
    if (!areTogether) await fed;
  }
  await Promise.all(feeding);
  for (const [number, replay] of found.entries()) {
    for (const way of Object.keys(replay.pass.deferredLines) as DeferReason[]) SEEN.ways.add(way);
    SEEN.left += Object.values(replay.pass.deferredLines).reduce((sum, lines) => sum + lines, 0);
    expectSame(replay.pass.state(), wanted[number]!.pass.state());
    expectSame({ lineCount: replay.pass.lineCount }, { lineCount: wanted[number]!.pass.lineCount });
  }
}

/** {@link expectSameReports} for one replay and one object. */
export async function expectSameReport(one: ReplayCase, object: ObjectCase): Promise<void> {
  await expectSameReports([one], [{ ...object, replay: 0 }]);
}

function expectSame(found: object, wanted: object): void {
  // Listing differences takes much longer than this comparison.
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`the kernel gives another report:\n${differences(found, wanted, '').join('\n')}`);
}

/** Returns one line for each difference. */
function differences(found: unknown, wanted: unknown, path: string): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null) {
    return [`  ${path}: found ${inspect(found)}, expected ${inspect(wanted)}`];
  }
  const [inner, outer] = [found, wanted] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(inner!), ...Object.keys(outer!)])];
  return keys.flatMap((key) => differences(inner![key], outer![key], `${path}.${key}`));
}

function replayOf({ selected = [], ...options }: ReplayCase): ReplayPass {
  const questions = selected.map(({ filter, ...sizes }) => askSelected(selectionOf(filter), sizes));
  return new ReplayPass({ ...options, selected: questions });
}

function readerOptions(
  { offset, maxLineBytes, cuts, hasEnvelopes = false }: ObjectCase,
  start = 0,
): RecordReaderOptions {
  const { envelope } = readerOptionsOf({ outputOptions: undefined }, getDataset('http_requests'), resolveForm());
  return {
    ...(hasEnvelopes && { envelope }),
    offset: offset + start,
    ...(maxLineBytes !== undefined && { maxLineBytes }),
    ...(cuts !== undefined && { input: 'ndjson' }),
  };
}

/** @returns whether the object is damaged */
function pushObject(replay: ReplayPass, name: string, object: ObjectCase): boolean {
  const reader = replay.openObject(name, readerOptions(object));
  const bytes = Buffer.from(object.body, 'latin1');
  reader.push(bytes);
  const { isCut } = object;
  if (isCut) reader.problem({ code: 'read-failed', offset: bytes.length, message: LOST });
  reader.end(isCut);
  reader.close();
  return reader.damage !== undefined;
}

/** @returns whether the object is damaged */
async function feedWindows(replay: ReplayPass, name: string, object: ObjectCase): Promise<boolean> {
  let isDamaged = false;
  for (const range of rangesOf(object)) isDamaged = (await feedRange(replay, name, object, range)) || isDamaged;
  return isDamaged;
}

/** Returns parts that begin with a line; undefined for the whole. */
function rangesOf({ body, cuts }: ObjectCase): (LineRange | undefined)[] {
  if (cuts === undefined) return [undefined];
  const starts = cuts.map((cut) => body.indexOf('\n', cut % (body.length + 1)) + 1);
  const borders = [...new Set([0, ...starts])].filter((start) => start === 0 || start < body.length);
  borders.sort((a, b) => a - b);
  return borders.map((start, index) => ({ start, end: borders[index + 1] ?? Number.POSITIVE_INFINITY }));
}

async function feedRange(replay: ReplayPass, name: string, object: ObjectCase, range?: LineRange): Promise<boolean> {
  const reader = replay.openObject(name, readerOptions(object, range?.start));
  const counted = {
    push: (chunk: Uint8Array) => reader.push(chunk),
    readWindow: (window: Inflated) => reader.readWindow(window),
    end: (isTruncated: boolean) => reader.end(isTruncated),
    close: () => {
      const before = linesInReport(replay);
      reader.close();
      SEEN.lines += linesInReport(replay) - before;
    },
  };
  const item = {
    destination: destinationOf(object),
    object: { name, key: name, bytes: object.body.length },
    outputOptions: undefined,
    range,
  };
  await feedObject(item, counted, {
    signal: new AbortController().signal,
    onProblem: (found) => reader.problem(found),
    onChunk: () => true,
  });
  return reader.damage !== undefined;
}

/** Returns the lines in the report; the kernel's counts are added when their object is closed. */
function linesInReport(replay: ReplayPass): number {
  const { read, outside, malformed, blank } = replay.report().lines;
  return read + outside + malformed + blank;
}

/** Delivers chunks of a pipe or a bucket on demand, and reads those of a file ahead, into the given buffers. */
function destinationOf(object: ObjectCase): Destination {
  const { body, stored: how, sizes } = object;
  const plain = Buffer.from(body, 'latin1');
  const stored = typeof how === 'number' ? gzipSync(plain, { level: how }) : plain;
  return {
    location:
      how === 'file' ? { kind: 'file', path: '', singleUse: false, display: '' } : { kind: 'stdin', display: 'stdin' },
    list: () => Promise.reject(new Error('cannot list')),
    async *open(_object, { start = 0, end = stored.length, buffers } = {}) {
      let at = start;
      const read = (turn: number): Uint8Array => {
        const from = stored.subarray(at, Math.min(at + sizes[turn % sizes.length]!, end));
        const buffer = buffers?.[turn % buffers.length] ?? new Uint8Array(from.length);
        const chunk = buffer.subarray(0, from.length);
        chunk.set(from.subarray(0, chunk.length));
        at += chunk.length;
        return chunk;
      };
      let chunk = read(0);
      for (let turn = 1; chunk.length > 0; turn += 1) {
        const next = how === 'file' ? read(turn) : undefined;
        yield chunk;
        chunk = next ?? read(turn);
      }
      if (end >= stored.length && object.isCut) throw new ObjectReadError('read-failed', LOST);
    },
  };
}
