// Replay with --emit into folders and streams: the lines that a job would push equal those it did push; the files do not depend on the
// number of threads; damage, time ranges, sampling, interruption, folders that are not empty.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { type JsonObject, printJson } from '../../../src/base/index.ts';
import { temporaryPath } from '../../../src/base/temporary/temporary-files.ts';
import { isSampled } from '../../../src/language/output/index.ts';
import type { ReplayRequest } from '../../../src/verbs/replay/replay.ts';
import { ROOT } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { copySmallObjects, filesBelow, linesOf, recordOf, storedObjects } from '../../helpers/stored-samples.ts';
import { emitTo } from '../../helpers/verbs/replay-request.ts';

const place = mkdtempSync(join(tmpdir(), 'headgate-emit-'));
const ALL = join(ROOT, 'samples/logs/all-requests');
/** Its small objects, and one of their three days, for tests that do not depend on the amount of data. */
const SMALL = join(place, 'small');
const DAY = join(SMALL, '20261101');
copySmallObjects(SMALL);
const ERRORS_JOB = join(ROOT, 'samples/jobs/errors-and-threats.json');
/** The name of a temporary folder of a process. */
const temporaryOf = (pid: number): string =>
  basename(temporaryPath('', 'emit')).replace(`-${process.pid}-`, `-${pid}-`);
const bucket = useLocalBucket(async (one) => {
  await one.uploadFolder(SMALL, 'logs');
});
let folders = 0;

const newFolder = (): string => join(place, `out-${folders++}`);

function emit(sources: string[], folder: string, changes: Partial<ReplayRequest> = {}): Promise<Report> {
  const filters: ReplayRequest['filters'] = [{ kind: 'job', value: ERRORS_JOB }];
  return emitTo({ kind: 'folder', folder, overwrite: false }, { sources, filters, ...changes });
}

/** Every file below a folder with a hash of its bytes. */
function bytesBelow(folder: string): Record<string, string> {
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(filesBelow(folder).map((name) => [name, hash(name)]));
}

/** All lines below a folder, in the order of the names. */
function linesBelow(folder: string): string[] {
  return filesBelow(folder).flatMap((name) => linesOf(gunzipSync(readFileSync(join(folder, name))).toString()));
}

/** Every line of SMALL in order. */
const SMALL_LINES = linesBelow(SMALL).map((line) => ({
  line,
  ...(JSON.parse(line) as { RayID: string; ClientCountry: string; EdgeResponseStatus: number }),
}));

function jobFile(name: string, job: object): string {
  const path = join(place, `job-${folders++}.json`);
  writeFileSync(path, JSON.stringify({ name, dataset: 'http_requests', ...job }));
  return path;
}

function fieldsOf(record: JsonObject, without: readonly string[]): string {
  return printJson(new Map([...record].filter(([name]) => !without.includes(name))));
}

describe('the lines of all-requests that the job errors-and-threats would push', () => {
  const folder = newFolder();

  it('are the lines that it did push, except a field that the source lacks and lines that the other job drops', async () => {
    const report = await emit([ALL], folder);
    const [job] = report.jobs!;
    expect(job!.emitted).toMatchObject({
      lines: job!.kept.lines,
      objects: filesBelow(folder).length,
      lacking: [{ name: 'WAFAttackScore', lines: job!.kept.lines }],
    });
    const pushed = storedObjects('errors-and-threats')
      .flatMap(({ text }) => linesOf(text))
      .map(recordOf);
    const written = linesBelow(folder).map(recordOf);
    const byRay = new Map(pushed.map((record) => [record.get('RayID'), record]));
    const both = written.filter((record) => byRay.has(record.get('RayID')));
    expect(both.length).toBeGreaterThan(2000);
    for (const record of both) {
      const expected = fieldsOf(byRay.get(record.get('RayID'))!, ['WAFAttackScore']);
      const found = fieldsOf(record, []);
      // `expect` takes longer than the comparison.
      if (found !== expected) expect(found).toBe(expected);
    }
    // The other job drops /healthz; no other line is missing.
    const rays = new Set(written.map((record) => record.get('RayID')));
    const missing = pushed.filter((record) => !rays.has(record.get('RayID')));
    expect(missing.filter((record) => record.get('ClientRequestPath') !== '/healthz')).toEqual([]);
    expect(written.length).toBe(both.length);
  });

  it('are in files with the names of their sources, in the folder of their day', () => {
    const sources = new Set(filesBelow(ALL).map((name) => name.replace(/_[0-9a-f]+\.log\.gz$/, '')));
    for (const name of filesBelow(folder)) {
      expect(name).toMatch(/^(\d{8})\/\1T\d{6}Z_\d{8}T\d{6}Z_[0-9a-f]{8}\.log\.gz$/);
      expect(sources).toContain(name.replace(/_[0-9a-f]+\.log\.gz$/, ''));
    }
  });

  it('are all kept by a second run of the same filter', async () => {
    const { jobs, lines } = await emit([folder], newFolder());
    expect(jobs![0]!.kept.lines).toBe(lines.read);
    expect(jobs![0]!.emitted!.lines).toBe(lines.read);
    expect(lines.read).toBe(linesBelow(folder).length);
  });
});

it('a filter without a job writes lines unchanged, byte for byte', async () => {
  const folder = newFolder();
  await emit([SMALL], folder, { filters: [{ kind: 'filter', value: 'EdgeResponseStatus >= 400' }] });
  const kept = SMALL_LINES.filter((one) => one.EdgeResponseStatus >= 400);
  expect(kept.length).toBeGreaterThan(200);
  expect(linesBelow(folder)).toEqual(kept.map(({ line }) => line));
});

describe('the same files with any number of threads', () => {
  const plain = join(place, 'plain');
  mkdirSync(plain);
  // Read in six parts, with 1,000,000 bytes for each thread.
  const text = storedObjects('all-requests', '20261101/').map((one) => one.text);
  writeFileSync(join(plain, 'large.log'), `${linesOf(text.join('')).slice(0, 4500).join('\n')}\n`);

  it.each<[string, () => string[], number]>([
    ['logs', () => [DAY, join(ROOT, 'samples/damaged')], 3],
    ['a large plain file', () => [plain], 3],
    // Threads load what reads a bucket, which takes longer than reading.
    ['a bucket', () => [bucket().destinationConf('logs/20261101')], 2],
  ])('%s', async (_, sources, several) => {
    const filters: ReplayRequest['filters'] = [
      { kind: 'job', value: ERRORS_JOB },
      { kind: 'filter', value: 'BotScore < 30' },
      {
        kind: 'job',
        value: jobFile('a/b c', { output_options: { output_type: 'csv', field_names: ['RayID'], sample_rate: 0.5 } }),
      },
    ];
    const found = [];
    for (const threads of [1, several]) {
      const folder = newFolder();
      const report = await emit(sources(), folder, { filters, threads, partBytes: 1_000_000 });
      found.push({ report: JSON.stringify(report), files: bytesBelow(folder) });
      expect(readdirSync(folder).sort()).toEqual(['a_b_c', 'errors-and-threats', 'filter-1']);
    }
    expect(Object.keys(found[0]!.files).length).toBeGreaterThan(2);
    expect(found[1]).toEqual(found[0]);
  });
});

it('sample_rate applies after the filter, by the hash of the stored line', async () => {
  const folder = newFolder();
  const job = jobFile('sampled', {
    filter: '{"where":{"key":"ClientCountry","operator":"eq","value":"us"}}',
    output_options: { sample_rate: 0.25 },
  });
  const { jobs } = await emit([SMALL], folder, { filters: [{ kind: 'job', value: job }] });
  const kept = SMALL_LINES.filter((one) => one.ClientCountry === 'us').map(({ line }) => line);
  expect(kept.length).toBeGreaterThan(100);
  const expected = kept.filter((line) => isSampled(Buffer.from(line), 0.25));
  expect(jobs![0]!.kept.lines).toBe(kept.length);
  expect(jobs![0]!.emitted!.lines).toBe(expected.length);
  expect(linesBelow(folder)).toEqual(expected);
});

it('only lines of the time range, in a file named after their times if the source has none', async () => {
  const folder = newFolder();
  const source = join(place, 'unnamed.log');
  const times = ['2026-11-01T23:59:59.9Z', '2026-11-02T00:00:00.1Z', '2026-11-03T00:00:00Z'];
  writeFileSync(source, times.map((time) => `{"EdgeStartTimestamp":"${time}"}\n`).join(''));
  const filters: ReplayRequest['filters'] = [{ kind: 'filter', value: 'all' }];
  await emit([source], folder, { filters, range: { until: 1_793_577_600_000_000_000n + 86_400_000_000_000n } });
  expect(filesBelow(folder)).toEqual([
    expect.stringMatching(/^20261101\/20261101T235959Z_20261102T000001Z_[0-9a-f]{8}\.log\.gz$/),
  ]);
  expect(linesBelow(folder)).toHaveLength(2);
  const untimed = newFolder();
  writeFileSync(source, '{"RayID":1}\n');
  await emit([source], untimed, { filters });
  expect(filesBelow(untimed)).toEqual([expect.stringMatching(/^untimed_[0-9a-f]{8}\.log\.gz$/)]);
});

it('uses the same names for every spelling of a source', async () => {
  const found: string[][] = [];
  for (const source of [DAY, `${place}/small/../small`, `./${relative(process.cwd(), DAY)}`]) {
    const folder = newFolder();
    await emit([source], folder);
    found.push(filesBelow(folder).filter((name) => found[0]?.includes(name) ?? true));
  }
  expect(found[0]!.length).toBe(6);
  expect(found[1]).toEqual(found[0]);
  expect(found[2]).toEqual(found[0]);
});

it('a job with only legacy options follows them', async () => {
  const folder = newFolder();
  const job = jobFile('old', {
    logpull_options: 'fields=RayID,EdgeStartTimestamp&timestamps=rfc3339&sample=0.1&CVE-2021-44228=true',
  });
  const { jobs } = await emit([SMALL], folder, { filters: [{ kind: 'job', value: job }] });
  const lines = linesBelow(folder);
  expect(jobs![0]!.emitted!.lines).toBe(lines.length);
  expect(lines.length).toBeLessThan(jobs![0]!.kept.lines / 5);
  for (const line of lines.slice(0, 50)) {
    expect(line).toMatch(/^\{"RayID":"[0-9a-f]{16}","EdgeStartTimestamp":"2026-11-\d\dT\d\d:\d\d:\d\dZ"\}$/);
  }
});

it('writes the complete lines of a truncated object, and no file if no line is kept', async () => {
  const folder = newFolder();
  const source = join(place, 'cut');
  mkdirSync(source);
  const { text } = storedObjects('all-requests')[0]!;
  const stored = gzipSync(text);
  writeFileSync(join(source, 'cut.log.gz'), stored.subarray(0, stored.length / 2));
  writeFileSync(join(source, 'other.log.gz'), gzipSync('{"RayID":1}\n'));
  const report = await emit([source], folder, { filters: [{ kind: 'filter', value: 'EdgeResponseStatus > 0' }] });
  expect(report.source).toMatchObject({ objects: 2, damaged: 1 });
  expect(filesBelow(folder)).toHaveLength(1);
  const lines = linesBelow(folder);
  expect(lines.length).toBe(report.jobs![0]!.kept.lines);
  expect(lines).toEqual(linesOf(text).slice(0, lines.length));
});

describe('around batches', () => {
  const options = {
    field_names: ['RayID', 'ClientASN'],
    batch_prefix: '{"events":[',
    batch_suffix: '\n]}\n',
    record_prefix: '\n  {"info":{',
    record_suffix: '}}',
    record_delimiter: ',',
  };
  const filters: ReplayRequest['filters'] = [{ kind: 'job', value: jobFile('document', { output_options: options }) }];

  it('each object is a complete document', async () => {
    const folder = newFolder();
    await emit([DAY], folder, { filters });
    const documents = filesBelow(folder).map((name) =>
      JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()),
    );
    const events = documents.flatMap((one) => one.events);
    const lines = linesBelow(DAY);
    expect(events).toHaveLength(lines.length);
    const reading = { input: 'auto', records: 'events[].info', columns: undefined } as const;
    const again = await emit([folder], newFolder(), { filters, reading });
    expect(again.jobs![0]!.emitted).toMatchObject({ lines: lines.length, lacking: [] });
  });

  it('a stream is one document in the order of the objects, with any number of threads', async () => {
    const chunks: Buffer[] = [];
    const write = async (chunk: Buffer): Promise<void> => {
      chunks.push(chunk);
    };
    const sources = [bucket().destinationConf('logs')];
    const report = await emit(sources, '', { filters, threads: 4, emit: { kind: 'stream', write } });
    const { events } = JSON.parse(Buffer.concat(chunks).toString());
    const rays = SMALL_LINES.map((one) => one.RayID);
    expect(events.map((event: { info: { RayID: string } }) => event.info.RayID)).toEqual(rays);
    expect(report.jobs![0]!.emitted).toMatchObject({
      lines: rays.length,
      objects: 1,
      bytes: Buffer.concat(chunks).length,
    });
  });
});

it('reads no more than the stream accepts', async () => {
  let waiting = 0;
  let most = 0;
  const write = async (chunk: Buffer): Promise<void> => {
    waiting += chunk.length;
    most = Math.max(most, waiting);
    await setTimeout(2);
    waiting -= chunk.length;
  };
  const source = join(place, 'slow.log');
  writeFileSync(source, storedObjects('all-requests')[0]!.text.repeat(80));
  const { lines } = await emit([source], '', {
    filters: [{ kind: 'filter', value: 'all' }],
    emit: { kind: 'stream', write },
  });
  expect(waiting).toBe(0);
  expect(most).toBeLessThan(2_000_000);
  expect(lines.bytes).toBeGreaterThan(10_000_000);
});

describe('sources whose names have the same eight digits', () => {
  const digits = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 8);
  const source = newFolder();
  /** Two paths in the source with equal hashes, found by trying some 80,000. */
  let equalPaths: readonly [string, string];
  beforeAll(() => {
    mkdirSync(source);
    equalPaths = findEqualPaths();
  });

  function findEqualPaths(): [string, string] {
    const seen = new Map<string, string>();
    for (let number = 0; ; number += 1) {
      const path = join(source, `${number}.log`);
      const other = seen.get(digits(path));
      if (other !== undefined) return [other, path];
      seen.set(digits(path), path);
    }
  }

  it.each([
    ['with equal times', '{"EdgeStartTimestamp":"2026-11-01T00:00:00Z","RayID":"a"}'],
    ['without times', '{"RayID":"a"}'],
  ])('%s, give a file each, the same whatever the order and the threads', async (_, line) => {
    const [first, second] = equalPaths;
    writeFileSync(first, `${line}\n`);
    writeFileSync(second, `${line.replace('"a"', '"b"')}\n`);
    const found: Record<string, string>[] = [];
    for (const [sources, threads] of [
      [[first, second], 1],
      [[second, first], 2],
    ] as const) {
      const folder = newFolder();
      const { jobs } = await emit([...sources], folder, {
        threads,
        filters: [{ kind: 'filter', value: 'RayID != ""' }],
      });
      expect(jobs![0]!.emitted).toMatchObject({ lines: 2, objects: 2 });
      expect(linesBelow(folder).sort()).toEqual([line, line.replace('"a"', '"b"')]);
      expect(filesBelow(folder).filter((name) => name.includes(`_${digits(first)}.log.gz`))).toHaveLength(1);
      found.push(bytesBelow(folder));
    }
    expect(found[1]).toEqual(found[0]);
  });
});

it('{DATE} in the path of a folder is replaced by the day, and the same path reads the folder', async () => {
  const folder = newFolder();
  const filters: ReplayRequest['filters'] = [{ kind: 'filter', value: 'EdgeResponseStatus >= 400' }];
  const dated = join(folder, 'date={DATE}/eu');
  const first = await emit([SMALL], dated, { filters });
  expect(new Set(filesBelow(folder).map((name) => name.slice(0, 'date=20261101/eu/'.length)))).toEqual(
    new Set(['date=20261101/eu/', 'date=20261102/eu/', 'date=20261103/eu/']),
  );
  const again = await emit([dated], newFolder(), { filters });
  expect(again.jobs![0]!.kept).toEqual(first.jobs![0]!.kept);
});

describe('a folder', () => {
  it('that is not empty is rejected without overwrite', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), '');
    await expect(emit([DAY], folder)).rejects.toThrow(
      /cannot write to --emit .*the folder has 1 file or folder, such as "mine".*--overwrite/,
    );
    expect(readdirSync(folder)).toEqual(['mine']);
    const changes = { emit: { kind: 'folder', folder, overwrite: true } } as const;
    await emit([DAY], folder, changes);
    const once = bytesBelow(folder);
    await emit([DAY], folder, { ...changes, threads: 2 });
    expect(bytesBelow(folder)).toEqual(once);
    expect(readdirSync(folder)).toContain('mine');
  });

  it('that contains only files of killed runs counts as empty', async () => {
    const folder = newFolder();
    const dead = temporaryOf(spawnSync(process.execPath, ['-e', '']).pid);
    mkdirSync(join(folder, 'other-job'), { recursive: true });
    for (const path of [dead, `other-job/${dead}`]) {
      mkdirSync(join(folder, path));
      writeFileSync(join(folder, path, '0-x'), '');
    }
    await emit([DAY], folder);
    expect(readdirSync(folder).sort()).toEqual(['20261101', 'other-job']);
    expect(readdirSync(join(folder, 'other-job'))).toEqual([]);
  });

  it.each([
    ['an active run', () => temporaryOf(process.ppid)],
    ['another machine or container', () => temporaryOf(999_999_999).replace(/-[0-9a-f]{8}-/, '-00000000-')],
  ])('to which %s writes is rejected without overwrite', async (_, nameOf) => {
    const folder = newFolder();
    const name = nameOf();
    mkdirSync(join(folder, name), { recursive: true });
    await expect(emit([DAY], folder)).rejects.toThrow(
      `the folder has "${name}", the unfinished files of a run that is still active`,
    );
    await emit([DAY], folder, { emit: { kind: 'folder', folder, overwrite: true } });
    expect(readdirSync(folder).sort()).toEqual([name, '20261101']);
  });

  it('that cannot be created ends the run before any source is read', async () => {
    const file = join(place, 'a-file');
    writeFileSync(file, '');
    await expect(emit([ALL], join(file, 'below'))).rejects.toThrow(
      /cannot write --emit .*a part of the path is not a folder/,
    );
    for (const target of [file, '/dev/null'])
      await expect(emit([ALL], target)).rejects.toThrow(`cannot write --emit ${target}: it is a file; name a folder`);
  });

  it.each([
    ['is below', 1],
    ['is below', 2],
    ['is', 1],
    ['contains', 2],
  ])('that %s the source is rejected, with %i threads', async (how, threads) => {
    const above = newFolder();
    const logs = join(above, 'logs');
    cpSync(SMALL, logs, { recursive: true });
    const before = bytesBelow(above);
    const folder = how === 'is' ? logs : how === 'contains' ? above : join(logs, 'out');
    const changes = { threads, emit: { kind: 'folder', folder, overwrite: true } } as const;
    await expect(emit([logs], folder, changes)).rejects.toThrow(`the folder ${how} the source`);
    expect(bytesBelow(above)).toEqual(before);
  });

  it.each([1, 2])('in which no object can be written ends the run, with %i threads', async (threads) => {
    const folder = newFolder();
    mkdirSync(folder);
    // A file has the name of the day's folder.
    for (let day = 1; day <= 5; day += 1) writeFileSync(join(folder, `2026110${day}`), '');
    const before = readdirSync(folder);
    await expect(emit([ALL], folder, { threads, emit: { kind: 'folder', folder, overwrite: true } })).rejects.toThrow(
      /cannot write --emit .*a part of the path is not a folder/,
    );
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each([1, 2])('contains only complete objects after an interruption, with %i threads', async (threads) => {
    const folder = newFolder();
    const stopping = new AbortController();
    const report = await emit([ALL], folder, {
      threads,
      filters: [{ kind: 'filter', value: 'all' }],
      signal: stopping.signal,
      onProgress: ({ objects }) => {
        if (objects >= 3) stopping.abort();
      },
    });
    expect(report.partial).toBe(true);
    const written = filesBelow(folder);
    const { objects, lines } = report.jobs![0]!.emitted!;
    expect(written).toHaveLength(objects);
    expect(objects).toBeGreaterThanOrEqual(3);
    expect(objects).toBeLessThan(39);
    expect(linesBelow(folder)).toHaveLength(lines);
    const byTimes = new Map(
      storedObjects('all-requests').map(({ key, text }) => [key.slice(0, -'00000000.log.gz'.length), text]),
    );
    for (const name of written) {
      const text = gunzipSync(readFileSync(join(folder, name))).toString();
      expect(text).toBe(byTimes.get(name.slice(0, -'00000000.log.gz'.length)));
    }
  });
});

it('an invalid template is reported with its job before any source is read', async () => {
  const folder = newFolder();
  const job = jobFile('templated', { output_options: { record_template: '{{ if .A }}' } });
  const request = emit([ALL], folder, { filters: [{ kind: 'job', value: job }] });
  await expect(request).rejects.toThrow(/templated: cannot use the record_template: found \{\{ if \.A \}\}/);
  expect(existsSync(folder)).toBe(false);
});
