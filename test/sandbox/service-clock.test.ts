// The time of the service: real, faster, or that of the traffic.
import { expect, it, vi } from 'vitest';
import { createServiceClock } from '../../src/sandbox/service-clock.ts';

const START = Date.UTC(2026, 10, 2);

it('follows the traffic, and never goes back', () => {
  const clock = createServiceClock(START, Number.POSITIVE_INFINITY);
  expect(clock.followsTraffic).toBe(true);
  for (const [to, now] of [
    [START + 5000, START + 5000],
    [START + 10, START + 5000],
    [START + 5000.5, START + 5000.5],
  ] as const) {
    clock.advance(to);
    expect(clock.now()).toBe(now);
  }
});

it('runs by itself at its speed, and ignores the traffic', async () => {
  const clock = createServiceClock(START, 1_000_000);
  expect(clock.followsTraffic).toBe(false);
  clock.advance(START + 1e12);
  const before = clock.now();
  await clock.sleep(1_000_000);
  expect(before).toBeLessThan(START + 1e12);
  // A timer may end up to a millisecond early.
  expect(clock.now() - before).toBeGreaterThan(0);
});

it.each([1, 1000, Number.POSITIVE_INFINITY])(
  'at speed %d a signal ends a sleep, before it and during it',
  async (speed) => {
    const clock = createServiceClock(START, speed);
    const end = new AbortController();
    const sleeping = clock.sleep(1e15, end.signal);
    end.abort();
    await sleeping;
    await clock.sleep(1e15, end.signal);
  },
);

it('wakes without a warning from a sleep until a time that has passed', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  for (const ms of [-1e9, -0.005, 0]) await createServiceClock(START, 1).sleep(ms);
  expect(warn).not.toHaveBeenCalled();
});
