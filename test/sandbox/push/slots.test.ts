// A limited number of tasks at a time.
import { expect, it } from 'vitest';
import { Slots } from '../../../src/sandbox/push/slots.ts';

it('the next in order gets a slot, unless its signal aborted', async () => {
  const slots = new Slots(2);
  const never = new AbortController().signal;
  const [first, second] = [await slots.take(never), await slots.take(never)];
  const left = new AbortController();
  const order: string[] = [];
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const free = await slots.take(name === 'a' ? left.signal : never);
    order.push(`${name} ${free === undefined ? 'left' : 'runs'}`);
    return free;
  });
  left.abort();
  await waiting[0];
  second!();
  (await waiting[1])!();
  await waiting[2];
  expect(order).toEqual(['a left', 'b runs', 'c runs']);
  first!();
  expect(await slots.take(AbortSignal.abort())).toBeUndefined();
});
