// When a batch closes, how its object is named, and which settings it has.
import { describe, expect, it } from 'vitest';
import { isSampled } from '../../../src/language/output/index.ts';
import type { PushLimits } from '../../../src/sandbox/push/job-settings.ts';
import { runPending } from '../../helpers/sandbox/manual-clock.ts';
import { pathLines, pushToMemory, type TestJob } from '../../helpers/sandbox/push-to-memory.ts';

const LINES = ['"/a"\n', '"/b"\n', '"/c"\n', '"/d"\n', '"/e"\n'];
const suffix = { ...pathLines(), batch_suffix: 'end' };

describe('five lines, one per second', () => {
  it.each<[string, Omit<TestJob, 'id'>, Partial<PushLimits>, string[]]>([
    ['one batch by default', {}, {}, [LINES.join('')]],
    ['at max_upload_records', { max_upload_records: 3 }, {}, ['"/a"\n"/b"\n"/c"\n', '"/d"\n"/e"\n']],
    ['never over max_upload_bytes', { max_upload_bytes: 14 }, {}, ['"/a"\n"/b"\n', '"/c"\n"/d"\n', '"/e"\n']],
    ['exactly max_upload_bytes', { max_upload_bytes: 15 }, {}, ['"/a"\n"/b"\n"/c"\n', '"/d"\n"/e"\n']],
    [
      'batch_suffix counts',
      { max_upload_bytes: 15, output_options: suffix },
      {},
      ['"/a"\n"/b"\nend', '"/c"\n"/d"\nend', '"/e"\nend'],
    ],
    ['a line over max_upload_bytes is a batch', { max_upload_bytes: 2 }, {}, LINES],
    [
      'at max_upload_interval_seconds',
      { max_upload_interval_seconds: 2 },
      {},
      ['"/a"\n"/b"\n', '"/c"\n"/d"\n', '"/e"\n'],
    ],
    [
      'at the first limit',
      { max_upload_interval_seconds: 3, max_upload_records: 2 },
      {},
      ['"/a"\n"/b"\n', '"/c"\n"/d"\n', '"/e"\n'],
    ],
    ['0 disables max_upload_records', { max_upload_records: 0 }, {}, [LINES.join('')]],
    ['0 disables max_upload_bytes', { max_upload_bytes: 0 }, {}, [LINES.join('')]],
    ['at the size of an object', {}, { objectBytes: 1 }, LINES],
  ])('%s', async (_, job, limits, expected) => {
    const { push, clock, engine, texts } = pushToMemory({ jobs: [{ id: 1, ...job }], limits });
    for (const path of ['/a', '/b', '/c', '/d', '/e']) {
      push(path);
      await clock.moveBy(1000);
    }
    await engine.flush();
    expect(texts()).toEqual(expected);
  });
});

describe('without further traffic', () => {
  it.each<[string, Omit<TestJob, 'id'>, number]>([
    ['after 30 seconds by default', {}, 30_000],
    ['after max_upload_interval_seconds', { max_upload_interval_seconds: 300 }, 300_000],
  ])('a batch closes %s', async (_, job, ms) => {
    const { push, clock, texts, health } = pushToMemory({ jobs: [{ id: 1, ...job }] });
    push('/a');
    await clock.moveBy(ms - 1);
    expect(texts()).toEqual([]);
    await clock.moveBy(1);
    expect(texts()).toEqual(['"/a"\n']);
    expect(health).toEqual([`1 delivered ${ms}`]);
    expect(clock.sleeping).toBe(0);
  });

  it('each job closes at its own time', async () => {
    const jobs = [
      { id: 1, max_upload_interval_seconds: 60 },
      { id: 2, max_upload_interval_seconds: 40 },
    ];
    const { push, clock, health, engine } = pushToMemory({ jobs });
    push('/a');
    await clock.moveBy(45_000);
    push('/b');
    await clock.moveBy(45_000);
    expect(health).toEqual(['2 delivered 40000', '1 delivered 60000', '2 delivered 85000']);
    await engine.stop();
    expect(clock.sleeping).toBe(0);
  });

  it('0 disables max_upload_interval_seconds', async () => {
    const { push, clock, texts, engine } = pushToMemory({ jobs: [{ id: 1, max_upload_interval_seconds: 0 }] });
    push('/a');
    await clock.moveBy(3_600_000);
    expect(texts()).toEqual([]);
    await engine.stop();
    expect(texts()).toEqual(['"/a"\n']);
  });

  it('without a kept line nothing is written', async () => {
    const filter = '{"where":{"key":"ClientRequestPath","operator":"eq","value":"/b"}}';
    const { push, clock, engine, events } = pushToMemory({ jobs: [{ id: 1, filter }] });
    push('/a');
    await clock.moveBy(100_000);
    await engine.stop();
    expect(events).toEqual([]);
  });

  it('time that follows the traffic closes a batch with the next exchange', async () => {
    const { push, clock, texts, health } = pushToMemory({ followsTraffic: true });
    push('/a');
    clock.advance(clock.now() + 100_000);
    push('/b');
    await runPending();
    expect(texts()).toEqual(['"/a"\n']);
    expect(health).toEqual(['1 delivered 30000']);
  });
});

it.each([
  ['\n', 'LF'],
  ['\r\n', 'CR LF'],
  ['', 'nothing'],
])('sample_rate decides by the line without its end: %j', async (end) => {
  const options = { ...pathLines(end), record_delimiter: '|', sample_rate: 0.5 };
  const { push, engine, texts } = pushToMemory({ jobs: [{ id: 1, output_options: options }] });
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
  push(...paths);
  await engine.flush();
  const lines = paths.map((path) => `"${path}"`).filter((line) => isSampled(Buffer.from(line), 0.5));
  expect(lines.length).toBeGreaterThan(20);
  expect(texts()).toEqual([lines.map((line) => line + end).join('|')]);
});

describe('names', () => {
  it('show the times of the batch, the start rounded down and the end up, and the day of the start', async () => {
    const { push, clock, arrived } = pushToMemory({ jobs: [{ id: 1, max_upload_interval_seconds: 60 }] });
    await clock.moveBy(13 * 3_600_000 + 59 * 60_000 + 30_000);
    push('/a');
    await clock.moveBy(60_000);
    expect(arrived).toMatchObject([{ day: '20261122' }]);
    expect(arrived[0]!.name).toMatch(/^20261122T235930Z_20261123T000031Z_[0-9a-f]{8}\.log\.gz$/);
  });

  it('differ for batches of equal lines and times', async () => {
    const jobs = [1, 2].map((id) => ({ id, max_upload_records: 1 }));
    const { push, engine, arrived } = pushToMemory({ jobs });
    push('/a', '/a', '/a');
    await engine.flush();
    expect(new Set(arrived.map(({ name }) => name)).size).toBe(6);
  });

  it('are equal for equal traffic', async () => {
    const names = async () => {
      const { push, engine, arrived } = pushToMemory();
      push('/a', '/b');
      await engine.flush();
      return arrived.map(({ name }) => name);
    };
    expect(await names()).toEqual(await names());
  });

  it('with traffic of any year', async () => {
    const { push, clock, engine, texts } = pushToMemory({ followsTraffic: true });
    clock.advance(8.64e15);
    push('/a');
    await engine.flush();
    expect(texts()).toEqual(['"/a"\n']);
  });
});

describe('a change of the configuration', () => {
  const withHeaders = { field_names: ['ClientRequestPath', 'RequestHeaders'] };

  it('closes the batch of the job: no object has two settings', async () => {
    const { push, set, engine, texts } = pushToMemory({ jobs: [{ id: 1 }, { id: 2, destination_conf: '/two' }] });
    push('/a');
    set([
      { id: 1, output_options: pathLines('|\n') },
      { id: 2, destination_conf: '/two' },
    ]);
    push('/b');
    await engine.flush();
    expect(texts()).toEqual(['"/a"\n', '"/b"|\n']);
    expect(texts('/two')).toEqual(['"/a"\n"/b"\n']);
  });

  it('reports of the push do not count', async () => {
    const { push, set, engine, texts } = pushToMemory();
    push('/a');
    set([{ id: 1, last_complete: '2026-11-22T10:00:00Z' }]);
    push('/b');
    await engine.flush();
    expect(texts()).toEqual(['"/a"\n"/b"\n']);
  });

  it('of the ruleset closes the batches of jobs that log custom fields', async () => {
    const jobs = [
      { id: 1, output_options: withHeaders },
      { id: 2, destination_conf: '/two' },
    ];
    const { push, log, engine, texts } = pushToMemory({ jobs });
    push('/a');
    log('x-a');
    push('/b');
    await engine.flush();
    expect(texts()).toEqual([
      '{"ClientRequestPath":"/a","RequestHeaders":{}}\n',
      '{"ClientRequestPath":"/b","RequestHeaders":{"x-a":"A"}}\n',
    ]);
    expect(texts('/two')).toEqual(['"/a"\n"/b"\n']);
  });

  it('of the destination: each batch goes to the destination that it was opened for', async () => {
    const { push, set, engine, texts, openWriters } = pushToMemory();
    push('/a');
    set([{ id: 1, destination_conf: '/new' }]);
    push('/b');
    await engine.flush();
    expect([texts(), texts('/new')]).toEqual([['"/a"\n'], ['"/b"\n']]);
    await runPending();
    expect(openWriters()).toBe(1);
    await engine.stop();
    await runPending();
    expect(openWriters()).toBe(0);
  });

  it('a deleted job pushes its open batch, also without further traffic', async () => {
    const { push, set, clock, texts, engine } = pushToMemory();
    push('/a');
    set([]);
    await clock.moveBy(30_000);
    push('/b');
    expect(texts()).toEqual(['"/a"\n']);
    expect(engine.totals()).toMatchObject({ exchanges: 2, jobs: [{ id: 1, batches: 1, lines: 1 }] });
  });

  it('a new job gets the next exchange', async () => {
    const { push, set, engine, texts } = pushToMemory({ jobs: [] });
    push('/a');
    set([{ id: 1 }]);
    push('/b');
    await engine.flush();
    expect(texts()).toEqual(['"/b"\n']);
  });
});

describe('a job that cannot be used', () => {
  const where = (key: string) => `{"where":{"key":"${key}","operator":"eq","value":"x"}}`;
  it.each<[string, Omit<TestJob, 'id'>, RegExp]>([
    ['template', { output_options: { record_template: '{{ .A' } }, /template/],
    ['CSV without fields', { output_options: { output_type: 'csv' } }, /field_names/],
    ['filter', { filter: where('NoSuchField') }, /NoSuchField/],
    ['shape', { output_options: { sample_rate: 2 } }, /sample_rate/],
    ['no destination', { destination_conf: '' }, /destination_conf/],
  ])('%s: is reported once, and the others push', async (_, broken, message) => {
    const good = { id: 1, name: 'good' };
    const bad = { id: 2, name: 'bad', ...broken };
    const { push, set, engine, texts, events, health } = pushToMemory({ jobs: [bad, good] });
    push('/a');
    set([bad, { ...good, name: 'other' }]);
    push('/b');
    await engine.flush();
    expect(texts()).toEqual(['"/a"\n', '"/b"\n']);
    expect(events.filter(({ kind }) => kind === 'unusable')).toMatchObject([{ jobId: 2, job: 'bad' }]);
    expect(health.filter((one) => one.startsWith('2'))).toEqual([expect.stringMatching(message)]);
    set([{ id: 2 }]);
    push('/c');
    await engine.flush();
    expect(texts().at(-1)).toBe('"/c"\n');
  });
});

it('totals count exchanges, batches, lines and bytes', async () => {
  const { push, engine, events } = pushToMemory({ jobs: [{ id: 7, name: 'seven', max_upload_records: 2 }] });
  push('/a', '/b', '/c');
  await engine.flush();
  const totals = await engine.stop();
  const storedBytes = events.reduce((sum, event) => sum + (event.kind === 'pushed' ? event.storedBytes : 0), 0);
  expect(totals).toEqual({
    exchanges: 3,
    jobs: [{ id: 7, name: 'seven', batches: 2, lines: 3, storedBytes, lostBatches: 0, lostLines: 0 }],
  });
  expect(events).toMatchObject([
    { kind: 'pushed', jobId: 7, job: 'seven', lines: 2, bytes: 10, object: expect.stringMatching(/^20261122\//) },
    { kind: 'pushed', lines: 1, bytes: 5 },
  ]);
  push('/d');
  expect(await engine.stop()).toBe(totals);
  expect(engine.totals()).toEqual(totals);
});
