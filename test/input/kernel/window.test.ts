// Which bytes stay readable in the kernel's memory between two steps.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const { kernel, inflater } = await openKernel();

const PLAIN = Buffer.from(
  Array.from({ length: 130_000 }, (_, n) => `{"line":${n},"of":"a log","x":${n % 977}}\n`).join(''),
);
const STORED = gzipSync(PLAIN);

describe('what the caller keeps', () => {
  it('stays in front of the new bytes, wherever it moves', () => {
    const keeps = fc.array(
      fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 40_000 }), fc.constant(Number.POSITIVE_INFINITY)),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(keeps, fc.integer({ min: 500, max: STORED.length }), (wanted, size) => {
        inflater.begin();
        let end = 0;
        let keptBytes = 0;
        let given = 0;
        let turn = 0;
        for (let at = 0; at < STORED.length; at += size) {
          inflater.write(STORED.subarray(at, at + size));
          for (;;) {
            const keep = Math.min(wanted[turn++ % wanted.length]!, keptBytes);
            const step = end === 0 ? inflater.next() : inflater.next(end - keep);
            if (step.kind === 'input') break;
            if (step.kind === 'rejected') throw new Error(step.reason);
            expect(step.start - step.keptFrom).toBe(end === 0 ? 0 : keep);
            const readable = Buffer.from(kernel.memory.buffer, step.keptFrom, step.end - step.keptFrom);
            given += step.bytes.length;
            expect(readable.equals(PLAIN.subarray(given - readable.length, given))).toBe(true);
            end = step.end;
            keptBytes = readable.length;
          }
        }
        expect(given).toBe(PLAIN.length);
        expect(inflater.end()).toEqual({ kind: 'whole' });
      }),
      { seed: 31, numRuns: randomRuns(60) },
    );
  });

  it('may be a line of 20 MB', () => {
    inflater.begin();
    inflater.write(gzipSync(Buffer.alloc(20_000_000, '{"long":"line"}')));
    let step = inflater.next();
    let lineBytes = 0;
    while (step.kind === 'output') {
      lineBytes = step.end - step.keptFrom;
      step = inflater.next(step.keptFrom);
    }
    expect(step.kind).toBe('input');
    expect(lineBytes).toBe(20_000_000);
    expect(kernel.memory.buffer.byteLength).toBeLessThan(64 * 2 ** 20);
  });

  it('must fit into the memory', () => {
    inflater.begin();
    inflater.write(gzipSync(Buffer.alloc(300_000_000)));
    const keepAll = () => {
      let step = inflater.next();
      while (step.kind === 'output') step = inflater.next(step.keptFrom);
    };
    expect(keepAll).toThrow(RangeError);
    inflater.begin();
    inflater.write(gzipSync('usable again'));
    expect(inflater.next()).toMatchObject({ kind: 'output', bytes: Uint8Array.from(Buffer.from('usable again')) });
  });
});

describe('use', () => {
  it('rejects a chunk before the last one was inflated', () => {
    inflater.begin();
    inflater.write(STORED);
    expect(() => inflater.write(STORED)).toThrow('cannot write');
  });

  it('returns truncated while a member is open, and repeats a rejection', () => {
    inflater.begin();
    inflater.write(STORED.subarray(0, 9));
    expect(inflater.next()).toEqual({ kind: 'input' });
    expect(inflater.end()).toMatchObject({ code: 'truncated' });
    inflater.begin();
    inflater.write(Buffer.from('no gzip'));
    expect(inflater.next()).toMatchObject({ kind: 'rejected', code: 'corrupt' });
    expect(inflater.next()).toMatchObject({ kind: 'rejected', code: 'corrupt' });
    expect(inflater.end()).toMatchObject({ kind: 'rejected', code: 'corrupt' });
  });
});
