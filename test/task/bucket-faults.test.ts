// A bucket that fails in many ways: the report is the folder's, or what is lost is named; nothing counts twice, nothing hangs.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pMap from 'p-map';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HeadgateError } from '../../src/base/index.ts';
import { DESTINATION_LIMITS } from '../../src/destination/destination.ts';
import type { Report } from '../../src/replay/index.ts';
import { type ReplayRequest, replay } from '../../src/task/index.ts';
import { FAULT_ROWS, type FaultRow, type Loss, OBJECTS } from '../cases/destination/faults.ts';
import { type Fault, type Origin, rememberedOrigin, startFaultServer } from '../helpers/fault-server.ts';
import { useLocalBucket } from '../helpers/local-bucket.ts';
import { ROOT } from '../helpers/run-cli.ts';

/** Rows at a time, unless they wait for a silent server. */
const ROWS_AT_A_TIME = 12;

/** Nothing that a row expects depends on how fast this machine is. */
const LIMITS = { ...DESTINATION_LIMITS, backoffMs: 10, longestPauseMs: 200, pageKeys: 2, listStallMs: 1000 };
/** Where the server falls silent; what was not silent, but slow, is retried. */
const SILENT = { silenceMs: 1000, firstAnswerMs: 1500 };
/** Tries of a fault that lasts. */
const TRIES = '4';

const folder = mkdtempSync(join(tmpdir(), 'headgate-faults-'));
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
  writeFileSync(join(folder, name), name.endsWith('.gz') ? bytes : gunzipSync(bytes));
}

let origin: Origin;
const bucket = useLocalBucket(async (one) => {
  await one.uploadFolder(folder, 'logs');
  origin = rememberedOrigin(one.endpoint);
});

function requestFor(sources: string[], changes: Partial<ReplayRequest> = {}): ReplayRequest {
  return {
    filters: [{ kind: 'filter', value: 'EdgeResponseStatus >= 500' }],
    ...{ dataset: undefined, sources, range: {}, slackMs: undefined, nullAs: 'unknown', connection: {} },
    ...{ samples: 0, detail: 'full', threads: 1 },
    reading: { input: 'auto', records: undefined, columns: undefined },
    stdin: async () => '',
    signal: new AbortController().signal,
    onListing: () => {},
    onProgress: () => {},
    ...changes,
  };
}

/** How a replay ended. */
type Outcome = { report: Report } | { error: unknown };

/** Replays the bucket behind a server that spoils its answers. */
async function replayThrough(
  { fault, afterObjects }: Pick<FaultRow, 'fault' | 'afterObjects'>,
  changes = {},
): Promise<Outcome> {
  const begins = Promise.withResolvers<void>();
  const held: Fault = (request, answer) => {
    const delivery = fault(request, answer);
    return delivery === undefined || afterObjects === undefined ? delivery : { ...delivery, when: begins.promise };
  };
  const server = await startFaultServer(origin, held);
  const address = new URL(bucket().endpoint);
  const source = bucket().destinationConf('logs/').replace(address.origin, server.origin);
  const onProgress: ReplayRequest['onProgress'] = ({ objects }) => {
    if (objects >= (afterObjects ?? 0)) begins.resolve();
  };
  try {
    return { report: await replay(requestFor([source], { onProgress, ...changes })) };
  } catch (error) {
    return { error };
  } finally {
    await server.stop();
  }
}

/** What must be equal wherever the objects lie. */
function figuresOf({
  source: { objects, bytes, damaged, unreadable },
  lines,
  jobs,
  fields,
  problemCounts,
}: Report): object {
  return { source: { objects, bytes, damaged, unreadable }, lines, jobs, fields, problemCounts };
}

const filesOf = (names: readonly string[]): string[] => names.map((name) => join(folder, name));

async function expectLoss({ lost, code, isPartial }: Loss, report: Report): Promise<void> {
  const named = report.problems.filter((problem) => problem.code === code).map(({ object }) => object);
  expect(new Set(named)).toEqual(new Set(lost.map((name) => `s3://sandbox/logs/${name}`)));
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
  const others = await replay(requestFor(filesOf(rest)));
  if (isPartial !== true) {
    expect({ lines: report.lines, jobs: report.jobs, fields: report.fields }).toEqual({
      lines: others.lines,
      jobs: others.jobs,
      fields: others.fields,
    });
    return;
  }
  const all = await replay(requestFor([folder]));
  expect(report.lines.read).toBeGreaterThanOrEqual(others.lines.read);
  expect(report.lines.read).toBeLessThanOrEqual(all.lines.read);
}

describe('a replay through faults', () => {
  const outcomes = new Map<FaultRow, Outcome>();
  let whole: Report;
  beforeAll(async () => {
    whole = await replay(requestFor([folder]));
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
    }
  }, 150_000);

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
});
