// One pass over lines: compares every figure of the report with a count by the naive evaluator, for any order of objects, any
// chunks, and any parts that it is merged from. Each report is created twice, with the kernel and without it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detail, JobReport, Report } from '../../../src/analysis/replay/index.ts';
import { parseJson, printJson, type Value } from '../../../src/base/index.ts';
import type { ObjectPass } from '../../../src/input/scan/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { type Filter, printFilterJson, readFilter } from '../../../src/language/filter/index.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveDecisive, naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const dataset = getDataset('http_requests');
const SAMPLES = 3;

interface ObjectText {
  name: string;
  text: string;
}

interface Options {
  detail?: Detail;
  chunk?: number;
  since?: bigint;
  until?: bigint;
}

/** A report of which everything was counted. */
type FullReport = Omit<Report, 'jobs'> & Required<Pick<Report, 'overlap' | 'fields'>> & { jobs: Required<JobReport>[] };

const { inflater } = await openKernel();
/** Bytes of a window: few, so that the kernel reads all lines but the first ones. */
const WINDOW_BYTES = 64;

function replayOf(objects: readonly ObjectText[], filters: readonly Filter[], options: Options = {}): FullReport {
  return passOver(objects, filters, options).report(objects.length) as FullReport;
}

/** Replays with the kernel and without it. */
function passOver(objects: readonly ObjectText[], filters: readonly Filter[], options: Options = {}): ReplayPass {
  const replay = replayBy(objects, filters, options, (reader, bytes) => {
    const size = options.chunk ?? (bytes.length || 1);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  });
  const scanned = replayBy(objects, filters, options, (reader, bytes) => {
    inflater.begin();
    let keepFrom: number | undefined;
    for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
      const window = inflater.plain(bytes.subarray(at, at + WINDOW_BYTES), keepFrom);
      reader.readWindow(window);
      keepFrom = window.keepFrom;
    }
  });
  expect(scanned.report()).toEqual(replay.report());
  return replay;
}

function replayBy(
  objects: readonly ObjectText[],
  filters: readonly Filter[],
  options: Options,
  feed: (reader: ObjectPass, bytes: Buffer) => void,
): ReplayPass {
  const replay = new ReplayPass({
    filters,
    range: {
      ...(options.since === undefined ? {} : { since: options.since }),
      ...(options.until === undefined ? {} : { until: options.until }),
    },
    samples: SAMPLES,
    detail: options.detail ?? 'full',
  });
  for (const { name, text } of objects) {
    const reader = replay.openObject(name);
    feed(reader, Buffer.from(text));
    reader.end();
    reader.close();
  }
  return replay;
}

const filtersArbitrary = fc.array(filterArbitrary, { maxLength: 3 });
const lineArbitrary = fc.oneof(
  { weight: 8, arbitrary: recordArbitrary.map((record) => printJson(record)) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '{"a":', '[1]', '{"a":1}\r') },
);
const objectsArbitrary = fc
  .array(fc.array(lineArbitrary, { maxLength: 8 }), { maxLength: 4 })
  .map((objects) =>
    objects.map((lines, index) => ({ name: `o/${index}.log`, text: lines.map((line) => `${line}\n`).join('') })),
  );

describe('the report', () => {
  it('counts verdicts as the naive evaluator does, and every line once', () => {
    fc.assert(
      fc.property(objectsArbitrary, filtersArbitrary, (objects, filters) => {
        const report = replayOf(objects, filters);
        const records = objects.flatMap(({ text }) => text.split('\n').flatMap(recordOf));
        expect(report.lines.read).toBe(records.length);
        for (const [index, filter] of filters.entries()) {
          const job = report.jobs[index]!;
          const verdicts = records.map((record) => naiveVerdict(printFilterJson(filter), record, dataset));
          expect([job.kept.lines, job.dropped.lines, job.undecided.lines]).toEqual(
            ['keep', 'drop', 'undecided'].map((wanted) => verdicts.filter((verdict) => verdict === wanted).length),
          );
          const json = printFilterJson(filter);
          const decisive = records.map((record) => naiveDecisive(json, record, dataset, 'unknown'));
          for (const [at, condition] of job.conditions.entries()) {
            expect(condition.true + condition.false + condition.unknown).toBe(records.length);
            expect([condition.soleBlocker, condition.soleKeeper]).toEqual(
              ['drop', 'keep'].map(
                (wanted) =>
                  verdicts.filter((verdict, line) => verdict === wanted && decisive[line]!.includes(at)).length,
              ),
            );
          }
          expect(job.samples.kept).toHaveLength(Math.min(SAMPLES, job.kept.lines));
        }
        const { read, outside, malformed, blank, bytes } = report.lines;
        expect(read + outside + malformed + blank).toBe(
          objects.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
        );
        expect(bytes).toBe(objects.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
        if (filters.length > 0) expect(report.overlap.reduce((sum, set) => sum + set.lines, 0)).toBe(read);
      }),
    );
  });

  it('is the same whatever the order of objects, the chunks and the parts', () => {
    fc.assert(
      fc.property(
        objectsArbitrary,
        filtersArbitrary,
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (objects, filters, cut, chunk) => {
          const report = replayOf(objects, filters);
          expect(replayOf([...objects].reverse(), filters)).toEqual(report);
          expect(replayOf(objects, filters, { chunk })).toEqual(report);
          const at = cut % (objects.length + 1);
          const [head, tail] = [passOver(objects.slice(0, at), filters), passOver(objects.slice(at), filters)];
          expect(head.report(objects.length, tail)).toEqual(report);
          expect(tail.report(objects.length, head)).toEqual(report);
        },
      ),
    );
  });

  it('says the same of totals with less detail', () => {
    fc.assert(
      fc.property(objectsArbitrary, filtersArbitrary, (objects, filters) => {
        const [full, ...less] = (['full', 'no-fields', 'counts'] as const).map((detail) =>
          replayOf(objects, filters, { detail }),
        );
        for (const report of less) {
          expect(report.lines).toEqual(full!.lines);
          expect(report.overlap).toEqual(full!.overlap);
          expect(report.fields).toBeUndefined();
          expect(
            (report.jobs ?? []).map(({ kept, dropped, undecided, samples }) => ({ kept, dropped, undecided, samples })),
          ).toEqual(
            (full!.jobs ?? []).map(({ kept, dropped, undecided, samples }) => ({ kept, dropped, undecided, samples })),
          );
        }
      }),
    );
  });
});

/** The record of a line, nothing where it is blank or no object. */
function recordOf(line: string): Map<string, Value>[] {
  if (line.trim() === '') return [];
  try {
    const value = parseJson(line.replace(/\r$/, ''));
    return value instanceof Map ? [value] : [];
  } catch {
    return [];
  }
}

const filterOf = (text: string): Filter => readFilter(text, dataset).filter!;
const lines = (...texts: string[]): ObjectText[] => [
  { name: 'a.log', text: texts.map((text) => `${text}\n`).join('') },
];

describe('figures by hand', () => {
  const input = lines(
    '{"EdgeResponseStatus":500,"ClientCountry":"de","BotTags":["google-bot"]}',
    '{"EdgeResponseStatus":200,"ClientCountry":"de","BotTags":[]}',
    '{"EdgeResponseStatus":"503","ClientCountry":null,"BotTags":["x"]}',
    '{"EdgeResponseStatus":500.0,"ClientCountry":"fr","BotTags":["x"]}',
    '{"ClientCountry":"DE", "ClientCountry" : "us","Extra":{"a":[1, 2]}}',
  );

  it('conditions, sole blockers, missing fields, nulls, mismatches', () => {
    const [job] = replayOf(input, [filterOf('EdgeResponseStatus >= 500 and ClientCountry == "de"')]).jobs;
    expect(job!.conditions).toMatchObject([
      { path: 'where.and[0]', true: 2, false: 1, unknown: 2, soleBlocker: 1, soleKeeper: 1 },
      ...[{ path: 'where.and[1]', text: 'ClientCountry == "de"', true: 2, false: 2, unknown: 1, soleBlocker: 0 }],
    ]);
    const [any] = replayOf(input, [filterOf('EdgeResponseStatus >= 500 or ClientCountry == "de"')]).jobs;
    expect(any!.conditions.map(({ soleBlocker, soleKeeper }) => [soleBlocker, soleKeeper])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(job).toMatchObject({
      kept: { lines: 1 },
      dropped: { lines: 3 },
      undecided: { lines: 1 },
      missingFields: [{ name: 'EdgeResponseStatus', lines: 1 }],
      nullFields: [{ name: 'ClientCountry', lines: 1 }],
      mismatches: [{ field: 'EdgeResponseStatus', lines: 1 }],
    });
  });

  it('fields: lines, empty values, bytes without whitespace, equal keys', () => {
    const { fields } = replayOf(input, []);
    expect(fields.map(({ name, lines, empty }) => [name, lines, empty])).toEqual([
      ['BotTags', 4, 1],
      ['ClientCountry', 5, 1],
      ['EdgeResponseStatus', 4, 0],
      ['Extra', 1, 0],
    ]);
    const bytesOf = (name: string) => fields.find((field) => field.name === name)?.bytes;
    expect(bytesOf('Extra')).toBe('"Extra":{"a":[1,2]},'.length);
    expect(bytesOf('ClientCountry')).toBe('"ClientCountry":"de",'.length * 6);
  });

  it('hints where a looser reading would have matched', () => {
    const filters = [filterOf('ClientCountry == "DE"'), filterOf('BotTags contains "google"')];
    const { jobs, examined } = replayOf(input, filters);
    expect(examined).toBe(5);
    expect(jobs[0]!.hints).toEqual([{ path: 'where', kind: 'differs-by-case', lines: 2 }]);
    expect(jobs[1]!.hints).toEqual([{ path: 'where', kind: 'part-of-element', lines: 1 }]);
  });

  it('a field of two conditions is missing once in a line', () => {
    const [job] = replayOf(lines('{}'), [filterOf('BotScore > 1 and BotScore < 30')]).jobs;
    expect(job!.missingFields).toEqual([{ name: 'BotScore', lines: 1 }]);
  });

  it('a job without a filter keeps every line', () => {
    const replay = new ReplayPass({ filters: [undefined] }).read('a', '{"RayID":"1"}\n{"RayID":"2"}');
    expect(replay.report().jobs?.[0]).toMatchObject({
      filter: null,
      kept: { lines: 2 },
      conditions: [],
    });
  });
});

describe('the time range tests each line by its own time', () => {
  const at = (text: string) => `{"EdgeStartTimestamp":${text}}`;
  it.each([
    ['rfc3339', at('"2026-11-02T00:00:00Z"'), 'read'],
    ['a moment before', at('"2026-11-01T23:59:59.999999999Z"'), 'outside'],
    ['nanoseconds', at('1793577600000000000'), 'read'],
    ['a nanosecond before', at('1793577599999999999'), 'outside'],
    ['seconds', at('1793577600'), 'read'],
    ['the end', at('"2026-11-03T00:00:00Z"'), 'outside'],
    ['no time', '{"RayID":"1"}', 'untimed'],
    ['no readable time', at('"2026-11-02 12:00:00"'), 'untimed'],
    ['null', at('null'), 'untimed'],
  ])('%s', (_, line, expected) => {
    const since = BigInt(Date.UTC(2026, 10, 2)) * 1_000_000n;
    const { lines: found } = replayOf(lines(line), [], { since, until: since + 86_400_000_000_000n });
    expect(found).toMatchObject({
      read: expected === 'outside' ? 0 : 1,
      outside: expected === 'outside' ? 1 : 0,
      untimed: expected === 'untimed' ? 1 : 0,
    });
  });
});

it('merges what was counted, and leaves out what was not', () => {
  const filters = [filterOf('BotScore < 30')];
  const objects = [0, 1].map((index) => ({ name: `${index}.log`, text: '{"BotScore":5}\n{"EdgeStartTimestamp":1}\n' }));
  for (const detail of ['full', 'no-fields', 'counts'] as const) {
    const options = { detail, since: 0n, until: 10_000_000_000n };
    const [a, b] = objects.map((object) => passOver([object], filters, options));
    expect(a!.report(2, b!)).toEqual(replayOf(objects, filters, options));
  }
  expect(replayOf(objects, filters, { detail: 'counts' }).jobs[0]).not.toHaveProperty('conditions');
  expect(replayOf(objects, [], {})).not.toHaveProperty('jobs');
});

describe('names that JavaScript objects have anyway', () => {
  it('as fields', () => {
    const { fields } = replayOf(lines('{"__proto__":1,"constructor":"a","toString":null}'), []);
    expect(fields.map(({ name, empty }) => [name, empty])).toEqual([
      ['__proto__', 0],
      ['constructor', 0],
      ['toString', 1],
    ]);
  });
});
