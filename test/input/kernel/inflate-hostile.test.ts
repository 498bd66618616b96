// Streams built to hang or to fill the memory end with an answer, and need no more memory than others.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflateAll, openKernel } from '../../helpers/kernel/inflate-all.ts';
import { HEADER, writeMember } from '../../properties/kernel/deflate-writer.ts';

/** The memory of a new kernel, plus one step. */
const FEW_BYTES = 20 * 2 ** 20;

describe('bounded memory', () => {
  it('a bomb of 100 MB', async () => {
    const { kernel, inflater } = await openKernel();
    const stored = gzipSync(Buffer.alloc(100_000_000));
    expect(stored.length).toBeLessThan(100_000);
    inflater.write(stored);
    let bytes = 0;
    let largest = 0;
    for (let step = inflater.next(); step.kind === 'output'; step = inflater.next()) {
      bytes += step.bytes.length;
      largest = Math.max(largest, step.bytes.length);
    }
    expect(inflater.end()).toEqual({ kind: 'whole' });
    expect(bytes).toBe(100_000_000);
    expect(largest).toBeLessThan(1.1 * 2 ** 20);
    expect(kernel.memory.buffer.byteLength).toBeLessThanOrEqual(FEW_BYTES);
  });

  it.each([
    { name: 'empty stored blocks without end', piece: Buffer.from('000000ffff', 'hex'), head: HEADER },
    { name: 'empty fixed blocks without end', piece: Buffer.from('0208208000', 'hex'), head: HEADER },
    { name: 'a name without end', piece: Buffer.from('name'), head: Buffer.from(HEADER).fill(8, 3, 4) },
  ])('$name', async ({ piece, head }) => {
    const { kernel, inflater } = await openKernel();
    inflater.write(head);
    expect(inflater.next().kind).toBe('input');
    const megabyte = Buffer.alloc(piece.length * Math.ceil(1_000_000 / piece.length), piece);
    for (let times = 0; times < 3; times += 1) {
      inflater.write(megabyte);
      expect(inflater.next()).toEqual({ kind: 'input' });
    }
    expect(inflater.end()).toMatchObject({ kind: 'rejected', code: 'truncated' });
    expect(kernel.memory.buffer.byteLength).toBeLessThanOrEqual(FEW_BYTES);
  });

  it('thousands of empty blocks, each with its own codes', async () => {
    const { inflater } = await openKernel();
    const { stored } = writeMember(Array.from({ length: 3000 }, (_, seed) => ({ type: 'dynamic', tokens: [], seed })));
    expect(inflateAll(inflater, stored)).toEqual({ bytes: Buffer.alloc(0), code: 'whole' });
  });

  it('empty members without end', async () => {
    const { inflater } = await openKernel();
    const member = gzipSync('');
    expect(inflateAll(inflater, Buffer.alloc(member.length * 200_000, member))).toEqual({
      bytes: Buffer.alloc(0),
      code: 'whole',
    });
  });
});
