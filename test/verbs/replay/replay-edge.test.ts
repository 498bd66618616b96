// Reading a bucket through the edge script in the platform's runtime: the same bytes as by its S3 API, for every verb.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { replay, sample, validate } from '../../../src/verbs/index.ts';
import { listReplay } from '../../../src/verbs/replay/replay.ts';
import { ROOT } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

const FILTERS = [{ kind: 'filter', value: 'EdgeResponseStatus >= 500' }] as const;
const ONE = 'logs/errors/20261101/20261101T091500Z_20261101T103430Z_95a692c8.log.gz';
/** Names with characters that URLs and JSON escape. */
const ODD = ['a b', 'a+b', 'a%41', 'a\u0001', 'ü😀', '<&>"', '?x=1#y', "'()*!", 'a//b', 'a\\b'];

const bucket = useLocalBucket(async (one) => {
  // Small objects of three days; what is tested does not depend on the amount of data.
  await one.uploadFolder(join(ROOT, 'samples/logs/errors-and-threats'), 'logs/errors');
  const line = (at: number) => Buffer.from(`{"EdgeResponseStatus":${500 + (at % 7)}}\n`);
  for (const [at, name] of ODD.entries()) await one.put(`odd/${name}.log`, line(at));
  await one.put('public/one.log', line(0));
});

/** The same prefix by both protocols. */
function sourcesOf(prefix: string): { edge: string; s3: string } {
  return { edge: `${bucket().edge.url}/${prefix}`, s3: bucket().destinationConf(prefix) };
}

/** Prints a result with the same names of objects for both protocols. */
function printed(result: object): string {
  return JSON.stringify({ ...result, timing: undefined })
    .replaceAll(`${bucket().edge.url}/`, 'bucket:')
    .replaceAll('s3://sandbox/', 'bucket:');
}

const connection = () => ({ edgeKey: bucket().edge.key });

describe('replay gives the same report as by the S3 API', () => {
  it.each([
    { name: 'everything', prefix: 'logs/', changes: { samples: 5 } },
    { name: '{DATE}', prefix: 'logs/errors/{DATE}', changes: { samples: 5 } },
    { name: 'one object', prefix: ONE, changes: { stored: true } },
    {
      name: 'a range',
      prefix: 'logs/errors/{DATE}',
      changes: { stored: true, range: { since: '2026-11-02T18:05:00Z', until: '2026-11-02T19:00:00Z' } },
    },
    { name: 'since', prefix: 'logs', changes: { range: { since: '2026-11-02' } } },
    { name: 'until', prefix: 'logs', changes: { range: { until: '2026-11-01T12:00:00Z' } } },
    { name: 'several threads', prefix: 'logs/', changes: { samples: 5, threads: 2, bytesPerThread: 0 } },
  ])('$name', async ({ prefix, changes }) => {
    const { edge, s3 } = sourcesOf(prefix);
    const request = { filters: FILTERS, connection: connection(), ...changes };
    const through = await replay(replayRequest({ ...request, sources: [edge] }));
    const direct = await replay(replayRequest({ ...request, sources: [s3], threads: 1 }));
    expect(printed(through)).toBe(printed(direct));
    expect(through.lines.read).toBeGreaterThan(0);
    expect(through.source.lost).toEqual([]);
    expect(JSON.stringify(through)).not.toContain(bucket().edge.key);
  });
});

it('reads keys of any characters, and prints them as they can be given again', async () => {
  const { edge, s3 } = sourcesOf('odd/');
  const listing = await listReplay({ sources: [edge], connection: connection() });
  expect(listing.objects.length).toBe(ODD.length);
  for (const { object } of listing.objects) {
    const { objects } = await listReplay({ sources: [object.name], connection: connection() });
    expect([...objects].map((one) => one.object)).toEqual([object]);
  }
  const request = { filters: FILTERS, stored: true };
  const through = await replay(replayRequest({ ...request, sources: [edge], connection: connection() }));
  expect(printed(through)).toBe(printed(await replay(replayRequest({ ...request, sources: [s3] }))));
});

it('samples and validates the same lines', async () => {
  const { edge, s3 } = sourcesOf('logs/errors/{DATE}');
  const both = { connection: connection(), threads: 1 };
  const draw = (source: string) => sample({ ...both, sources: [source], wanted: 20 });
  expect(printed(await draw(edge))).toBe(printed(await draw(s3)));
  const job = join(ROOT, 'samples/jobs/errors-and-threats.json');
  const check = (source: string) => validate({ ...both, sources: [source], job });
  expect(printed(await check(edge))).toBe(printed(await check(s3)));
});

it('reads a public object without a key', async () => {
  const name = sourcesOf('public/one.log').edge;
  const { objects } = await (await openDestination(await parseLocation(name, { edgeKey: '' }))).list({});
  expect([...objects]).toMatchObject([{ name, key: 'public/one.log', bytes: 27 }]);
  const report = await replay(replayRequest({ filters: FILTERS, sources: [name], connection: { edgeKey: '' } }));
  expect(report.lines.read).toBe(1);
});

it('reads an object once that two sources of one host name', async () => {
  const sources = ['odd/', 'odd/a%20b.log'].map((prefix) => sourcesOf(prefix).edge);
  expect((await listReplay({ sources, connection: connection() })).objects.length).toBe(ODD.length);
});

it('rejects one key for two hosts', async () => {
  const sources = [sourcesOf('odd/').edge, 'https://other.example/'];
  await expect(listReplay({ sources, connection: connection() })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('found one key for two hosts'),
  });
});
