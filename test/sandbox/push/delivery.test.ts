// Attempts for a batch, what is given up, and that one destination never delays or stops another.
import { describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { BATCH_BYTES } from '../../../src/sandbox/push/held-batches.ts';
import { runPending } from '../../helpers/sandbox/manual-clock.ts';
import { type Answer, pathLines, pushToMemory } from '../../helpers/sandbox/push-to-memory.ts';

const oneLine = { max_upload_records: 1 };

/** Fails this many times, then accepts. */
function failing(times: number): Answer {
  let left = times;
  return async () => {
    left -= 1;
    return left < 0 ? undefined : `failure ${times - left}`;
  };
}

/** Never answers; ends with the signal. */
const silent: Answer = ({ signal }) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason.message));
  });

describe('a failed put', () => {
  it.each([1, 2, 3, 4])('is repeated: %i failures', async (times) => {
    const { push, clock, texts, health, events, engine } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      answer: failing(times),
    });
    push('/a');
    await clock.moveBy(300_000);
    expect(texts()).toEqual(['"/a"\n']);
    const retries = Array.from({ length: times }, (_, index) => index + 1);
    expect(health).toEqual([...retries.map((retry) => `1 failed: failure ${retry}`), '1 delivered 0']);
    expect(events).toMatchObject([...retries.map((attempt) => ({ kind: 'retry', attempt })), { kind: 'pushed' }]);
    expect((await engine.stop()).jobs).toMatchObject([{ batches: 1, lostBatches: 0 }]);
  });

  it('the batch is given up after five attempts in five minutes', async () => {
    const { push, clock, texts, events, health, engine } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      answer: failing(5),
    });
    push('/a');
    await clock.moveBy(299_999);
    expect(events.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry', 'retry']);
    await clock.moveBy(1);
    expect(events.at(-1)).toMatchObject({ kind: 'lost', jobId: 1, lines: 1 });
    const lost = '1 batch with 1 line was given up since the start';
    expect(health.at(-1)).toBe(`1 failed: failure 5; the batch was given up after 5 attempts; ${lost}`);
    push('/b');
    await engine.flush();
    expect(texts()).toEqual(['"/b"\n']);
    expect(engine.totals().jobs).toMatchObject([{ batches: 1, lines: 1, lostBatches: 1, lostLines: 1 }]);
  });

  it('the job says what was given up, until a batch arrives', async () => {
    const { push, clock, health } = pushToMemory({ jobs: [{ id: 1, ...oneLine }], answer: failing(6) });
    push('/a');
    await clock.moveBy(300_000);
    push('/b');
    await clock.moveBy(20_000);
    expect(health.slice(-2)).toEqual([
      '1 failed: failure 6; 1 batch with 1 line was given up since the start',
      '1 delivered 300000',
    ]);
  });

  it('writes the same name in each attempt: a batch whose answer was lost is there once', async () => {
    const names: string[] = [];
    const { push, clock, texts } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      answer: async ({ name }) => {
        names.push(name);
        return names.length < 3 ? 'no answer' : undefined;
      },
    });
    push('/a');
    await clock.moveBy(300_000);
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(1);
    expect(texts()).toEqual(['"/a"\n']);
  });

  it('does not delay later batches, or other jobs', async () => {
    const jobs = [
      { id: 1, ...oneLine, destination_conf: '/bad' },
      { id: 2, ...oneLine },
    ];
    const answer: Answer = ({ conf, signal, name }) =>
      conf === '/bad' ? silent({ conf, signal, name }) : Promise.resolve(undefined);
    const { push, texts, engine } = pushToMemory({ jobs, answer, limits: { stopMs: 1 } });
    push('/a', '/b', '/c', '/d', '/e', '/f');
    await runPending();
    expect(texts()).toHaveLength(6);
    expect((await engine.stop()).jobs).toMatchObject([
      { batches: 0, lostBatches: 6 },
      { batches: 6, lostBatches: 0 },
    ]);
  });

  it('a destination that cannot be opened is a failure like any other', async () => {
    let opened = 0;
    const { push, clock, texts, health } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      onOpen: () => {
        opened += 1;
        if (opened === 1) throw new HeadgateError('location-region', 'found no region');
        if (opened === 2) throw new Error('secret');
      },
    });
    push('/a');
    await clock.moveBy(60_000);
    expect(texts()).toEqual(['"/a"\n']);
    expect(health).toEqual([
      '1 failed: found no region',
      expect.stringMatching(/^1 failed: cannot write 2026\S+: found an unknown error$/),
      '1 delivered 0',
    ]);
  });

  it('a put that takes too long is a failure', async () => {
    let puts = 0;
    const { push, clock, texts, health } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      answer: (put) => {
        puts += 1;
        return puts === 1 ? silent(put) : Promise.resolve(undefined);
      },
      limits: { attemptMs: 5 },
    });
    push('/a');
    while (health.length === 0) await runPending();
    expect(health).toEqual([expect.stringMatching(/^1 failed: the destination does not answer within 0.005 s/)]);
    await clock.moveBy(20_000);
    expect(texts()).toEqual(['"/a"\n']);
  });

  it('the time of the last complete batch never goes back', async () => {
    const { push, clock, health } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }],
      answer: failing(1),
    });
    push('/a');
    await clock.moveBy(1000);
    push('/b');
    await clock.moveBy(300_000);
    expect(health).toEqual(['1 failed: failure 1', '1 delivered 1000', '1 delivered 1000']);
  });
});

describe('memory', () => {
  const long = { ...oneLine, output_options: pathLines() };
  const limits = { heldJobBytes: 4.5 * BATCH_BYTES, heldBytes: 100 * BATCH_BYTES, stopMs: 1 };

  it('the oldest waiting batches of a job are given up, and the job says so', async () => {
    const accepted: string[] = [];
    let isGone = true;
    const jobs = [{ id: 1, ...long }];
    const { push, clock, events, health, texts, engine } = pushToMemory({
      jobs,
      limits,
      answer: async () => (isGone ? 'gone' : undefined),
    });
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h']) {
      push(path);
      await runPending();
    }
    const held = events.filter(({ kind }) => kind === 'lost');
    expect(held.length).toBeGreaterThan(2);
    expect(health.at(-1)).toMatch(/gone|batches with \d+ lines were given up since the start/);
    expect(health.some((one) => one.includes(`${held.length} batches with ${held.length} lines were given up`))).toBe(
      true,
    );
    isGone = false;
    await clock.moveBy(300_000);
    accepted.push(...texts());
    expect(accepted.length + held.length).toBe(8);
    // The latest ones remain.
    expect(accepted).toEqual(
      ['"/a"\n', '"/b"\n', '"/c"\n', '"/d"\n', '"/e"\n', '"/f"\n', '"/g"\n', '"/h"\n'].slice(held.length),
    );
    expect((await engine.stop()).jobs).toMatchObject([{ batches: accepted.length, lostLines: held.length }]);
  });

  it('a limit over all jobs', async () => {
    const jobs = [1, 2, 3].map((id) => ({ id, ...long }));
    const answer: Answer = async () => 'gone';
    const heldBytes = 6.5 * BATCH_BYTES;
    const { push, events, engine } = pushToMemory({
      jobs,
      limits: { ...limits, heldBytes },
      answer,
    });
    for (const path of ['/a', '/b', '/c', '/d']) {
      push(path);
      await runPending();
    }
    const lost = events.filter(({ kind }) => kind === 'lost') as { storedBytes: number; jobId: number }[];
    const size = lost[0]!.storedBytes;
    expect(12 - lost.length).toBe(Math.floor(heldBytes / (BATCH_BYTES + size)));
    expect(new Set(lost.map(({ jobId }) => jobId)).size).toBe(3);
    await engine.stop();
  });

  it('the only batch of a job is never given up for its size', async () => {
    const { push, texts } = pushToMemory({
      jobs: [{ id: 1, ...long }],
      limits: { ...limits, heldJobBytes: 1, heldBytes: 1 },
    });
    push('/a');
    await runPending();
    expect(texts()).toEqual(['"/a"\n']);
  });

  it('traffic that can wait waits instead', async () => {
    let isGone = true;
    const { push, clock, engine, texts } = pushToMemory({
      jobs: [{ id: 1, ...long }],
      limits,
      followsTraffic: true,
      answer: async () => (isGone ? 'gone' : undefined),
    });
    expect(engine.whenReady()).toBeUndefined();
    push('/a', '/b', '/c', '/d', '/e');
    const ready = engine.whenReady();
    let isReady = false;
    void ready!.then(() => {
      isReady = true;
    });
    await runPending();
    expect(isReady).toBe(false);
    isGone = false;
    await clock.moveBy(300_000);
    expect(isReady).toBe(true);
    expect(engine.whenReady()).toBeUndefined();
    expect(texts()).toHaveLength(5);
  });

  it('real traffic never waits', async () => {
    const { push, engine } = pushToMemory({ jobs: [{ id: 1, ...long }], limits, answer: async () => 'gone' });
    push('/a', '/b', '/c', '/d', '/e');
    expect(engine.whenReady()).toBeUndefined();
    await engine.stop();
  });
});

describe('stop', () => {
  it('pushes what is held, and ends the pauses with one last attempt', async () => {
    const { push, clock, engine, events, texts } = pushToMemory({
      jobs: [{ id: 1, ...oneLine }, { id: 2 }],
      answer: failing(1),
    });
    push('/a');
    await runPending();
    const totals = await engine.stop();
    expect(totals.jobs).toMatchObject([
      { id: 1, batches: 1, lostBatches: 0 },
      { id: 2, batches: 1, lostBatches: 0 },
    ]);
    expect(texts()).toEqual(['"/a"\n', '"/a"\n']);
    expect(events.map(({ kind }) => kind).sort()).toEqual(['pushed', 'pushed', 'retry']);
    expect(clock.sleeping).toBe(0);
  });

  it('gives up what fails again, or is not answered in time', async () => {
    const jobs = [
      { id: 1, ...oneLine },
      { id: 2, ...oneLine, destination_conf: '/silent' },
    ];
    let rejections = 0;
    const answer: Answer = (put) => {
      if (put.conf === '/silent') return silent(put);
      rejections += 1;
      return Promise.resolve('gone');
    };
    const { push, clock, engine, events, openWriters } = pushToMemory({ jobs, answer, limits: { stopMs: 20 } });
    push('/a', '/b', '/c', '/d', '/e', '/f');
    await runPending();
    const totals = await engine.stop();
    expect(totals.jobs).toMatchObject([
      { batches: 0, lostBatches: 6, lostLines: 6 },
      { batches: 0, lostBatches: 6, lostLines: 6 },
    ]);
    expect(events.filter(({ kind }) => kind === 'lost')).toHaveLength(12);
    // Two batches were never tried: four attempts run at a time.
    const unanswered = events.filter((event) => event.kind === 'lost' && event.message.includes('it may have arrived'));
    expect(unanswered.map(({ jobId }) => jobId)).toEqual([2, 2, 2, 2]);
    // One attempt before, one at the end.
    expect(rejections).toBe(12);
    await runPending();
    expect(clock.sleeping).toBe(0);
    expect(openWriters()).toBe(0);
  });

  it('without any traffic reports every job, also one created since the start', async () => {
    const { engine, set } = pushToMemory();
    set([{ id: 1 }, { id: 2 }]);
    expect(await engine.stop()).toMatchObject({
      exchanges: 0,
      jobs: [
        { id: 1, lines: 0 },
        { id: 2, lines: 0 },
      ],
    });
  });

  it('and flush throw an error of the configuration that occurred while a batch closed by time', async () => {
    const { engine, set, push, clock, texts } = pushToMemory();
    push('/a');
    const job = {
      id: 2,
      get name(): string {
        throw new Error('unreadable');
      },
    };
    set([job]);
    await clock.moveBy(30_000);
    await expect(engine.flush()).rejects.toThrow('unreadable');
    await expect(engine.stop()).rejects.toThrow('unreadable');
    expect(texts()).toEqual(['"/a"\n']);
  });
});
