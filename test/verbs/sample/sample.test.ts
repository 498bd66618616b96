// Samples and estimates of stored objects: independent of threads, kernel and order, and correct by definition.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MISS } from '../../../src/analysis/sample/index.ts';
import type { SpreadOver } from '../../../src/analysis/sample/sample-plan.ts';
import { lineHash, objectHash } from '../../../src/input/scan/index.ts';
import {
  type EstimateRequest,
  estimate,
  replay,
  type SampleRequest,
  type SampleResult,
  sample,
} from '../../../src/verbs/index.ts';
import { objectsWorth } from '../../../src/verbs/sample/sample.ts';
import { ROOT } from '../../helpers/cli/run-cli.ts';
import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { copySmallObjects, linesOf, storedObjects } from '../../helpers/stored-samples.ts';

const FOLDER = join(ROOT, 'samples/logs/all-requests');
const ERRORS = 'EdgeResponseStatus >= 500';
const stored = storedObjects('all-requests');
const folder = mkdtempSync(join(tmpdir(), 'headgate-sample-'));
const bucket = useLocalBucket(async (one) => {
  await one.uploadFolder(SMALL, 'logs');
});
/** The small objects of FOLDER. */
const SMALL = join(folder, 'small');
copySmallObjects(SMALL);

/** A plain file of the lines of a day, to be read in parts. */
const PLAIN = join(folder, '20261101T000000Z_20261102T001600Z_0a1b2c3d.log');
const ofDay = stored.filter(({ key }) => key.startsWith('20261101/'));
writeFileSync(PLAIN, ofDay.map(({ text }) => text).join(''));

const BASE = {
  dataset: undefined,
  sources: [FOLDER],
  filters: [],
  range: {},
  slackMs: undefined,
  nullAs: 'unknown',
  connection: {},
  seed: 7,
  threads: 1,
  bytesPerThread: 0,
  reading: { input: 'auto', records: undefined, columns: undefined },
  stdin: async () => '',
  signal: new AbortController().signal,
  onFilters: () => {},
  onListing: () => {},
  onProgress: () => {},
} as const;

function requestFor(changes: Partial<SampleRequest> = {}): SampleRequest {
  return { ...BASE, wanted: 50, spread: 'all', verdict: undefined, isFast: false, ...changes };
}

function estimateFor(changes: Partial<EstimateRequest> = {}): EstimateRequest {
  return { ...BASE, filters: [{ kind: 'filter', value: ERRORS }], precision: undefined, ...changes };
}

/** The estimate of {@link estimateFor} without changes, which reads every line. */
const exactEstimate = once(() => estimate(estimateFor()));

/** Calls a function on the first call, and returns its result on each. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

it('is the lines with the smallest hashes of their places, byte for byte, in the order of places', async () => {
  const all = stored.flatMap(({ key, text }) => {
    const object = join(FOLDER, key);
    let offset = 0;
    return linesOf(text).map((line) => {
      const place = { object, offset, line: `${line}\n`, hash: lineHash(objectHash(object, 7), offset) };
      offset += Buffer.byteLength(line) + 1;
      return place;
    });
  });
  const wanted = all.toSorted((a, b) => a.hash - b.hash).slice(0, 50);
  wanted.sort((a, b) => (a.object === b.object ? a.offset - b.offset : a.object < b.object ? -1 : 1));
  const found = await sample(requestFor());
  expect([...found.sample]).toEqual(wanted.map(({ object, offset, line }) => ({ object, offset, line })));
  expect(found.drawnFrom.lines).toBe(all.length);
});

it('with the default seed, is what a replay shows as samples', async () => {
  const filters = [{ kind: 'filter', value: ERRORS }] as const;
  const report = await replay({ ...BASE, filters, samples: 5, detail: 'counts' });
  for (const [verdict, key] of [
    ['keep', 'kept'],
    ['drop', 'dropped'],
  ] as const) {
    const found = await sample(requestFor({ filters, verdict, seed: 0, wanted: 5 }));
    expect([...found.sample].map(({ line, ...place }) => ({ ...place, line: line.trimEnd() }))).toEqual(
      report.jobs![0]!.samples[key],
    );
    expect(found.drawnFrom).toEqual(report.jobs![0]![key]);
  }
});

describe('the same with any number of threads, from a folder in any order', () => {
  // The start of a thread takes longer than what it reads here: 3 for each way to spread, 2 for the other rows.
  const LOGS = join(ROOT, 'samples/logs/errors-and-threats');
  const sources = [LOGS];
  const days = ['20261101', '20261102', '20261103'].map((day) => join(LOGS, day));

  it.each<[string, () => Partial<SampleRequest>, threads?: number]>([
    ['uniform', () => ({}), 3],
    ['by object', () => ({ spread: 'object' }), 3],
    ['by object, more objects than lines', () => ({ spread: 'object', wanted: 9 })],
    ['by time', () => ({ spread: 'time' }), 3],
    [
      'lines dropped by a filter, by time',
      () => ({ spread: 'time', verdict: 'drop', filters: [{ kind: 'filter', value: ERRORS }] }),
    ],
    ['fast', () => ({ isFast: true })],
    ['a plain file in parts', () => ({ sources: [PLAIN], partBytes: 500_000 })],
    ['a plain file in parts, by time', () => ({ sources: [PLAIN], partBytes: 500_000, spread: 'time' })],
    ['more than there are', () => ({ sources: [SMALL], wanted: 1_000_000 })],
    ['damaged objects', () => ({ sources: [join(ROOT, 'samples/damaged')] })],
    ['a bucket', () => ({ sources: [bucket().destinationConf('logs')] })],
  ])('%s', async (_, changes, threads = 2) => {
    const one = await sample(requestFor({ sources, ...changes() }));
    expect(one.sample.length).toBe(Math.min(one.wanted, one.drawnFrom.lines));
    expect(await sample(requestFor({ sources, ...changes(), threads }))).toEqual(one);
  });

  it.each<SpreadOver>(['all', 'object', 'time'])(
    'lines held in a file, %s: read any number of times',
    async (spread) => {
      const one = await sample(requestFor({ sources, spread, wanted: 1000 }));
      const inFile = await sample(requestFor({ sources, spread, wanted: 1000, heldBytes: 0, threads: 2 }));
      expect(inFile).toEqual(one);
      expect([...inFile.sample]).toEqual([...one.sample]);
      inFile.sample.close();
    },
  );

  it.each<SpreadOver>(['all', 'object', 'time'])('objects in another order: %s', async (spread) => {
    const [one, other] = await Promise.all(
      [days, days.toReversed()].map((folders) => sample(requestFor({ sources: folders, spread }))),
    );
    expect(other).toEqual(one);
  });
});

it('progress ends at everything of all rounds', async () => {
  const seen: object[] = [];
  const filters = [{ kind: 'filter', value: ERRORS }] as const;
  const onProgress = (progress: object): number => seen.push({ ...progress });
  const { source, lines } = await sample(
    requestFor({ filters, isFast: true, wanted: 1_000_000, threads: 2, onProgress }),
  );
  const { objects, bytes } = source;
  expect(objects).toBe(stored.length);
  expect(seen.at(-1)).toEqual({ objects, objectsInAll: objects, bytes, bytesInAll: bytes, lines: lines.read });
});

it.each([1, 2])('stopped in the middle with %i threads: drawn from what was read', async (threads) => {
  const stopping = new AbortController();
  const found = await sample(
    requestFor({
      threads,
      signal: stopping.signal,
      onProgress: ({ objects }) => {
        if (objects >= 3) stopping.abort();
      },
    }),
  );
  expect(found.partial).toBe(true);
  expect(found.source.objects).toBeGreaterThanOrEqual(3);
  expect(found.source.objects).toBeLessThan(stored.length);
  expect(found.drawnFrom.lines).toBe(found.lines.read);
});

describe('spread', () => {
  it('over objects: each gives as many', async () => {
    const found = await sample(requestFor({ spread: 'object', wanted: stored.length * 3 + 1 }));
    const counts = [...Map.groupBy(found.sample, ({ object }) => object).values()].map((lines) => lines.length);
    expect(counts.toSorted((a, b) => b - a)).toEqual([4, ...stored.slice(1).map(() => 3)]);
  });

  it('over time: every third of the three days gives as many, however busy it was', async () => {
    const found = await sample(requestFor({ spread: 'time', wanted: 9 }));
    const starts = [...found.sample].map(({ line }) =>
      Number(/"EdgeStartTimestamp":(\d+)/.exec(line)![1]!.slice(0, 10)),
    );
    const uniform = await sample(requestFor({ wanted: 9 }));
    expect(starts).toHaveLength(9);
    expect(new Set(starts.map((start) => Math.floor(start / 86_400))).size).toBe(3);
    expect([...found.sample]).not.toEqual([...uniform.sample]);
  });

  it('over time: names without times need --since and --until', async () => {
    const place = join(folder, 'unnamed');
    mkdirSync(place);
    cpSync(join(FOLDER, stored[0]!.key), join(place, 'some.log.gz'));
    await expect(sample(requestFor({ sources: [place], spread: 'time' }))).rejects.toThrow('--since and --until');
    const range = { since: 1_793_491_200_000_000_000n, until: 1_793_750_400_000_000_000n };
    expect((await sample(requestFor({ sources: [place], spread: 'time', range }))).sample).toHaveLength(50);
  });
});

describe('fast', () => {
  it('reads as many objects as the sample is worth', async () => {
    const found = await sample(requestFor({ isFast: true }));
    expect(found.source).toMatchObject({ objects: objectsWorth(50), objectsInAll: stored.length });
    expect(found.sample).toHaveLength(50);
  });

  it('reads more of them where they hold too few lines', async () => {
    const filters = [{ kind: 'filter', value: ERRORS }] as const;
    const all = await sample(requestFor({ filters, wanted: 1_000_000 }));
    const found = await sample(requestFor({ filters, isFast: true, wanted: all.drawnFrom.lines + 1 }));
    expect(found.source.objects).toBe(stored.length);
    expect([...found.sample]).toEqual([...all.sample]);
  });

  it('another seed reads other objects and draws other lines', async () => {
    const [one, other] = await Promise.all(
      [7, 8].map((seed) => sample(requestFor({ isFast: true, seed, wanted: 20 }))),
    );
    const objects = (found: SampleResult | undefined) => new Set([...found!.sample].map(({ object }) => object));
    expect(objects(other)).not.toEqual(objects(one));
  });
});

it('a key that expires in a later round costs nothing of what was read before', async () => {
  const LINE = '{"a":1}\n';
  const keys = Array.from({ length: 60 }, (_, index) => `${index}.log`);
  let isExpired = false;
  const server = await startHttpServer(({ key }) => {
    if (key === '') return { body: s3ListBody(keys, undefined, LINE.length) };
    return isExpired ? { status: 400, body: s3ErrorBody('ExpiredToken') } : { body: LINE };
  });
  const sources = [`s3://b/?region=us-east-9&endpoint=${server.origin}&access-key-id=K&secret-access-key=S`];
  let rounds = 0;
  const onListing = (): void => {
    rounds += 1;
    isExpired = rounds > 1;
  };
  const found = await sample(requestFor({ sources, isFast: true, wanted: 40, onListing })).finally(server.stop);
  expect(found.sample).toHaveLength(30);
  expect(found.source).toMatchObject({ objects: 60, unreadable: 30 });
  expect(found.problemCounts).toEqual({ 's3-expired': 30 });
});

describe('estimates', () => {
  it('an interrupted estimate lists its guards without judging them', async () => {
    const stopping = new AbortController();
    const guards = ['kept <= 2%', 'kept >= 1%'];
    const found = await estimate(estimateFor({ guards, signal: stopping.signal, onProgress: () => stopping.abort() }));
    expect(found).toMatchObject({
      partial: true,
      unjudgedGuards: guards.map((guard) => ({ kind: 'threshold', guard })),
    });
    expect(found.guards).toBeUndefined();
  });

  it('guards hold only if the whole interval does, and exactly if every line was read', async () => {
    const guards = ['kept <= 2%', 'kept >= 1%'];
    const exact = await estimate(estimateFor({ guards }));
    const replayed = await replay({ ...estimateFor({}), guards });
    expect(exact.guards).toEqual(replayed.guards);
    const found = await estimate(estimateFor({ precision: 0.05, guards }));
    const { low, high } = found.share;
    expect(found.exact).toBe(false);
    expect(found.guards!.map(({ holds }) => holds)).toEqual([high <= 0.02, low >= 0.01]);
  });

  it.each<[Partial<EstimateRequest>, string]>([
    [
      { neverDrop: ['EdgeResponseStatus == 503'] },
      "cannot judge --never-drop 'EdgeResponseStatus == 503' on an estimate",
    ],
    [{ guards: ['kept >= 5'] }, "cannot judge --guard 'kept >= 5' on an estimate: found a guard that needs every line"],
    [{ guards: ['kept-bytes <= 1 GB/day'] }, 'expected a percentage of kept, dropped, undecided or kept-bytes'],
  ])('%o is rejected', async (request, message) => {
    await expect(estimate(estimateFor(request))).rejects.toThrow(message);
  });

  it('are exact where all is read', async () => {
    const report = await replay({
      ...BASE,
      filters: [{ kind: 'filter', value: ERRORS }],
      samples: 0,
      detail: 'counts',
    });
    const { kept } = report.jobs![0]!;
    const share = kept.lines / report.lines.read;
    const found = await exactEstimate();
    expect(found).toMatchObject({ exact: true, level: null, kept, share: { share, low: share, high: share } });
    expect(found.bytesShare.share).toBe(kept.bytes / report.lines.bytes);
    expect(found.whole).toMatchObject({ lines: report.lines.read, kept: { lines: { estimate: kept.lines } } });
  });

  it.each([0.2, 0.1, 0.05, 0.01])('reach the precision of ±%d, or read all', async (precision) => {
    const found = await estimate(estimateFor({ precision }));
    expect(found.precision!.reached).toBeLessThanOrEqual(precision);
    expect(found.exact).toBe(found.source.objects === stored.length);
    const { share } = (await exactEstimate()).share;
    expect(found.share.low).toBeLessThanOrEqual(share);
    expect(found.share.high).toBeGreaterThanOrEqual(share);
  });

  const alone = once(() => estimate(estimateFor({ precision: 0.05 })));
  it.each([2, 3])('are the same with %i threads', async (threads) => {
    expect(await estimate(estimateFor({ precision: 0.05, threads }))).toEqual(await alone());
  });

  it('stopping when the interval is narrow costs no coverage', async () => {
    const { share } = (await exactEstimate()).share;
    const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
    let covered = 0;
    for (const seed of seeds) {
      const { share: found } = await estimate(estimateFor({ precision: 0.15, seed }));
      if (found.low <= share && share <= found.high) covered += 1;
    }
    expect(covered / seeds.length).toBeGreaterThanOrEqual(1 - MISS);
  });

  it('of an empty listing are exact, and nothing', async () => {
    const range = { since: 4_000_000_000_000_000_000n };
    const found = await estimate(estimateFor({ range, precision: 0.1 }));
    expect(found).toMatchObject({ exact: true, share: { share: 0 }, source: { objects: 0, objectsInAll: 0 } });
    expect((await sample(requestFor({ range, isFast: true }))).sample).toHaveLength(0);
  });

  it('always read an object that is larger than the size that an object represents', async () => {
    const place = join(folder, 'one-large');
    mkdirSync(place);
    const line = (status: number): string => `{"EdgeResponseStatus":${status}}\n`;
    for (let index = 0; index < 300; index += 1) {
      writeFileSync(join(place, `${index}.log`), index === 250 ? line(503).repeat(300) : line(200));
    }
    const found = await estimate(estimateFor({ sources: [place], precision: 0.1, seed: 3 }));
    expect(found.exact).toBe(false);
    expect(found.kept.lines).toBe(300);
    expect(found.share.low).toBeLessThan(300 / 599);
    expect(found.share.high).toBeGreaterThan(300 / 599);
    expect(Math.abs(found.whole!.lines - 599)).toBeLessThan(6);
  });

  describe('where objects are lost', () => {
    /** Five objects of as many lines; all that is kept is in the one whose end is made by `lose`. */
    function fiveObjects(name: string, lose: (path: string, kept: string) => void): string {
      const place = join(folder, name);
      mkdirSync(place);
      for (let index = 1; index <= 5; index += 1) {
        const path = join(place, `${index}.log.gz`);
        if (index === 3) lose(path, '{"EdgeResponseStatus":503}\n'.repeat(100));
        else writeFileSync(path, gzipSync('{"EdgeResponseStatus":200}\n'.repeat(100)));
      }
      return place;
    }
    const corrupt = (path: string, kept: string): void => {
      const bytes = gzipSync(kept);
      bytes.fill(0xff, 10);
      writeFileSync(path, bytes);
    };
    const cut = (path: string, kept: string): void => {
      const head = gzipSync(kept);
      const rest = gzipSync(kept);
      writeFileSync(path, Buffer.concat([head, rest.subarray(0, rest.length - 9)]));
    };
    const gone = (path: string): void => symlinkSync(join(folder, 'nowhere'), path);

    it.each<[string, typeof corrupt, number]>([
      ['corrupt', corrupt, 1 / 5],
      ['gone', gone, 1 / 5],
      ['cut', cut, 2 / 6],
    ])('are not exact, and allow for anything in them: %s', async (name, lose, truth) => {
      const place = fiveObjects(name, lose);
      for (const precision of [undefined, 0.1]) {
        const { exact, level, share, bytesShare, source } = await estimate(
          estimateFor({ sources: [place], precision }),
        );
        expect({ exact, level, lost: source.damaged + source.unreadable }).toEqual({
          exact: false,
          level: 0.95,
          lost: 1,
        });
        for (const { low, high } of [share, bytesShare]) {
          expect(low).toBeLessThanOrEqual(truth + 1e-9);
          expect(high).toBeGreaterThanOrEqual(truth - 1e-9);
          expect(high - low).toBeLessThan(0.5);
        }
      }
    });

    it('count what could be read of a damaged one', async () => {
      const { share } = await estimate(estimateFor({ sources: [fiveObjects('half', cut)] }));
      expect(share.share).toBeGreaterThan(0.2);
    });

    it('take lines per stored byte from the others', async () => {
      const { whole } = await estimate(estimateFor({ sources: [fiveObjects('bytes', corrupt)] }));
      expect(whole!.lines).toBeGreaterThan(480);
      expect(whole!.lines).toBeLessThan(520);
    });
  });

  it('need a filter', async () => {
    await expect(estimate(estimateFor({ filters: [] }))).rejects.toThrow('found no filter');
  });
});
