// Parts on disk: what is read is what was written, damage is found, and another library reads the same columns.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import { beforeAll, describe, expect, it } from 'vitest';
import { ColumnLines, type ColumnRows, type PartEntry, PartFile, textOf } from '../../../src/input/columns/index.ts';
import { writePart } from '../../../src/input/indexing/part-writer.ts';
import { buildColumns } from '../../helpers/columns.ts';
import { ROOT } from '../../helpers/programs.ts';

const LINES = [
  '{"Ray":"a","EdgeResponseStatus":200,"Note":null}\r\n',
  'malformed \xff\n',
  '{"Ray":"b","EdgeResponseStatus":503,"Tags":["x", "\\u00e9"]}\n',
  '\n',
  ...Array.from(
    { length: 300 },
    (_, at) => `{"Ray":"r${at}","EdgeResponseStatus":${200 + (at % 3)},"Path":"/${at % 290}"}\n`,
  ),
].join('');
const INPUT = Buffer.from(LINES, 'latin1');

let folder: string;
let part: ColumnRows;
let stored: PartEntry;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-columns-'));
  [part] = buildColumns(INPUT) as [ColumnRows];
  stored = writePart(folder, part, [
    { name: 'logs/1.log', from: 0, to: 2 },
    { name: 'logs/2.log', from: 2, to: part.rows },
  ]);
});

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Plain values to compare: views differ in their buffers. */
function plain({ rows, offsets, bytes, times, templates, lines, fields }: ColumnRows): unknown {
  const names = [...fields.keys()];
  const columns = [templates, lines, ...names.map((name) => fields.get(name)!)];
  return {
    rows,
    names,
    numbers: [[...offsets], [...bytes], [...times]],
    columns: columns.map(({ codes, texts }) => [
      codes && [...codes],
      codes?.BYTES_PER_ELEMENT,
      [...texts.ends],
      Buffer.from(texts.bytes).toString('latin1'),
    ]),
  };
}

describe('a part on disk', () => {
  it('has the same columns, of which each is read when it is asked for', () => {
    // As the manifest stores it.
    const read = new PartFile(folder, JSON.parse(JSON.stringify(stored)));
    expect(read.size).toBe(0);
    read.fields.get('EdgeResponseStatus');
    expect(read.size).toBeGreaterThan(0);
    expect(plain(read)).toEqual(plain(part));
    expect(Buffer.from(new ColumnLines(read).lines(0, read.rows)).equals(INPUT)).toBe(true);
  });

  it('has fields with the names of its other columns', () => {
    const input = Buffer.from(
      Array.from({ length: 9 }, (_, at) => `{"_object":"o","_line":"l${at % 2}","_line_":1,"_time":2}\n`).join(''),
    );
    const [own] = buildColumns(input) as [ColumnRows];
    const place = mkdtempSync(join(folder, 'own-'));
    const entry = writePart(place, own, [{ name: '1.log', from: 0, to: own.rows }]);
    expect(plain(new PartFile(place, entry))).toEqual(plain(own));
    const decode = (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes);
    setCompressionCodec(CompressionType.ZSTD, { encode: (bytes) => bytes, decode });
    const { names } = tableFromIPC(readFileSync(join(place, entry.file)), { useBigInt: true });
    expect(names.slice(-4)).toEqual(['_object_', '_line__', '_line_', '_time_']);
    rmSync(place, { recursive: true });
  });

  it('is one file for its owner alone', () => {
    expect(readdirSync(folder)).toEqual([stored.file]);
    const { mode, size } = statSync(join(folder, stored.file));
    expect(size).toBe(stored.size);
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  it('is read by another library', () => {
    // Other libraries allocate the size in front of each buffer.
    const decode = (bytes: Uint8Array, size: number): Uint8Array => {
      const inflated = zstdDecompressSync(bytes);
      expect(inflated.length).toBe(size);
      return inflated;
    };
    setCompressionCodec(CompressionType.ZSTD, { encode: (bytes) => bytes, decode: decode as never });
    const table = tableFromIPC(readFileSync(join(folder, stored.file)), { useBigInt: true });
    expect(table.numRows).toBe(part.rows);
    const textOfValue = (value: unknown): string => (value instanceof Uint8Array ? text(value) : String(value));
    const valuesOf = (name: string): string[] => [...table.getChild(name).toArray()].slice(0, 4).map(textOfValue);
    expect(table.names.map((name) => `${name}: ${valuesOf(name).join(' | ')}`)).toMatchInlineSnapshot(`
      [
        "_offset: 0 | 50 | 62 | 122",
        "_bytes: 50 | 12 | 60 | 1",
        "_time: 0 | null | 0.000062 | null",
        "_object: logs/1.log | logs/1.log | logs/2.log | logs/2.log",
        "_template: {"Ray":ÿ0;,"EdgeResponseStatus":ÿ1;,"Note":ÿ2;}
       | null | {"Ray":ÿ0;,"EdgeResponseStatus":ÿ1;,"Tags":ÿ3;}
       | null",
        "_line: null | malformed ÿ
       | null | 
      ",
        "Ray: "a" | null | "b" | null",
        "EdgeResponseStatus: 200 | null | 503 | null",
        "Note: null | null | null | null",
        "Tags: null | null | ["x", "\\u00e9"] | null",
        "Path: null | null | null | null",
      ]
    `);
    for (const name of part.fields.keys()) {
      const texts = Array.from({ length: part.rows }, (_, row) =>
        Buffer.from(textOf(part.fields.get(name)!, row)).toString(),
      );
      expect([...table.getChild(name).toArray()].map((text) => text ?? '')).toEqual(texts);
    }
  });
});

it('the example of the page runs', () => {
  const page = readFileSync(join(ROOT, 'docs/index-files.md'), 'utf8');
  const [, example] = /```js\n([\s\S]*?)```/.exec(page)!;
  // It finds the library from inside the checkout.
  const script = join(mkdtempSync(join(ROOT, 'node_modules/.cache/index-example-')), 'example.mjs');
  writeFileSync(script, example!);
  const { stdout, stderr } = spawnSync(process.execPath, [script, join(folder, stored.file)], { encoding: 'utf8' });
  rmSync(join(script, '..'), { recursive: true });
  expect(stderr).toBe('');
  expect(stdout).toBe('1 of 304 lines\n');
});

describe('a damaged part', () => {
  const path = (file: string): string => join(folder, file);
  it.each<[string, (file: string) => void, RegExp]>([
    ['is cut', (file) => truncateSync(path(file), 100), /found \d+ bytes at byte \d+, expected \d+/],
    ['is empty', (file) => truncateSync(path(file), 0), /found 0 bytes at byte/],
    [
      'has another bit',
      (file) => {
        const bytes = readFileSync(path(file));
        bytes[stored.fields[1]![1].ends[0] + 9]! ^= 1;
        writeFileSync(path(file), bytes);
      },
      /found the checksum \d+ at byte \d+, expected \d+/,
    ],
  ])('%s', (_name, damage, message) => {
    const other = writePart(folder, part, []);
    damage(other.file);
    const read = new PartFile(folder, other);
    expect(() => read.check()).toThrow(message);
    expect(() => read.check()).toThrow(
      /^cannot read the index .*; if the objects of the index still exist, (?:move the file away and )?run headgate index --out /,
    );
  });

  it('is another part, or gone', () => {
    const [another] = buildColumns(INPUT.subarray(0, INPUT.length / 2));
    const { file } = writePart(folder, another!, []);
    expect(() => new PartFile(folder, { ...stored, file }).check()).toThrow(/found/);
    expect(() => new PartFile(folder, { ...stored, file: 'part-0.arrow' }).check()).toThrow('does not exist');
  });
});
