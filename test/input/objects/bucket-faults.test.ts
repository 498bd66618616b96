// A bucket with all kinds of faults: the report equals that of the folder, or names the lost objects; nothing counts twice, nothing hangs.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pMap from 'p-map';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { HeadgateError } from '../../../src/base/index.ts';
import { DESTINATION_LIMITS } from '../../../src/input/destination/destination.ts';
import { type ReplayRequest, replay } from '../../../src/verbs/index.ts';
import { FAULT_ROWS, type FaultRow, type Loss, OBJECTS, SHARED_ROWS } from '../../cases/destination/faults.ts';
import { ROOT, runTogether } from '../../helpers/cli/run-cli.ts';
import { s3ErrorBody } from '../../helpers/destination/bucket-answers.ts';
import {
  byChance,
  type Fault,
  type Origin,
  rememberedOrigin,
  startFaultServer,
} from '../../helpers/destination/fault-server.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { filesBelow, linesOf } from '../../helpers/stored-samples.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

/** Rows at a time, unless they wait for a silent server. */
const ROWS_AT_A_TIME = 12;

/** Nothing that a row expects depends on how fast this machine is. */
const LIMITS = { ...DESTINATION_LIMITS, backoffMs: 10, longestPauseMs: 200, pageKeys: 3 };
/** Where the server falls silent; what was not silent, but slow, is retried. */
const SILENT = { silenceMs: 1000, firstAnswerMs: 1500 };
/** Tries of a fault that lasts. */
const TRIES = '4';

const place = mkdtempSync(join(tmpdir(), 'headgate-faults-'));
const FOLDER = join(place, 'logs');
mkdirSync(FOLDER);
let folders = 0;
const newFolder = (): string => join(place, `out-${folders++}`);

const SAMPLES = join(ROOT, 'samples/logs/errors-and-threats');
const SOURCES: Readonly<Record<(typeof OBJECTS)[number], string>> = {
  'a.log.gz': '20261101/20261101T081000Z_20261101T091500Z_5f10a8ac.log.gz',
  'b.log.gz': '20261101/20261101T091500Z_20261101T103430Z_95a692c8.log.gz',
  'big.log.gz': '20261102/20261102T162230Z_20261102T191130Z_16f5b449.log.gz',
  'c.log.gz': '20261101/20261101T103430Z_20261101T124130Z_667be726.log.gz',
  'd.log.gz': '20261101/20261101T124130Z_20261101T142530Z_c44393c8.log.gz',
  'plain.log': '20261101/20261101T142530Z_20261101T171230Z_89476c99.log.gz',
};
for (const name of OBJECTS) {
  const bytes = readFileSync(join(SAMPLES, SOURCES[name]));
  writeFileSync(join(FOLDER, name), name.endsWith('.gz') ? bytes : gunzipSync(bytes));
}

let origin: Origin;
let edgeOrigin: Origin;
const bucket = useLocalBucket(async (one) => {
  await one.uploadFolder(FOLDER, 'logs');
  origin = rememberedOrigin(one.endpoint);
  edgeOrigin = rememberedOrigin(one.edge.url);
});

function requestFor(sources: string[], changes: Partial<ReplayRequest> = {}): ReplayRequest {
  return replayRequest({ filters: [{ kind: 'filter', value: 'EdgeResponseStatus >= 500' }], sources, ...changes });
}

/** How a replay ended. */
type Outcome = { report: Report } | { error: unknown };

/** Replays the bucket through a server that corrupts its responses. @param by the protocol */
async function replayThrough(
  { fault, afterObjects }: Pick<FaultRow, 'fault' | 'afterObjects'>,
  changes = {},
  by: 'S3' | 'edge' = 'S3',
): Promise<Outcome> {
  const begins = Promise.withResolvers<void>();
  const held: Fault = (request, answer) => {
    const delivery = fault(request, answer);
    return delivery === undefined || afterObjects === undefined ? delivery : { ...delivery, when: begins.promise };
  };
  const server = await startFaultServer(by === 'S3' ? origin : edgeOrigin, held);
  const address = new URL(bucket().endpoint);
  const conf = bucket().destinationConf('logs/').replace(address.origin, server.origin);
  const source = by === 'S3' ? conf : `${server.origin}/logs/`;
  const connection = { edgeKey: bucket().edge.key };
  const onProgress: ReplayRequest['onProgress'] = ({ objects }) => {
    if (objects >= (afterObjects ?? 0)) begins.resolve();
  };
  try {
    return { report: await replay(requestFor([source], { onProgress, connection, ...changes })) };
  } catch (error) {
    return { error };
  } finally {
    await server.stop();
  }
}

/** The parts of a report that do not depend on where the objects are stored. */
function figuresOf({
  source: { objects, bytes, damaged, unreadable },
  lines,
  jobs,
  fields,
  problemCounts,
}: Report): object {
  return { source: { objects, bytes, damaged, unreadable }, lines, jobs, fields, problemCounts };
}

/** All lines of what was written, sorted. @throws where a file is not whole, or is none of an emission */
function emittedLines(folder: string): string[] {
  return filesBelow(folder)
    .flatMap((name) => {
      expect(name).toMatch(/\.log\.gz$/);
      return linesOf(gunzipSync(readFileSync(join(folder, name))).toString());
    })
    .sort();
}

const filesOf = (names: readonly string[]): string[] => names.map((name) => join(FOLDER, name));

/** Beginning of the names of objects, by each protocol. */
const NAME_START = /^(?:s3:\/\/sandbox|http:\/\/127\.0\.0\.1:\d+)\/logs\//;

const replayed = new Map<string, Promise<Report>>();
/** Replays files on disk, once for each set of them: many rows lose the same objects. */
function replayFiles(names: readonly string[]): Promise<Report> {
  const key = names.join(' ');
  const report = replayed.get(key) ?? replay(requestFor(filesOf(names)));
  replayed.set(key, report);
  return report;
}

async function expectLoss({ lost, code, isPartial }: Loss, report: Report): Promise<void> {
  const named = report.problems.filter((problem) => problem.code === code).map(({ object }) => object);
  expect(new Set(named.map((name) => name.replace(NAME_START, '')))).toEqual(new Set<string>(lost));
  // Lines that the loss has cut are named beside it.
  expect(new Set(report.problems.map(({ object }) => object))).toEqual(new Set(named));
  // What the exit code is made of.
  const { objects, damaged, unreadable } = report.source;
  expect({ objects, lost: damaged + unreadable }).toEqual({ objects: OBJECTS.length, lost: lost.length });
  const rest = OBJECTS.filter((name) => !lost.includes(name));
  if (isPartial !== true) expect(damaged).toBe(0);
  if (rest.length === 0) {
    expect(report.lines.read).toBe(0);
    return;
  }
  const others = await replayFiles(rest);
  if (isPartial !== true) {
    expect({ lines: report.lines, jobs: report.jobs, fields: report.fields }).toEqual({
      lines: others.lines,
      jobs: others.jobs,
      fields: others.fields,
    });
    return;
  }
  const all = await replayFiles(OBJECTS);
  expect(report.lines.read).toBeGreaterThanOrEqual(others.lines.read);
  expect(report.lines.read).toBeLessThanOrEqual(all.lines.read);
}

describe('a replay through faults', () => {
  const outcomes = new Map<FaultRow, Outcome>();
  const emitted = new Map<FaultRow, { outcome: Outcome; lines: string[] }>();
  let whole: Report;
  beforeAll(async () => {
    whole = await replay(requestFor([FOLDER]));
    // Loads the SDK and the kernel, which takes longer than a silent server gets here.
    await replayThrough({ fault: () => undefined });
    for (const [isLasting, isSilent] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      vi.stubEnv('AWS_MAX_ATTEMPTS', isLasting ? TRIES : undefined);
      Object.assign(DESTINATION_LIMITS, LIMITS, isSilent ? SILENT : {});
      const rows = FAULT_ROWS.filter((row) => !row.isLasting === !isLasting && !row.isSilent === !isSilent);
      const atATime = isSilent ? rows.length : ROWS_AT_A_TIME;
      await pMap(rows, async (row) => outcomes.set(row, await replayThrough(row)), { concurrency: atATime });
      if (isSilent) continue;
      const emitting = rows.filter(
        ({ ends }, index) => index % 3 === 0 && !(typeof ends === 'object' && 'throws' in ends),
      );
      await pMap(
        emitting,
        async (row, index) => {
          const emit = { kind: 'folder', folder: newFolder(), overwrite: false } as const;
          const outcome = await replayThrough(row, { emit, stored: index % 3 === 0 });
          emitted.set(row, { outcome, lines: emittedLines(emit.folder) });
        },
        { concurrency: ROWS_AT_A_TIME },
      );
    }
    Object.assign(DESTINATION_LIMITS, LIMITS);
    vi.unstubAllEnvs();
  }, 600_000);

  it('has a row for each of many kinds', () => {
    expect(new Set(FAULT_ROWS.map(({ name }) => name)).size).toBe(FAULT_ROWS.length);
    expect(FAULT_ROWS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(FAULT_ROWS)('$name', async (row) => {
    const outcome = outcomes.get(row)!;
    const { ends } = row;
    if (typeof ends === 'object' && 'throws' in ends) {
      if ('report' in outcome) expect.fail('a report was made');
      expect(outcome.error).toBeInstanceOf(HeadgateError);
      expect(outcome.error).toMatchObject({ code: ends.throws, kind: 'unreachable' });
      return;
    }
    if ('error' in outcome) throw outcome.error;
    if (ends === 'same') expect(figuresOf(outcome.report)).toEqual(figuresOf(whole));
    else await expectLoss(ends, outcome.report);
  });

  it('writes with --emit what the folder gives, or less by what the report names', async () => {
    const folder = newFolder();
    await replay(requestFor([FOLDER], { emit: { kind: 'folder', folder, overwrite: false } }));
    const expected = emittedLines(folder);
    expect(emitted.size).toBeGreaterThan(20);
    for (const [{ name, ends }, { outcome, lines }] of emitted) {
      if ('error' in outcome) throw outcome.error;
      expect(lines.length, name).toBe(outcome.report.jobs![0]!.kept.lines);
      expect(outcome.report.jobs![0]!.emitted!.lines, name).toBe(lines.length);
      if (ends === 'same') expect(lines, name).toEqual(expected);
      else
        expect(
          lines.filter((line) => !expected.includes(line)),
          name,
        ).toEqual([]);
    }
  });
});

describe('a replay through the edge script and faults', () => {
  const outcomes = new Map<FaultRow, Outcome>();
  let whole: Report;
  beforeAll(async () => {
    Object.assign(DESTINATION_LIMITS, LIMITS);
    whole = await replay(requestFor([FOLDER]));
    await pMap(SHARED_ROWS, async (row) => outcomes.set(row, await replayThrough(row, {}, 'edge')), {
      concurrency: ROWS_AT_A_TIME,
    });
  }, 300_000);

  it.each(SHARED_ROWS)('$name', async (row) => {
    const outcome = outcomes.get(row)!;
    if ('error' in outcome) throw outcome.error;
    if (row.ends === 'same') expect(figuresOf(outcome.report)).toEqual(figuresOf(whole));
    else await expectLoss(row.ends as Loss, outcome.report);
  });
});

describe('threads', () => {
  it.each<[string, Fault, 'same' | Loss]>([
    ['survive faults', byChance(0.3, 7, () => ({ resetAt: 200 })), 'same'],
    [
      'name what is lost',
      ({ key }) =>
        key === 'logs/b.log.gz'
          ? { status: 403, headers: {}, body: Buffer.from(s3ErrorBody('AccessDenied')) }
          : undefined,
      { lost: ['b.log.gz'], code: 'object-denied' },
    ],
  ])('%s', async (_, fault, ends) => {
    const outcome = await replayThrough({ fault }, { threads: 2, bytesPerThread: 0, stored: true });
    if ('error' in outcome) throw outcome.error;
    if (ends === 'same') expect(figuresOf(outcome.report)).toEqual(figuresOf(await replay(requestFor([FOLDER]))));
    else await expectLoss(ends, outcome.report);
  });
});

it('reads keys with characters that XML and URLs do not have', async () => {
  const odd = newFolder();
  mkdirSync(odd);
  const names = ['a b', 'a+b', 'a%41', 'a\u0001', '\ufffe', 'ü😀', '<&>"', '?x=1#y'];
  for (const [index, name] of names.entries())
    writeFileSync(join(odd, `${name}.log`), `{"EdgeResponseStatus":${500 + index}}\n`);
  await bucket().uploadFolder(odd, 'odd');
  const report = await replay(requestFor([bucket().destinationConf('odd/')]));
  expect(figuresOf(report)).toEqual(figuresOf(await replay(requestFor([odd]))));
  expect(report.source.objects).toBe(names.length);
});

describe('the program', () => {
  /** Runs it before a bucket whose object `b` fails with HTTP 500 so many times. */
  async function run(failures: number, args: string[], env: Record<string, string> = {}) {
    const fault: Fault = ({ key, turn }) =>
      key === 'logs/b.log.gz' && turn < failures ? { status: 500, headers: {}, body: Buffer.alloc(0) } : undefined;
    const server = await startFaultServer(origin, fault);
    const source = bucket().destinationConf('logs/').replace(new URL(bucket().endpoint).origin, server.origin);
    const ended = await runTogether(
      ['replay', source, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '-q', ...args],
      { env },
    );
    await server.stop();
    return { ...ended, report: JSON.parse(ended.stdout) as Report };
  }

  it('exits with 0 where retries succeed', async () => {
    const { code, report } = await run(3, []);
    expect({ code, unreadable: report.source.unreadable }).toEqual({ code: 0, unreadable: 0 });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['--retry-for 0', ['--retry-for', '0'], {}],
    ['AWS_MAX_ATTEMPTS=2', [], { AWS_MAX_ATTEMPTS: '2' }],
    ['--retry-for 0 with threads', ['--retry-for', '0', '--threads', '2'], {}],
  ])('exits with 1 and names the object where %s ends them', async (_, args, env) => {
    const { code, report } = await run(2, args, env);
    expect(code).toBe(1);
    expect(report.problems).toMatchObject([{ code: 'read-failed', object: 's3://sandbox/logs/b.log.gz' }]);
  });
});
