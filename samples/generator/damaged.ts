// Creates damaged objects: malformed lines of each kind, unusual line ends, broken gzip. They show that bad data is
// counted, located and never fatal.
import { INCIDENT, streamRequests } from '../../src/sandbox/traffic/shop/index.ts';
import { batchName, gzipLines } from './batch.ts';
import { compileLine } from './line.ts';
import { ALL_REQUESTS } from './sample-job.ts';

/** One object of the folder, and the counts that a reader must report. */
export interface DamagedFile {
  /** The damage, in a few words. */
  readonly name: string;
  /** File name, as the platform would name it. */
  readonly key: string;
  readonly bytes: Buffer;
  /** Lines that can be read; undefined if that depends on how much of a broken gzip member inflates. */
  readonly read: number | undefined;
  /** Undefined if that depends on how much of the damage inflates. */
  readonly malformed: number | undefined;
  readonly blank: number;
}

type Content = Omit<DamagedFile, 'key'> & { readonly isGzip?: boolean };

/** Levels of a line nested too deep; readers stop at 512. */
const NESTED_LEVELS = 600;
/** Span of each file; they are consecutive. Milliseconds. */
const BATCH_MS = 300_000;
const FILES = [malformed, lineEnds, legalButOdd, cutGzip, corruptGzip, garbageAfterGzip, emptyObject];
const BOM = '\ufeff';

/** Returns all files, in the order of their names. */
export function createDamagedFiles(): DamagedFile[] {
  const batches = goodLines();
  return FILES.map((create, index) => {
    const { isGzip = false, ...file } = create(batches[index]!);
    const startMs = INCIDENT.startMs + index * BATCH_MS;
    const key = batchName('damaged', startMs, startMs + BATCH_MS);
    return { ...file, key: isGzip ? key : key.replace(/\.gz$/, '') };
  });
}

/** Returns the lines logged within the span of each file. */
function goodLines(): string[][] {
  const print = compileLine(ALL_REQUESTS);
  const batches: string[][] = FILES.map(() => []);
  for (const request of streamRequests({ seed: 7, scale: 2 })) {
    const index = Math.floor((request.loggedMs - INCIDENT.startMs) / BATCH_MS);
    if (index >= batches.length) return batches;
    if (index >= 0 && ALL_REQUESTS.accepts(request)) batches[index]!.push(print(request));
  }
  return batches;
}

function malformed(lines: readonly string[]): Content {
  const line = lines[0]!;
  const deep = `${'{"a":'.repeat(NESTED_LEVELS)}1${'}'.repeat(NESTED_LEVELS)}\n`;
  const bad: (string | Uint8Array)[] = [
    `${line.slice(0, Math.floor(line.length / 2))}\n`,
    line.replace('"RayID"', "'RayID'"),
    line.replace('}\n', ',}\n'),
    '["RayID","EdgeStartTimestamp"]\n',
    '"just text"\n',
    '503\n',
    'null\n',
    invalidUtf8([0xc3, 0x28]),
    invalidUtf8([0xed, 0xa0, 0x80]),
    invalidUtf8([0xf0, 0x9f, 0x98]),
    deep,
    BOM + line,
  ];
  const good = lines.slice(0, bad.length);
  const parts = bad.flatMap((item, index) => [good[index]!, item]);
  parts.splice(5, 0, '\n');
  parts.splice(11, 0, ' \t \n');
  return { name: 'malformed lines', bytes: join(parts), read: good.length, malformed: bad.length, blank: 2 };
}

function invalidUtf8(bytes: readonly number[]): Uint8Array {
  return join(['{"ClientRequestUserAgent":"caf', Uint8Array.from(bytes), '"}\n']);
}

function lineEnds(lines: readonly string[]): Content {
  const good = lines.slice(0, 8);
  const ends = good.map((line, index) => (index % 2 === 0 ? line.replace('\n', '\r\n') : line));
  const text = `${BOM}${ends.join('')}\r\n${lines[8]!.trimEnd()}`;
  return { name: 'line ends', bytes: Buffer.from(text), read: good.length + 1, malformed: 0, blank: 1 };
}

function legalButOdd(): Content {
  const lines = [
    '{"RayID":"a545265000000001","EdgeStartTimestamp":1793643300000000001,"ClientRequestUserAgent":"lone \\ud800 surrogate"}\n',
    '{"RayID":"a545265000000002","EdgeStartTimestamp":1793643300000000002,"EdgeResponseStatus":500,"EdgeResponseStatus":200}\n',
    '{"RayID":"a545265000000003","EdgeStartTimestamp":1793643300000000003,"EdgeResponseBytes":18446744073709551615}\n',
    ' { "RayID" : "a545265000000004" , "EdgeStartTimestamp" : 1793643300000000004 , "EdgeResponseStatus" : 5e2 } \n',
    '{"RayID":"a545265000000005","EdgeStartTimestamp":"2026-11-02T18:15:00.000000005Z","EdgeResponseStatus":"503"}\n',
    '{"RayID":"a545265000000006","EdgeResponseStatus":200}\n',
    '{"\\u0052ayID":"a545265000000007","EdgeStartTimestamp":1793643300000000007,"EdgeResponseStatus":null}\n',
    '{}\n',
  ];
  return { name: 'legal but odd', bytes: Buffer.from(lines.join('')), read: lines.length, malformed: 0, blank: 0 };
}

function cutGzip(lines: readonly string[]): Content {
  const whole = gzipLines(lines);
  const bytes = Buffer.from(whole.subarray(0, Math.floor(whole.length * 0.55)));
  return { name: 'cut within a gzip member', bytes, read: undefined, malformed: 0, blank: 0, isGzip: true };
}

function corruptGzip(lines: readonly string[]): Content {
  const half = Math.floor(lines.length / 2);
  const second = gzipLines(lines.slice(half));
  const at = Math.floor(second.length * 0.6);
  second[at] = second[at]! ^ 0xff;
  const bytes = join([gzipLines(lines.slice(0, half)), second]);
  return { name: 'second gzip member corrupt', bytes, read: undefined, malformed: undefined, blank: 0, isGzip: true };
}

function garbageAfterGzip(lines: readonly string[]): Content {
  const garbage = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>\n';
  const bytes = join([gzipLines(lines), garbage]);
  return { name: 'garbage after gzip', bytes, read: lines.length, malformed: 0, blank: 0, isGzip: true };
}

function emptyObject(): Content {
  return { name: 'empty object', bytes: Buffer.alloc(0), read: 0, malformed: 0, blank: 0, isGzip: true };
}

function join(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
