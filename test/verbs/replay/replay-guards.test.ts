// Guards of the library's replay: in threads, with filters beyond the limits of the platform, and on a run without a line.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare, replay } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const FOLDER = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-guards-'));

it.each([1, 2])('filters that the platform would reject, in %i threads', async (threads) => {
  const paths = Array.from({ length: 40 }, (_, index) => `ClientRequestPath contains "/no-such-path-${index}"`);
  // As deep as a filter can be; `not` adds one more level.
  const deep = `${'(BotScore < 300 and ('.repeat(31)}EdgeResponseStatus >= 500${' or BotScore < 0))'.repeat(31)}`;
  const { guards } = await replay({
    ...{ sources: [FOLDER], filters: ['EdgeResponseStatus >= 500', 'BotScore < 30'], threads, bytesPerThread: 0 },
    neverKeep: [[...paths, 'EdgeResponseStatus == 999'].join(' or ')],
    neverDrop: [deep],
  });
  expect(guards!.map(({ job, kind, holds }) => [job, kind, holds])).toEqual([
    ['filter-1', 'never-drop', true],
    ['filter-1', 'never-keep', true],
    ['filter-2', 'never-drop', true],
    ['filter-2', 'never-keep', true],
  ]);
});

it('guards judge what is known: nothing without a line', async () => {
  const source = join(folder, 'empty.ndjson');
  writeFileSync(source, '\n');
  const { guards } = await replay({ sources: [source], filters: ['all'], guards: ['kept <= 5'], neverKeep: ['all'] });
  expect(guards).toMatchObject([
    { holds: false, found: 'not judged: no line was read' },
    { holds: false, found: 'not judged: no line was read', lines: [] },
  ]);
});

describe('the time of a rate', () => {
  const [noon, quarter, later] = [
    '20261101T000000Z_20261101T120000Z_0a1b2c3d.log',
    '20261101T011500Z_20261101T013000Z_0a1b2c3d.log',
    '20261103T000000Z_20261103T120000Z_0a1b2c3e.log',
  ].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(noon, '{"EdgeStartTimestamp":"2026-11-01T01:20:00Z"}\n');
  writeFileSync(quarter, '{"EdgeStartTimestamp":"2026-11-01T01:20:00Z"}\n');
  writeFileSync(later, '{"EdgeStartTimestamp":"2026-11-03T01:00:00Z"}\n');

  it.each([
    ['the batches', [noon], {}, 43_200, 92],
    ['their part in the requested range', [noon], { until: '2026-11-01T01:30:00Z' }, 5400, 736],
    ['a part of an hour', [quarter], {}, 900, 4416],
    ['the batches of all objects, without the time between them', [noon, later], {}, 86_400, 92],
  ] as const)('%s, as for the costs', async (_, sources, range, seconds, value) => {
    const request = { sources, range, filters: ['all'], guards: [`kept-bytes <= ${value} B/day`] };
    const { guards, cost } = await replay(request);
    expect(guards).toMatchObject([{ holds: true, value, span: { seconds } }]);
    expect(cost!.jobs[0]!.perDay.bytes!.value).toBeCloseTo(value, 6);
    const counts = await replay({ ...request, detail: 'counts' });
    expect(counts.guards).toEqual(guards);
    expect(counts).not.toHaveProperty('hours');
  });

  it('the batches, if lines have no time', async () => {
    const object = join(folder, '20261101T000000Z_20261101T120000Z_0a1b2c3f.log');
    writeFileSync(object, '{"RayID":"1"}\n');
    const request = { sources: [object], filters: ['all'], guards: ['kept-bytes <= 28 B/day'] };
    expect((await replay(request)).guards).toMatchObject([{ holds: true, value: 28, span: { seconds: 43_200 } }]);
  });
});

it('guards on money judge the costs of the report', async () => {
  const object = join(folder, '20261101T000000Z_20261101T120000Z_0a1b2c40.log');
  writeFileSync(object, '{"EdgeStartTimestamp":"2026-11-01T01:00:00Z","EdgeResponseStatus":500}\n'.repeat(10));
  const request = { sources: [object], filters: ['EdgeResponseStatus >= 500', 'EdgeResponseStatus < 500'] };
  const { guards, cost } = await replay({
    ...request,
    price: '€1/kB',
    guards: ['cost > 1/month', 'saves >= 50%', 'cost[price] < 1/month'],
  });
  const [kept, none] = cost!.jobs.map(({ money }) => money[0]!.amount!.value);
  expect(guards!.map(({ holds, value }) => [holds, value])).toEqual([
    [true, kept],
    [false, 0],
    [false, kept],
    [false, none],
    [true, 100],
    [true, 0],
  ]);
  await expect(replay({ ...request, guards: ['cost > 1/month'] })).rejects.toThrow('found no price, expected --price');
  await expect(replay({ ...request, price: '1/GB', guards: ['cost[s3] > 1/month'] })).rejects.toThrow(
    'found no price "s3", expected no name, because --price has one price; write cost > 1/month',
  );
  const prices = join(folder, 'prices.json');
  writeFileSync(prices, '{"archive":"1/GB","search":"2/GB"}');
  await expect(replay({ ...request, price: `@${prices}`, guards: ['cost[searh] > 1/month'] })).rejects.toThrow(
    'found no price "searh", expected one of archive, search; write cost[search]',
  );
  const timeless = join(folder, 'timeless.log');
  writeFileSync(timeless, '{"EdgeResponseStatus":500}\n');
  const unjudged = await replay({
    ...{ ...request, sources: [timeless], price: '1/GB' },
    guards: ['cost > 1/month', 'kept >= 100%'],
  });
  const noTimes = { holds: false, value: null, found: expect.stringContaining('not judged: found no event times') };
  expect(unjudged.guards).toMatchObject([noTimes, { holds: true }, noTimes, { holds: false, value: 0 }]);
});

it.each([
  ['replay', {}],
  ['replay', { undecidedOk: true }],
  ['compare', {}],
] as const)('%s: undecided lines cost as much as their bytes: %j', async (verb, options) => {
  const object = join(folder, '20261101T120000Z_20261101T130000Z_0a1b2c41.log');
  const time = '"EdgeStartTimestamp":"2026-11-01T12:20:00Z"';
  const [kept, dropped] = [500, 200].map(
    (status) => `{${time},"EdgeResponseStatus":${status},"Pad":"${'x'.repeat(300)}"}\n`,
  );
  // Half of the lines, and few bytes; one line is in no covered hour.
  const undecided = `${`{${time}}\n`.repeat(4)}{"RayID":"1"}\n`;
  writeFileSync(object, kept!.repeat(2) + dropped!.repeat(2) + undecided);
  const request = {
    ...{ sources: [object], price: '1/GB', ...options },
    guards: ['cost <= 1/month', 'kept-bytes <= 1 GB/month', 'saves >= 1%'],
  };
  const filter = 'EdgeResponseStatus >= 500';
  const { guards, cost } =
    verb === 'replay'
      ? await replay({ ...request, filters: [filter] })
      : await compare({ ...request, from: 'all', to: [filter] });
  const [money, bytes, saves] = guards!.map(({ value }) => value!);
  expect(money).toBeCloseTo(bytes! / 1e9, 12);
  expect(saves).toBeCloseTo((1 - money! / cost!.all.money[0]!.amount!.value) * 100, 6);
});
