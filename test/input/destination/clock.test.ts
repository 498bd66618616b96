// The clock of the machine: an action never runs before its time, which a plain timer does.
import { expect, it } from 'vitest';
import { MONOTONIC_CLOCK } from '../../../src/input/destination/clock.ts';

it('runs no action before its time', async () => {
  const early: number[] = [];
  for (let run = 0; run < 100; run += 1) {
    const time = MONOTONIC_CLOCK.now() + 1.9;
    const found = await new Promise<number>((resolve) => {
      MONOTONIC_CLOCK.at(time, () => resolve(MONOTONIC_CLOCK.now()));
      // A busy turn of the event loop, whose time Node does not count.
      while (MONOTONIC_CLOCK.now() < time - 1);
    });
    if (found < time) early.push(found - time);
  }
  expect(early).toEqual([]);
});

it('runs a cancelled action never, and one of the past at once', async () => {
  const ran: string[] = [];
  MONOTONIC_CLOCK.at(MONOTONIC_CLOCK.now(), () => ran.push('cancelled'))();
  await new Promise<void>((resolve) => void MONOTONIC_CLOCK.at(MONOTONIC_CLOCK.now() - 10, resolve));
  expect(ran).toEqual([]);
});
