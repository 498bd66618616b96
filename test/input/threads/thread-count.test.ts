// How many threads are started: by the bytes of lines, the requested number and the maximum.
import { expect, it } from 'vitest';
import { MAX_THREADS, threadCountFor } from '../../../src/input/threads/thread-count.ts';

it.each([
  { sizes: [], wanted: 4, worth: 1 },
  { sizes: [100, 99], wanted: 4, worth: 1 },
  { sizes: [100, 100], wanted: 4, worth: 2 },
  { sizes: [900, 900], wanted: 4, worth: 4 },
  { sizes: [900, 900, 900], wanted: 2, worth: 2 },
  { sizes: [undefined, undefined], wanted: 2, worth: 1 },
  { sizes: Array<number>(200).fill(900), wanted: 1000, worth: MAX_THREADS },
  { sizes: [9, 9], key: 'a.log.gz', wanted: 4, worth: 2 },
])(
  '$sizes.length objects of $sizes bytes are worth $worth of $wanted threads',
  ({ sizes, key = '', wanted, worth }) => {
    const items = sizes.map((bytes) => ({ object: { name: '', key, bytes } }));
    expect(threadCountFor(items as unknown as Parameters<typeof threadCountFor>[0], wanted, 100)).toBe(worth);
  },
);
