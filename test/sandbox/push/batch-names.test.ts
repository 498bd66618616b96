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

it('equal hashes are told apart', () => {
  // The first and the second batch of a job, with any content.
  const first = new Map<string, number>();
  for (let content = 0; content < 60_000; content += 1) first.set(nameOf(new BatchNames(), content), content);
  for (let content = 0; content < 1_000_000; content += 1) {
    const names = new BatchNames();
    nameOf(names, 0);
    const second = nameOf(names, content);
    const equal = first.get(second);
    if (equal === undefined) continue;
    const both = new BatchNames();
    expect(nameOf(both, equal)).toBe(second);
    expect(nameOf(both, content)).not.toBe(second);
    return;
  }
  expect.unreachable();
});
