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

it('stops 20 ms of real time after the exchange that is due, and does not catch up', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  try {
    const clock = createServiceClock(START, 1000);
    const nowAfter = (ms: number): number => {
      vi.advanceTimersByTime(ms);
      return clock.now() - START;
    };
    clock.hold(START + 2000);
    expect([nowAfter(2), nowAfter(5000), nowAfter(1)]).toEqual([2000, 22_000, 22_000]);
    // The exchange was late: the next one is in the past, and time still does not go back.
    clock.hold(START + 1000);
    expect(nowAfter(5)).toBe(22_000);
    clock.hold(START + 4000);
    expect([nowAfter(1), nowAfter(5)]).toEqual([23_000, 24_000]);
    clock.hold(Number.POSITIVE_INFINITY);
    expect(nowAfter(5000)).toBe(5_024_000);
  } finally {
    vi.useRealTimers();
  }
});

it('wakes without a warning from a sleep until a time that has passed', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  for (const ms of [-1e9, -0.005, 0]) await createServiceClock(START, 1).sleep(ms);
  expect(warn).not.toHaveBeenCalled();
});
