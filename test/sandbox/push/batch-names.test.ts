// Two batches never share a name, also if their hashes are equal.
import { expect, it } from 'vitest';
import { mix32 } from '../../../src/base/index.ts';
import { BatchNames } from '../../../src/sandbox/push/batch-names.ts';

const nameOf = (names: BatchNames, content: number) => {
  const object = Buffer.alloc(8);
  object.writeUInt32LE(mix32(content), 0);
  object.writeUInt32LE(mix32(content + 0x5555_0000), 4);
  return names.create(1, 0, 0, object).file;
};

it('distinguishes batches of equal hashes', () => {
  // Found by trying: as the first and as the second batch of a job these have one hash.
  const [first, second] = [18_839, 76_121];
  const names = new BatchNames();
  nameOf(names, 0);
  const name = nameOf(names, second);
  expect(nameOf(new BatchNames(), first)).toBe(name);
  const both = new BatchNames();
  expect(nameOf(both, first)).toBe(name);
  expect(nameOf(both, second)).not.toBe(name);
});
