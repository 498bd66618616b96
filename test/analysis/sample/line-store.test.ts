// Lines stored as bytes, in memory and in a file: a stored line never changes when others are added and dropped.
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLine } from '../../../src/analysis/sample/held-lines.ts';
import { createLineSpace, fileBytes } from '../../../src/analysis/sample/line-space.ts';
import { LineStore } from '../../../src/analysis/sample/line-store.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

let folder: string;
let file: number;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-line-store-'));
  file = openSync(join(folder, 'lines'), 'w+');
});

afterAll(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

function textOf(store: LineStore, number: number): string {
  return readLine(store.toLines([number]), 0, { file });
}

describe('a line', () => {
  it.each(['', 'a', 'é ☕ 😀', '\u0000\u007f', 'x'.repeat(100_000)])('comes back as it was: %j', (line) => {
    for (const memory of [0, 1_000_000]) {
      const store = new LineStore(createLineSpace(file, memory));
      for (const lineEnd of ['\n', '\r\n']) {
        expect(textOf(store, store.hold(Buffer.from(line), lineEnd))).toBe(line + lineEnd);
      }
    }
  });

  // In memory alone, nearly all in the file, and half and half.
  it.each([2 ** 40, 0, 300_000])('is untouched by others that take the place of those given up: %i bytes', (memory) => {
    const length = fc.oneof({ weight: 9, arbitrary: fc.nat(3000) }, { weight: 1, arbitrary: fc.nat(80_000) });
    const step = fc.record({ length, char: fc.nat(127), givenUp: fc.option(fc.nat(30)), times: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const store = new LineStore(createLineSpace(file, memory));
        const held: { line: number; text: string }[] = [];
        for (const { length: bytes, char, givenUp, times } of steps) {
          if (givenUp !== null && givenUp < held.length) store.giveUp(held.splice(givenUp, 1)[0]!.line);
          const line = Buffer.alloc(bytes, char);
          for (let count = 0; count <= times; count += 1) {
            held.push({ line: store.hold(line, '\n'), text: `${line.toString('latin1')}\n` });
          }
        }
        const lines = store.toLines(held.map(({ line }) => line));
        for (const [index, { text }] of held.entries()) expect(readLine(lines, index, { file })).toBe(text);
      }),
      { numRuns: randomRuns(40) },
    );
  });
});

it.each([2 ** 40, 0])('lines that come and go take no more than those held at a time: %i bytes', (memory) => {
  const space = createLineSpace(file, memory);
  const store = new LineStore(space);
  for (let index = 0; index < 10_000; index += 1) {
    store.giveUp(store.hold(Buffer.alloc(1200 + (index % 100)), '\n'));
    store.giveUp(store.hold(Buffer.alloc(50_000 + (index % 100)), '\n'));
  }
  expect(store.toLines([]).segments.length).toBe(2);
  expect(fileBytes(space)).toBe(memory === 0 ? 57_344 : 0);
});

it('two stores that share a space use no more memory than it has, and different parts of the file', () => {
  const space = createLineSpace(file, 600_000);
  const stores = [new LineStore(space), new LineStore(space)];
  const held = stores.map((store, index) =>
    Array.from({ length: 1000 }, (_, line) => store.hold(Buffer.from(`${index}:${line}:`.padEnd(1500, 'x')), '\n')),
  );
  const lines = stores.map((store, index) => store.toLines(held[index]!));
  const memory = lines.flatMap(({ segments }) => segments).reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
  // Beyond what they share, each has one buffer that it fills.
  expect(memory).toBeLessThanOrEqual(600_000 + 2 * 256 * 1024);
  expect(fileBytes(space)).toBeGreaterThan(1_500_000);
  for (const [index, of] of lines.entries()) {
    for (let line = 0; line < 1000; line += 1) expect(readLine(of, line, space)).toMatch(`${index}:${line}:x`);
  }
});

it('no file: says how much was held and what to do', () => {
  const store = new LineStore(createLineSpace('/nowhere: no such folder', 2 ** 20));
  const hold = (): void => {
    for (let line = 0; line < 2000; line += 1) store.hold(Buffer.alloc(1000), '\n');
  };
  expect(hold).toThrow(/found more than 1 MiB of lines.*\/nowhere: no such folder.*TMPDIR/);
});
