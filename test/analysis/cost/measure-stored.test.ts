// Stored sizes: exact ones are those of the files of --emit, estimated ones contain them, and neither threads nor order change them.
// `npm run bench -- stored-size` states how often intervals contain the size.
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exactly } from '../../../src/analysis/cost/index.ts';
import { measureRuns } from '../../../src/analysis/cost/measure-runs.ts';
import type { Run } from '../../../src/analysis/cost/plan-runs.ts';
import type { Destination } from '../../../src/input/destination/index.ts';
import { listSources } from '../../../src/input/sources/sources.ts';
import { replay } from '../../../src/verbs/index.ts';
import { resolveLogs } from '../../../src/verbs/request/logs-request.ts';
import { DRAWN, EXACT, MEASURED_FILTERS, measureFolder } from '../../helpers/cost/stored-sizes.ts';
import type { Random } from '../../helpers/seeded-random.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';
import { SOURCE_KINDS, writeSource } from '../../properties/skewed-sources.ts';

// Draws depend on the names of objects: a relative folder has the same names, and so the same draws, in every run.
const root = 'node_modules/.cache/headgate/stored-sizes';
rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
const JOB = { filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}' };

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

describe('a small source is compressed completely', () => {
  it.each([
    ['unchanged lines', {}],
    ['some fields', { field_names: ['RayID', 'EdgeResponseStatus'] }],
    ['a sample', { sample_rate: 0.3 }],
    ['CSV with a header', { output_type: 'csv', field_names: ['RayID', 'ClientRequestURI'], batch_prefix: 'a,b\n' }],
    ['the CVE rewrite', { 'CVE-2021-44228': true, timestamp_format: 'rfc3339' }],
  ])('%s: the bytes of --emit', async (name, outputOptions) => {
    const emit = join(root, name);
    const job = join(root, `${name}.json`);
    const file = { name: 'job', dataset: 'http_requests', ...JOB, output_options: outputOptions };
    writeFileSync(job, JSON.stringify(file));
    const report = await replay(
      replayRequest({
        sources: ['samples/logs/errors-and-threats/20261103'],
        jobs: [job],
        stored: true,
        emit: { kind: 'folder', folder: emit, overwrite: false },
      }),
    );
    const { covered, stored, jobs } = report.cost!;
    const emitted = report.jobs![0]!.emitted!;
    const perDay = 24 / covered.hours;
    expect(stored).toMatchObject({ exact: true });
    for (const figure of ['bytes', 'lines', 'stored'] as const) {
      const { value, low, high } = jobs[0]!.perDay[figure]!;
      const written = figure === 'stored' ? sizeOf(emit) : emitted[figure];
      // The platform may select other lines than the hash: those of a sample are estimated.
      if (!('sample_rate' in outputOptions)) expect(value / perDay).toBeCloseTo(written, 3);
      expect(low / perDay - 1e-3).toBeLessThanOrEqual(written);
      expect(high / perDay + 1e-3).toBeGreaterThanOrEqual(written);
    }
  });
});

/** Is not aborted. */
const NEVER = new AbortController().signal;
const RECORDS = Array.from({ length: 40 }, (_, index) =>
  JSON.stringify({
    RayID: `ray ${index}`,
    EdgeStartTimestamp: `2026-11-01T0${index % 9}:01:00Z`,
    EdgeResponseStatus: 200 + (index % 4) * 100,
  }),
);
const LINES = RECORDS.map((record) => `${record}\n`).join('');

it('a source is small by the bytes of its lines, whatever filters keep of them', async () => {
  const folder = join(root, 'small');
  mkdirSync(folder);
  writeFileSync(join(folder, 'lines.log'), LINES);
  const [exact, drawn] = await measureFolder(folder, [
    { ...EXACT, exactBytes: LINES.length },
    { ...EXACT, exactBytes: LINES.length - 1 },
  ]);
  expect([exact, drawn].map((sizes) => sizes?.sampling.exact)).toEqual([true, false]);
});

describe('objects of any form: the bytes of --emit', () => {
  it.each([
    ['lines', LINES],
    ['no line end at the end', LINES.slice(0, -1)],
    ['CR before LF', RECORDS.map((record) => `${record}\r\n`).join('')],
    ['white space around records', RECORDS.map((record) => ` ${record}\t\n`).join('')],
    ['white space before one record', LINES.replace('\n{', '\n {')],
    ['white space after the last record', `${LINES.slice(0, -1)} `],
    ['a blank line', LINES.replace('\n', '\n\n')],
    ['a blank line at the beginning', `\n${LINES}`],
    ['a byte order mark', `\uFEFF${LINES}`],
    ['a line that is invalid JSON', LINES.replace('"RayID"', '"RayID')],
    ['a line that is invalid JSON between braces', LINES.replace('"ray 3"', 'ray')],
    ['an array', `[${RECORDS.join(',')}]`],
    ['CSV', `RayID,EdgeStartTimestamp,EdgeResponseStatus\nray 1,2026-11-01T00:01:00Z,500\n`],
    ['records in a document', `{"items":[${RECORDS.join(',')}]}`],
  ])('%s', async (name, text) => {
    const folder = join(root, `form ${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, '20261101T000000Z_20261101T091000Z_1.log.gz'), gzipSync(text));
    writeFileSync(join(folder, '20261101T000000Z_20261101T091000Z_2.log'), text);
    for (const range of [{}, { since: 0n }]) {
      const emit = join(root, `emitted ${name}`, range.since === undefined ? 'all' : 'range');
      const report = await replay(
        replayRequest({
          sources: [folder],
          filters: ['all', 'EdgeResponseStatus >= 500'],
          ...{ range, stored: true, emit: { kind: 'folder', folder: emit, overwrite: false } },
        }),
      );
      const { covered, jobs, all } = report.cost!;
      const sizes = [all, ...jobs].map(({ perDay }) => (perDay.stored!.value * covered.hours) / 24);
      const emitted = ['all', 'all', 'filter-1'].map((job) => sizeOf(join(emit, job)));
      for (const [index, size] of sizes.entries()) expect(size).toBeCloseTo(emitted[index]!, 3);
    }
  });
});

/** A quarter of the lines, for the time of the tests. */
const SMALLER = SOURCE_KINDS.map((kind) => ({
  ...kind,
  sizes: (random: Random) => kind.sizes(random).map((lines) => Math.ceil(lines / 4)),
}));
/** The kinds on which estimates are hardest; the bench has all of them. */
const HARD = [2, 5, 6, 7].map((index) => SMALLER[index]!);

it.each(HARD)('the interval contains the size of all: $name', async (kind) => {
  const folder = join(root, kind.name);
  writeSource(folder, kind, 3);
  const [exact, drawn] = await measureFolder(folder, [EXACT, DRAWN]);
  expect(drawn!.sampling.exact).toBe(false);
  for (const [index, estimated] of [drawn!.all, ...drawn!.jobs].entries()) {
    const truth = [exact!.all, ...exact!.jobs][index]!;
    for (const figure of ['lines', 'bytes', 'stored'] as const) {
      expect(estimated![figure].low).toBeLessThanOrEqual(truth[figure].value);
      expect(estimated![figure].high).toBeGreaterThanOrEqual(truth[figure].value);
    }
  }
});

it.each(HARD)('does not depend on the filters beside it: $name', async ({ name }) => {
  const folder = join(root, name);
  const [together] = await measureFolder(folder, [DRAWN]);
  for (const [index, filter] of MEASURED_FILTERS.entries()) {
    const [alone] = await measureFolder(folder, [DRAWN], 1, [filter]);
    expect([alone!.all, alone!.jobs[0]]).toEqual([together!.all, together!.jobs[index]]);
  }
});

it.each([6, 7])('threads do not change it: %i', async (kind) => {
  const folder = join(root, SOURCE_KINDS[kind]!.name);
  const [alone] = await measureFolder(folder, [DRAWN], 1);
  const [together] = await measureFolder(folder, [DRAWN], 2);
  expect(together).toEqual(alone);
});

it('threads do not change what is measured of sparse lines of large objects', async () => {
  const folder = join(root, 'sparse');
  mkdirSync(folder);
  for (let file = 0; file < 4; file += 1) {
    const line = (number: number) =>
      `{"EdgeResponseStatus":${number % 200 === file ? 500 : 200},"RayID":"${(number * 7919).toString(16)}","ClientRequestURI":"/${'a'.repeat(100)}"}\n`;
    writeFileSync(join(folder, `${file}.log`), Array.from({ length: 8000 }, (_, number) => line(number)).join(''));
  }
  const [alone] = await measureFolder(folder, [DRAWN], 1);
  const [together] = await measureFolder(folder, [DRAWN], 3);
  expect(together).toEqual(alone);
});

describe('other threads measure while this one waits for its first object', () => {
  const OBJECTS = 6;
  const folder = join(root, 'shared');
  mkdirSync(folder);
  for (let file = 1; file <= OBJECTS; file += 1)
    writeFileSync(join(folder, `${file}.log.gz`), gzipSync(LINES.repeat(file)));

  /** Measures all objects, or the few lines of a sparse output. @param note receives each thread; this one waits until `go` is called */
  async function measured(isSparse: boolean, note: (worker: Worker, go: () => void) => void, signal = NEVER) {
    const { objects } = await listSources(resolveLogs({ sources: [folder] }), []);
    const held = Promise.withResolvers<void>();
    const runs = Array.from(objects, (item): Run => {
      const destination: Destination = {
        location: item.destination.location,
        list: (range) => item.destination.list(range),
        async *open(object) {
          await held.promise;
          yield* item.destination.open(object);
        },
      };
      return { item: { ...item, destination }, block: undefined, outputs: new Set([0]) };
    });
    const listen = (worker: Worker): void => note(worker, held.resolve);
    const selection = isSparse ? '{"where":{"key":"RayID","operator":"eq","value":"ray 7"}}' : 'every';
    process.on('worker', listen);
    const found = await measureRuns(
      runs,
      {
        ...{ datasetName: 'http_requests', range: {}, nullAs: 'unknown', lines: [{ selection, options: undefined }] },
        reading: { input: 'auto', records: undefined, columns: undefined },
        ...{ sparse: new Set(isSparse ? [0] : []), isSelective: isSparse },
      },
      { threads: 3, bytesPerThread: 0, signal },
    );
    process.off('worker', listen);
    return runs.map((run) => found.get(run)?.get(0)?.keptLines);
  }

  it.each([
    ['all lines', false, 40],
    ['sparse lines', true, 1],
  ])('%s', async (_, isSparse, lines) => {
    let byThreads = 0;
    const found = await measured(isSparse, (worker, go) => {
      worker.on('message', (message) => {
        if (message === 'next') return;
        byThreads += message.filter(Boolean).length;
        go();
      });
    });
    expect(found).toEqual([1, 2, 3, 4, 5, 6].map((times) => times * lines));
    expect(byThreads).toBeGreaterThan(0);
  });

  it.each([
    ['do not start', (worker: Worker) => void worker.terminate()],
    ['end when they have objects', (worker: Worker) => void worker.once('message', () => worker.terminate())],
  ])('threads that %s: their objects are measured nevertheless', async (_, end) => {
    const found = await measured(false, (worker, go) => {
      end(worker);
      worker.on('exit', go);
    });
    expect(found).toEqual([1, 2, 3, 4, 5, 6].map((times) => times * 40));
  });

  it('an abort ends the threads', async () => {
    const aborting = new AbortController();
    const exits: Promise<unknown>[] = [];
    await measured(
      false,
      (worker, go) => {
        exits.push(once(worker, 'exit'));
        worker.once('message', () => {
          aborting.abort();
          go();
        });
      },
      aborting.signal,
    );
    expect(await Promise.all(exits)).toHaveLength(2);
  });
});

it('a few kept lines of a large source are measured exactly', async () => {
  const folder = join(root, 'five lines');
  writeSource(folder, { ...SMALLER[0]!, errors: (object, place) => (object < 5 && place === 0 ? 1 : 0) }, 9);
  const [exact, drawn] = await measureFolder(folder, [EXACT, DRAWN]);
  expect(exact!.jobs[1]!.lines.value).toBe(5);
  expect(drawn!.jobs[1]!.stored.value).toBeCloseTo(exact!.jobs[1]!.stored.value, 6);
});

it('without stored sizes, rates remain', async () => {
  const report = await replay(
    replayRequest({ sources: ['samples/logs/errors-and-threats'], filters: ['all'], stored: false }),
  );
  expect(report.cost).toMatchObject({ stored: null, jobs: [{ perMonth: { stored: null } }] });
});

it('an object that has changed since it was counted is not measured', async () => {
  const folder = join(root, 'changed');
  mkdirSync(folder);
  const path = join(folder, '20261101T000000Z_20261101T001000Z_1.log.gz');
  const line = '{"EdgeStartTimestamp":"2026-11-01T00:01:00Z","EdgeResponseStatus":500}\n';
  writeFileSync(path, gzipSync(line.repeat(20)));
  let isRead = false;
  const report = await replay(
    replayRequest({
      sources: [folder],
      filters: ['all'],
      stored: true,
      onProgress: ({ objects }) => {
        if (objects === 1 && !isRead) writeFileSync(path, gzipSync(line.repeat(10)));
        isRead ||= objects === 1;
      },
    }),
  );
  expect(report.cost!.all.perDay).toMatchObject({ stored: null });
});

it.each([1, 2, 16])('%i kept lines of large objects are measured exactly', async (kept) => {
  const folder = join(root, `few lines ${kept}`);
  const ofObject = [Math.ceil(kept / 2), Math.floor(kept / 2)];
  const errors = (object: number, place: number): number =>
    Math.round(place * 3000) < ofObject[object]! * 9 && Math.round(place * 3000) % 9 === 0 ? 1 : 0;
  writeSource(folder, { name: 'large', sizes: () => [3000, 3000], errors, noise: () => 0.9 }, 4);
  const [exact, drawn] = await measureFolder(folder, [EXACT, DRAWN]);
  for (const { jobs } of [exact!, drawn!]) {
    expect(jobs[1]!.lines).toEqual(exactly(kept));
    expect(jobs[1]!.stored).toEqual(exact!.jobs[1]!.stored);
  }
});

it('an empty record of a template leaves the other sizes as they are', async () => {
  const job = join(root, 'empty.json');
  const options = {
    record_template: '',
    record_prefix: '',
    record_suffix: '',
    field_names: ['NoSuchField'],
    output_type: 'csv',
  };
  writeFileSync(job, JSON.stringify({ name: 'empty', dataset: 'http_requests', ...JOB, output_options: options }));
  const sources = ['samples/logs/errors-and-threats'];
  const [alone, beside] = await Promise.all(
    [[], [job]].map((jobs) => replay(replayRequest({ sources, filters: ['all'], jobs, stored: true }))),
  );
  expect(beside!.cost!.all).toEqual(alone!.cost!.all);
});

it('an abort while sizes are measured makes the report partial', async () => {
  const stopping = new AbortController();
  const sources = ['samples/logs/errors-and-threats'];
  const all = await replay(replayRequest({ sources, filters: ['all'] }));
  const report = await replay(
    replayRequest({
      ...{ sources, filters: ['all'], stored: true, signal: stopping.signal },
      onProgress: ({ objects }) => {
        if (objects === all.source.objects) setImmediate(() => stopping.abort());
      },
    }),
  );
  expect(report).toMatchObject({ partial: true });
  expect(report.cost).toBeUndefined();
});
