// The damaged files have exactly the damage that their list describes, checked without code of the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDamagedFiles, type DamagedFile } from '../../samples/generator/index.ts';
import { filesBelow, SAMPLES } from '../helpers/stored-samples.ts';

const MAX_LEVELS = 512;
const FOLDER = join(SAMPLES, 'damaged');
const made = createDamagedFiles();
const stored = (file: DamagedFile): Buffer => readFileSync(join(FOLDER, file.key));

/** What one line is. Nesting is counted by its braces: the samples have none within strings of deep lines. */
function kindOf(line: Buffer, index: number): 'read' | 'malformed' | 'blank' {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: index > 0 }).decode(line);
    if (/^[ \t\r]*$/.test(text)) return 'blank';
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'malformed';
    return text.startsWith('{"a":'.repeat(MAX_LEVELS + 1)) ? 'malformed' : 'read';
  } catch {
    return 'malformed';
  }
}

function count(bytes: Buffer): Record<string, number> {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  const counts: Record<string, number> = { read: 0, malformed: 0, blank: 0 };
  for (const [index, line] of lines.entries()) counts[kindOf(line, index)]! += 1;
  return counts;
}

describe('damaged files', () => {
  it('equal the output of the generator', () => {
    expect(filesBelow(FOLDER)).toEqual(made.map(({ key }) => key));
  });

  it.each(made.filter(({ key }) => key.endsWith('.log')))('$name: counts, and bytes as made', (file) => {
    const { read, malformed, blank } = file;
    expect(stored(file).equals(file.bytes)).toBe(true);
    expect(count(stored(file))).toEqual({ read, malformed, blank });
  });

  it.each(made.filter(({ name }) => name.includes('cut') || name.includes('corrupt')))(
    '$name: does not inflate',
    (file) => {
      expect(() => gunzipSync(stored(file))).toThrow();
    },
  );

  it('cut inside a gzip member: several lines precede the cut, the last one is incomplete', () => {
    const file = made.find(({ name }) => name.startsWith('cut'))!;
    const begun = gunzipSync(stored(file), { finishFlush: constants.Z_SYNC_FLUSH });
    expect(begun.at(-1)).not.toBe(10);
    expect(count(begun).read).toBeGreaterThan(5);
  });

  it('second gzip member corrupt: the first is whole', () => {
    const bytes = stored(made.find(({ name }) => name.includes('corrupt'))!);
    const second = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]), 3);
    expect(count(gunzipSync(bytes.subarray(0, second)))).toMatchObject({ malformed: 0, blank: 0 });
    expect(() => gunzipSync(bytes.subarray(second))).toThrow();
  });

  it('garbage after gzip: all lines precede it', () => {
    const file = made.find(({ name }) => name.includes('garbage'))!;
    const gzip = stored(file).subarray(0, stored(file).lastIndexOf('<?xml'));
    expect(count(gunzipSync(gzip))).toEqual({ read: file.read, malformed: 0, blank: 0 });
  });

  it('empty object: no bytes', () => {
    expect(stored(made.at(-1)!)).toHaveLength(0);
  });
});
