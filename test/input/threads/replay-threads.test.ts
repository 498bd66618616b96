// Worker threads: the same report for any number of threads and any location of the objects; one clear error when a thread dies.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { HeadgateError } from '../../../src/base/index.ts';
import { type Destination, openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { feedObject, type ObjectEnd } from '../../../src/input/objects/feed-object.ts';
import { emptyTotal, FileParts } from '../../../src/input/objects/read-total.ts';
import { type ReplayRequest, replay } from '../../../src/verbs/index.ts';
import { ROOT, runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { storedObjects } from '../../helpers/stored-samples.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-threads-'));
const bucket = useLocalBucket(async (one) => {
  await one.uploadFolder(join(ROOT, 'samples/logs/errors-and-threats/20261101'), 'logs');
  await one.uploadFolder(join(ROOT, 'samples/damaged'), 'damaged');
});

/** Small objects of three days: what threads share out. */
const SMALL = join(ROOT, 'samples/logs/errors-and-threats');
/** Larger ones, of one day: each is read in several chunks. */
const DAY = join(ROOT, 'samples/logs/all-requests/20261101');

let folders = 0;

/** A replay over the sources in which every object is worth a thread. */
function requestFor(sources: string[], changes: Partial<ReplayRequest> = {}): ReplayRequest {
  const filters = [
    { kind: 'filter', value: 'EdgeResponseStatus >= 500 or BotScore < 30 and ClientCountry in {"de", "us"}' },
    { kind: 'job', value: join(ROOT, 'samples/jobs/errors-and-threats.json') },
    { kind: 'filter', value: 'all' },
  ] as const;
  return replayRequest({ filters, sources, samples: 3, bytesPerThread: 0, ...changes });
}

async function reproducible(request: ReplayRequest): Promise<Report> {
  const report = await replay(request);
  delete report.timing;
  return report;
}

/** The lines of a day: 7.5 MB. */
const TEXT = storedObjects('all-requests', '20261101/')
  .map((one) => one.text)
  .join('');

/** A folder of logs, larger than what makes two threads worth their start: they are stored as gzip that is not compressed. */
const LARGE = join(folder, 'large');
mkdirSync(LARGE);
const stored = gzipSync(TEXT, { level: 0 });
for (const file of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(LARGE, `${file}.log.gz`), stored);

describe('the same report with one thread and several', () => {
  // The start of a thread takes longer than what it reads here: 2 and 4 for lines of every kind, 3 for the other rows.
  it.each<[string, () => string[], number[], Partial<ReplayRequest>]>([
    ['logs', () => [SMALL, DAY], [2, 4], {}],
    ['damaged', () => [join(ROOT, 'samples/damaged')], [3], { stored: true }],
    ['both, without fields', () => [SMALL, join(ROOT, 'samples/damaged')], [3], { detail: 'no-fields' }],
    ['only counts', () => [SMALL], [3], { detail: 'counts', samples: 0 }],
    ['a profile', () => [SMALL], [3], { filters: [] }],
    [
      'a time range',
      () => [SMALL],
      [3],
      { range: { since: 1_793_642_700_000_000_000n, until: 1_793_646_000_000_000_000n } },
    ],
    // What is new is how the lines come.
    ['a bucket', () => [bucket().destinationConf('logs'), bucket().destinationConf('damaged')], [3], { stored: true }],
  ])('%s', async (_, sources, counts, changes) => {
    const request = requestFor(sources(), changes);
    const one = JSON.stringify(await reproducible(request));
    for (const threads of counts) {
      expect(JSON.stringify(await reproducible({ ...request, threads }))).toBe(one);
    }
  });

  it('standard input besides files', async () => {
    const stdin = readFileSync(join(ROOT, 'samples/damaged/20261102T180500Z_20261102T181000Z_7ec3b6d0.log'));
    const outputs = ['1', '2'].map(async (threads) => {
      const args = [
        'replay',
        '-',
        LARGE,
        '-f',
        'BotScore < 30',
        '--samples',
        '2',
        '--format',
        'json',
        '--reproducible',
      ];
      return (await runTogether([...args, '--threads', threads], { stdin })).stdout;
    });
    const [one, other] = await Promise.all(outputs);
    expect(JSON.parse(one!).source.objects).toBe(6);
    expect(other).toBe(one);
  });
});

describe('a large plain file is read in parts', () => {
  const large = (): string => {
    const path = join(folder, `parts-${folders++}.log`);
    writeFileSync(path, TEXT.slice(0, 6_000_000));
    return path;
  };

  it.each(['on', 'off'])('and the report is the same, with the kernel %s', async (kernel) => {
    const request = requestFor([large()]);
    const one = JSON.stringify(await reproducible(request));
    vi.stubEnv('HEADGATE_KERNEL', kernel);
    const found = await reproducible({ ...request, threads: 3, partBytes: 1_000_000 });
    expect(JSON.stringify(found)).toBe(one);
    vi.unstubAllEnvs();
  });

  it.each(['on', 'off'])(
    'and one that became shorter since it was split is reported, with the kernel %s',
    async (kernel) => {
      const path = large();
      vi.stubEnv('HEADGATE_KERNEL', kernel);
      const destination = await openDestination(await parseLocation(path));
      const problems: object[] = [];
      const { end } = await feedObject(
        { destination, object: { name: path, key: path }, outputOptions: undefined, range: { start: 0, end: 1e9 } },
        { push: () => {}, end: () => {} },
        { signal: new AbortController().signal, onProblem: (problem) => problems.push(problem), onChunk: () => true },
      );
      vi.unstubAllEnvs();
      expect(end).toBe('damaged');
      expect(problems).toMatchObject([{ code: 'object-changed', offset: statSync(path).size }]);
    },
  );

  it('and counts once, whatever becomes of its parts', () => {
    const total = emptyTotal();
    const parts = new FileParts();
    const objects = [1, 2, 3].map((number) => ({ name: `${number}`, key: `${number}` }));
    const ends: ObjectEnd[][] = [
      ['whole', 'whole'],
      ['damaged', 'unreadable', 'whole'],
      ['unreadable', 'unreadable'],
    ];
    for (const [index, object] of objects.entries()) {
      for (const end of ends[index]!) {
        parts.note(
          { destination: {} as Destination, object, outputOptions: undefined, range: { start: 0, end: 1 } },
          end,
        );
      }
    }
    parts.addTo(total);
    expect(total).toMatchObject({ damaged: 1, unreadable: 1 });
  });
});

it('progress ends at everything', async () => {
  const seen: object[] = [];
  const report = await replay(
    requestFor([SMALL], { threads: 2, onProgress: (progress) => seen.push({ ...progress }) }),
  );
  const { bytes, objects } = report.source;
  expect(seen.at(-1)).toEqual({
    objects,
    objectsInAll: objects,
    bytes,
    bytesInAll: bytes,
    lines: report.lines.read,
  });
});

it.each([1, 2])('stopped in the middle with %i threads: a partial report', async (threads) => {
  const stopping = new AbortController();
  const report = await replay(
    requestFor([join(ROOT, 'samples/logs')], {
      threads,
      signal: stopping.signal,
      onProgress: ({ objects }) => {
        if (objects >= 3) stopping.abort();
      },
    }),
  );
  expect(report.partial).toBe(true);
  expect(report.source.objects).toBeGreaterThanOrEqual(3);
  expect(report.source.objects).toBeLessThan(77);
  expect(report.jobs![2]!.kept.lines).toBe(report.lines.read);
});

describe('a bucket that cannot be read', () => {
  /** The bucket as one whose key is wrong sees it: what lists has the right one. */
  async function withWrongKey(): Promise<Destination> {
    const location = await parseLocation(bucket().destinationConf('damaged'));
    return openDestination({ ...location, secretAccessKey: 'wrong' } as typeof location);
  }

  it('before anything was read ends the run', async () => {
    const destination = await withWrongKey();
    const request = requestFor([bucket().destinationConf('damaged')], {
      threads: 2,
      onListing: (listing) => {
        listing.objects = Array.from(listing.objects, (item) => ({ ...item, destination }));
      },
    });
    await expect(replay(request)).rejects.toThrow(HeadgateError);
  });

  it('in the middle costs only what could not be read', async () => {
    const destination = await withWrongKey();
    const request = requestFor([SMALL, bucket().destinationConf('damaged')], {
      threads: 2,
      onListing: (listing) => {
        listing.objects = Array.from(listing.objects, (item) => {
          if (item.destination.location.kind !== 's3') return item;
          // The largest are read first: no thread gets one of these before another object is done.
          const object = item.object.bytes === undefined ? item.object : { ...item.object, bytes: 1 };
          return { ...item, destination, object };
        });
      },
    });
    const { source, problems } = await replay(request);
    expect(source).toMatchObject({ objects: 45, damaged: 0, unreadable: 7 });
    expect(JSON.stringify(problems)).not.toContain('wrong');
  });
});

describe('a thread that dies', () => {
  const dying = `data:text/javascript,import { isMainThread } from 'node:worker_threads'; if (!isMainThread) process.exit(3)`;
  const env = { NODE_OPTIONS: `--import="${dying.replaceAll(' ', '%20')}"` };

  it.each([
    ['replay', []],
    ['compare', ['--from', 'all', '--to', 'BotScore < 30']],
    ['sample', ['-n', '5']],
    ['validate', ['--job', join(ROOT, 'samples/jobs/all-requests.json')]],
  ])('is one clear error of %s', async (command, args) => {
    const run = await runCli([command, LARGE, ...args, '--threads', '2', '-q'], { env });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      new RegExp(`^headgate: cannot ${command}: a worker thread ended .*exit code 3.*--threads 1\n$`),
    );
  });

  it('does not concern objects that are read without threads', async () => {
    const place = join(folder, 'small');
    cpSync(SMALL, place, { recursive: true });
    expect(await runCli(['replay', place, '--threads', '2', '-q'], { env })).toMatchObject({ code: 0 });
    const large = [LARGE, '--threads', '1'];
    const single = [join(LARGE, 'a.log.gz'), '--threads', '9'];
    for (const args of [large, single]) {
      expect(await runCli(['replay', ...args, '--counts', '-q'], { env })).toMatchObject({ code: 0 });
    }
  });
});
