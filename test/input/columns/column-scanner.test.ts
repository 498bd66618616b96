// Answers from columns against the record reader: a part of a round of `npm run fuzz`, which tries the same for longer.
import { expect, it } from 'vitest';
import type { ScanRequest } from '../../../src/input/kernel/index.ts';
import type { ColumnObject } from '../../../src/input/scan/columns/column-scanner.ts';
import { ColumnScanner } from '../../../src/input/scan/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, DROP, KEEP, parseExpression } from '../../../src/language/filter/index.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { COLUMN_PROPERTIES, COLUMNS_SEEN, columnsOf } from '../../properties/columns/column-properties.ts';

it.each(COLUMN_PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 29, numRuns: randomRuns(runs) });
  expect(failed, message).toBe(false);
});

it('the runs have read rows', () => {
  expect(COLUMNS_SEEN.rows).toBeGreaterThan(coveredCases(5_000));
});

const DATASET = getDataset('http_requests');
const OBJECT = { name: 'o', hash: 1, maxLineBytes: 200, defersNoField: false };
const LONG_COOKIE = 'x'.repeat(8189);

interface DeferredCase {
  name: string;
  lines: readonly string[];
  /** Rows that the record reader must read. */
  deferred: readonly number[];
  request?: Partial<ScanRequest>;
  object?: Partial<ColumnObject>;
}

const DEFERRED: readonly DeferredCase[] = [
  { name: 'lines without columns', lines: ['', 'x', '[1]', '{"a":1,"a":2}', '{"a":1}'], deferred: [0, 1, 2, 3] },
  { name: 'longer than the limit', lines: [`{"a":"${'x'.repeat(191)}"}`, `{"a":"${'x'.repeat(192)}"}`], deferred: [1] },
  {
    name: 'without a field of the dataset, if an envelope may be around the line',
    lines: ['{"event":{"RayID":"1"}}', '{"RayID":"1"}', '{}'],
    deferred: [0, 2],
    object: { defersNoField: true },
  },
  { name: 'the same lines without envelopes', lines: ['{"event":{"RayID":"1"}}', '{}'], deferred: [] },
  {
    name: 'a key with an escape, if fields are counted',
    lines: [String.raw`{"\u0052ayID":"1"}`, '{"RayID":"1"}'],
    deferred: [0],
  },
  {
    name: 'the same without fields',
    lines: [String.raw`{"\u0052ayID":"1"}`],
    deferred: [],
    request: { detail: 'counts' },
  },
  {
    name: 'custom fields that may be truncated',
    lines: [`{"Cookies":{"a":"${LONG_COOKIE}"}}`, `{"RayID":"${LONG_COOKIE}"}`],
    deferred: [0],
    object: { maxLineBytes: 2 ** 20 },
  },
  {
    name: 'the same without fields of custom fields',
    lines: [`{"Cookies":{"a":"${LONG_COOKIE}"}}`],
    deferred: [],
    request: { detail: 'no-fields' },
    object: { maxLineBytes: 2 ** 20 },
  },
  {
    name: 'times beyond 64 bits, if times are needed',
    lines: [
      '{"EdgeStartTimestamp":"2263-01-01T00:00:00Z"}',
      '{"EdgeStartTimestamp":"1600-01-01T00:00:00Z"}',
      '{"EdgeStartTimestamp":"x"}',
    ],
    deferred: [0, 1],
    request: { hourlyJobs: 0 },
  },
];

it.each(DEFERRED)('defers $deferred: $name', ({ lines, deferred, request, object }) => {
  const body = lines.map((text) => `${text}\n`).join('');
  const found: number[] = [];
  let read = 0;
  const scanner = new ColumnScanner(
    { dataset: DATASET, filters: [], range: {}, detail: 'full', examinedHeadBytes: 0, examinedOneIn: 64, ...request },
    ({ lines: counted }) => {
      read += counted.read;
    },
    false,
  );
  scanner.begin({ ...OBJECT, ...object });
  for (const run of columnsOf([{ name: 'o', body, offset: 0 }], 1000)[0]!) {
    const counted = scanner.read(run, (row, isSampled) => {
      found.push(row);
      return isSampled;
    });
    expect(counted).toBe(lines.length - deferred.length);
  }
  scanner.flush();
  expect({ found, read }).toEqual({ found: deferred, read: lines.length - deferred.length });
});

it('hints are counted, not deferred', () => {
  const filter = compileFilter(parseExpression('ClientRequestHost == "Shop"'), DATASET);
  const found: unknown[] = [];
  const scanner = new ColumnScanner(
    {
      dataset: DATASET,
      filters: [filter],
      range: {},
      detail: 'no-fields',
      examinedHeadBytes: 100,
      examinedOneIn: 2 ** 32,
    },
    ({ examined, jobs }) => found.push({ examined, hints: jobs[0]!.hints }),
    false,
  );
  scanner.begin(OBJECT);
  const body = '{"ClientRequestHost":"shop"}\n'.repeat(5);
  for (const run of columnsOf([{ name: 'o', body, offset: 0 }], 1000)[0]!) scanner.read(run, () => true);
  scanner.flush();
  expect(found).toEqual([{ examined: 4, hints: [{ 'differs-by-case': 4, 'part-of-element': 0 }] }]);
});

it('samples are deferred until the limit falls, and counted', () => {
  const deferred: number[] = [];
  let kept = 0;
  const scanner = new ColumnScanner(
    { dataset: DATASET, filters: [undefined], range: {}, detail: 'counts', examinedHeadBytes: 0, examinedOneIn: 64 },
    ({ jobs }) => {
      kept += jobs[0]!.kept.lines;
    },
    false,
  );
  scanner.begin(OBJECT);
  scanner.setSampleLimit(0, KEEP, 2 ** 32);
  scanner.setSampleLimit(0, DROP, 2 ** 32);
  for (const run of columnsOf([{ name: 'o', body: '{"RayID":"1"}\n'.repeat(9), offset: 0 }], 1000)[0]!) {
    scanner.read(run, (row, isSampled) => {
      expect(scanner.verdictOf(0)).toBe(KEEP);
      deferred.push(row);
      if (deferred.length === 3) scanner.setSampleLimit(0, KEEP, 0);
      return isSampled;
    });
  }
  scanner.flush();
  expect({ deferred, kept }).toEqual({ deferred: [0, 1, 2], kept: 9 });
});

it('without the counts of single objects, those of many are handed over at once', () => {
  const handed = (isByObject: boolean): number => {
    let times = 0;
    const scanner = new ColumnScanner(
      { dataset: DATASET, filters: [undefined], range: {}, detail: 'full', examinedHeadBytes: 0, examinedOneIn: 64 },
      () => {
        times += 1;
      },
      isByObject,
    );
    const objects = ['a', 'b', 'c'].map((name) => ({ name, body: '{"RayID":"1"}\n', offset: 0 }));
    for (const runs of columnsOf(objects, 1000)) {
      scanner.begin(OBJECT);
      for (const run of runs) scanner.read(run, () => true);
      scanner.end();
    }
    scanner.flush();
    return times;
  };
  expect([handed(false), handed(true)]).toEqual([1, 4]);
});
