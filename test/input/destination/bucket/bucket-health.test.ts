// When a bucket is abandoned, and how long its objects are retried before that. Times are passed in, not measured.
import { beforeEach, describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../../src/base/index.ts';
import { BucketHealth } from '../../../../src/input/destination/bucket/bucket-health.ts';
import { DESTINATION_LIMITS } from '../../../../src/input/destination/destination.ts';

const GONE = new HeadgateError('s3-refused', 'gone');
const FOR_MS = 60_000;

function healthOf(forMs: number): BucketHealth {
  return new BucketHealth({ forMs, attempts: Number.POSITIVE_INFINITY, isPaced: true }, DESTINATION_LIMITS);
}

let health: BucketHealth;
beforeEach(() => {
  health = healthOf(FOR_MS);
});

/** Records objects that fail from `startedAt` and are abandoned at `now`. */
function lose(count: number, startedAt: number, now: number): void {
  for (let at = 0; at < count; at += 1) {
    health.recordFailure(startedAt);
    health.recordLostObject(now, GONE);
  }
}

describe('a bucket that has never answered', () => {
  it('is tried for less than half a minute, or for less if --retry-for is less', () => {
    expect(health.patienceMs).toBe(DESTINATION_LIMITS.firstAnswerMs);
    expect(healthOf(5000).patienceMs).toBe(5000);
    health.recordResponse();
    expect(health.patienceMs).toBe(FOR_MS);
  });
});

describe('a bucket that answered', () => {
  beforeEach(() => health.recordSuccess());

  it('is not abandoned for objects that fail while others are answered', () => {
    for (let round = 0; round < 50; round += 1) {
      lose(1, round * 1000, round * 1000 + 900);
      health.recordSuccess();
    }
    expect(health.fatalError).toBeUndefined();
  });

  it('is not abandoned before --retry-for is over, however many objects are lost', () => {
    lose(100, 0, FOR_MS - 1);
    expect(health.fatalError).toBeUndefined();
  });

  it('is abandoned after some objects, or after a while', () => {
    lose(DESTINATION_LIMITS.lostObjects - 1, 0, FOR_MS);
    expect(health.fatalError).toBeUndefined();
    lose(1, 0, FOR_MS);
    expect(health.fatalError).toBe(GONE);
  });

  it('is abandoned after two objects when the time is long over', () => {
    lose(1, 0, FOR_MS + DESTINATION_LIMITS.graceMs);
    expect(health.fatalError).toBeUndefined();
    lose(1, 0, FOR_MS + DESTINATION_LIMITS.graceMs);
    expect(health.fatalError).toBe(GONE);
  });

  it('gives each further object one attempt when the time is over, until one is answered', () => {
    health.recordFailure(1000);
    expect(health.isExhausted(1000 + FOR_MS - 1)).toBe(false);
    expect(health.isExhausted(1000 + FOR_MS)).toBe(true);
    health.recordSuccess();
    expect(health.isExhausted(1000 + FOR_MS)).toBe(false);
  });

  it('waits less after waiting did not help, and as long as before once it does', () => {
    for (let round = 0; round < 20; round += 1) {
      lose(1, 0, 1);
      health.recordSuccess();
    }
    const least = health.patienceMs;
    // Many objects that fail permanently cost seconds each, not a minute.
    expect(least).toBeLessThanOrEqual(2000);
    for (let round = 0; round < 10; round += 1) health.recordRecovery();
    expect(health.patienceMs).toBe(FOR_MS);
  });

  it('does not wait with --retry-for 0', () => {
    health = healthOf(0);
    health.recordSuccess();
    lose(1, 0, 1);
    expect(health.patienceMs).toBe(0);
  });
});
