// A draw is the same whether the kernel reads the lines and defers those that may be drawn, or JavaScript reads all lines.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  createLineSpace,
  DrawnLines,
  type SampleFigures,
  SamplePass,
  TimeBuckets,
  type TimeSpan,
} from '../../../src/analysis/sample/index.ts';
import { type Instant, NS_PER_MS, NS_PER_SECOND, printInstant } from '../../../src/base/index.ts';
import { KernelScanners, type ObjectPass } from '../../../src/input/scan/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  compileFilter,
  DROP,
  KEEP,
  parseExpression,
  UNDECIDED,
  type Verdict,
} from '../../../src/language/filter/index.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const { inflater } = await openKernel();
/** Bytes of a window: few, so that the kernel reads all lines but the first ones. */
const WINDOW_BYTES = 200;
const SEED = 5;

interface ObjectText {
  name: string;
  text: string;
  span: TimeSpan;
}

interface Sampling {
  datasetName: string;
  filter: string | undefined;
  nullAs: 'unknown' | 'zero';
  verdict: Verdict;
  wanted: number;
  time: TimeSpan;
  range?: { since: Instant };
  /** What lines are drawn evenly over. @default time */
  spread?: 'time' | 'all' | 'object';
}

type Feed = (reader: ObjectPass, bytes: Buffer) => void;

const throughKernel: Feed = (reader, bytes) => {
  inflater.begin();
  let keepFrom: number | undefined;
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    const window = inflater.plain(bytes.subarray(at, at + WINDOW_BYTES), keepFrom);
    reader.readWindow(window);
    keepFrom = window.keepFrom;
  }
};

function sampled(objects: readonly ObjectText[], sampling: Sampling, feed: Feed): SampleFigures {
  const { datasetName, filter, nullAs, verdict, wanted, time, range = {}, spread = 'time' } = sampling;
  const dataset = getDataset(datasetName);
  const pass = new SamplePass({
    ...{ dataset, nullAs, range, seed: SEED, wanted, verdict },
    filter: filter === undefined ? undefined : compileFilter(parseExpression(filter), dataset, { nullAs }),
    strata:
      spread !== 'time'
        ? spread
        : {
            buckets: new TimeBuckets(time, wanted),
            spanOf: (name) => objects.find((object) => object.name === name)!.span,
          },
  });
  for (const { name, text } of objects) {
    const reader = pass.openObject(name, { input: 'ndjson' });
    feed(reader, Buffer.from(text));
    reader.end();
    reader.close();
  }
  return pass.toFigures();
}

function drawn({ candidates }: SampleFigures, wanted: number): object[] {
  return [...new DrawnLines(candidates, { wanted, seed: SEED }, { space: createLineSpace(''), close: () => {} })];
}

function expectSame(objects: readonly ObjectText[], sampling: Sampling): void {
  const wanted = sampled(objects, sampling, (reader, bytes) => reader.push(bytes));
  const found = sampled(objects, sampling, throughKernel);
  expect(drawn(found, sampling.wanted)).toEqual(drawn(wanted, sampling.wanted));
  expect({ ...found, candidates: undefined }).toEqual({ ...wanted, candidates: undefined });
}

const SINCE = 1_793_491_200_000_000_000n;
/** Buckets of it begin between two nanoseconds, or two milliseconds. */
const TIME = { since: SINCE, until: SINCE + 7_001_000_003n };

/** Times around those at which buckets begin, and further off than any object says. */
const INSTANTS = (wanted: number): fc.Arbitrary<Instant> =>
  fc
    .tuple(fc.integer({ min: -1, max: wanted + 1 }), fc.constantFrom(-NS_PER_MS, -1n, 0n, 1n, NS_PER_MS))
    .map(([bucket, off]) => SINCE + (BigInt(bucket) * (TIME.until - SINCE)) / BigInt(wanted) + off);

const ODD_TIMES = fc.constantFrom(
  undefined,
  ...['null', '""', '"soon"', 'true', '{}', '[1]', '0', '-7', '1.5', '1.793491203e18', '99999999999999999999'],
  ...['"2026-11-01T02:00:03+02:00"', '"2026-11-01T00:00:03.5Z"', '"1793491203"', '1793491203', '1793491203500'],
);

const timestamps = (wanted: number): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 6, arbitrary: INSTANTS(wanted).map(String) },
    { weight: 1, arbitrary: INSTANTS(wanted).map((instant) => `"${printInstant(instant)}"`) },
    { weight: 1, arbitrary: ODD_TIMES },
  );

const milliseconds = (wanted: number): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 6, arbitrary: INSTANTS(wanted).map((instant) => String(instant / NS_PER_MS)) },
    { weight: 1, arbitrary: INSTANTS(wanted).map((instant) => `"${printInstant(instant)}"`) },
    { weight: 1, arbitrary: ODD_TIMES },
  );

const KINDS = [
  {
    datasetName: 'http_requests',
    field: 'EdgeStartTimestamp',
    number: 'EdgeResponseStatus',
    text: 'ClientCountry',
    times: timestamps,
  },
  {
    datasetName: 'workers_trace_events',
    field: 'EventTimestampMs',
    number: 'WallTimeMs',
    text: 'Outcome',
    times: milliseconds,
  },
];

describe.each(KINDS)('$datasetName: the kernel draws the same lines', ({ datasetName, field, number, text, times }) => {
  const filters = [
    undefined,
    `${number} >= 2`,
    `${number} >= 1 and ${text} == "a"`,
    `${number} >= 2 or ${text} == "a"`,
    `${number} >= 2 and (${text} == "a" or ${number} == 3)`,
  ];
  const line = (wanted: number): fc.Arbitrary<string> =>
    fc
      .tuple(
        times(wanted),
        fc.constantFrom('0', '1', '2', '3', 'null', undefined),
        fc.constantFrom('"a"', '"b"', undefined),
      )
      .map((values) => {
        const fields = [field, number, text].flatMap((key, index) =>
          values[index] === undefined ? [] : [`"${key}":${values[index]}`],
        );
        return `{${fields.join(',')}}\n`;
      });
  const sampling = fc.integer({ min: 1, max: 12 }).chain((wanted) =>
    fc.record({
      wanted: fc.constant(wanted),
      filter: fc.constantFrom(...filters),
      nullAs: fc.constantFrom('unknown' as const, 'zero' as const),
      verdict: fc.constantFrom(KEEP, DROP, UNDECIDED),
      isLate: fc.boolean(),
      isInOrder: fc.boolean(),
      spread: fc.oneof({ weight: 2, arbitrary: fc.constant('time' as const) }, fc.constantFrom('all', 'object')),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      // More lines than buckets, so that the buckets fill up and the kernel has different limits to apply.
      texts: fc.array(fc.array(line(wanted), { minLength: 20, maxLength: 120 }), { minLength: 1, maxLength: 4 }),
      from: fc.integer({ min: 0, max: wanted }),
    }),
  );

  it('whatever the times, the filter and the verdict', () => {
    fc.assert(
      fc.property(sampling, ({ texts, from, isLate, isInOrder, lineEnd, ...one }) => {
        const narrow = { since: SINCE + BigInt(from) * (NS_PER_SECOND / 2n), until: TIME.until - NS_PER_SECOND };
        const objects = texts.map((lines, index) => ({
          name: `${index}.log`,
          text: (isInOrder ? lines.toSorted() : lines).join('').replaceAll('\n', lineEnd),
          span: index % 2 === 1 && narrow.since < narrow.until ? narrow : TIME,
        }));
        const range = isLate ? { range: { since: SINCE + NS_PER_SECOND } } : {};
        expectSame(objects, { ...one, ...range, datasetName, time: TIME });
      }),
      { numRuns: randomRuns(150) },
    );
  });

  it.each<[string, TimeSpan]>([
    // A number below 10^14 in a filter would be milliseconds or seconds, and null read as zero is among them.
    ['around 1970', { since: -NS_PER_SECOND, until: NS_PER_SECOND }],
    ['beyond what 64 bits hold', { since: SINCE, until: 2n ** 65n }],
  ])('%s', (_, time) => {
    // The second object meets a bucket that is full, and all others empty.
    const others = ['null', '-1', '1', '500', '-500', '"1969-12-31T23:59:59.5Z"', '"1970-01-01T00:00:00.5Z"'];
    const objects = [['0', '1793491200'], others].map((values, number) => ({
      name: String(number),
      text: Array.from({ length: 300 }, (_, index) => `{"${field}":${values[index % values.length]}}\n`).join(''),
      span: time,
    }));
    for (const nullAs of ['unknown', 'zero'] as const) {
      expectSame(objects, { datasetName, filter: undefined, nullAs, verdict: KEEP, wanted: 9, time });
    }
  });
});

describe('the record reader reads few lines', () => {
  const LINES = 8000;
  const time = { since: SINCE, until: SINCE + 86_400n * NS_PER_SECOND };
  /** In the order of their times; the last third of the day has none. */
  const text = Array.from({ length: LINES }, (_, index) => {
    const at = SINCE + (BigInt(index) * 57_600n * NS_PER_SECOND) / BigInt(LINES);
    return `{"EdgeStartTimestamp":${at},"EdgeResponseStatus":${200 + (index % 4) * 100}}\n`;
  }).join('');

  it.each<[string, string | undefined, Verdict]>([
    ['of all', undefined, KEEP],
    ['that a filter keeps', 'EdgeResponseStatus >= 400', KEEP],
    ['that a filter drops', 'EdgeResponseStatus == 500 or EdgeResponseStatus == 200', DROP],
  ])('of an object of a whole day: lines %s', (_, filter, verdict) => {
    const read = vi.spyOn(KernelScanners.prototype, 'countDeferred');
    const objects = [{ name: 'day.log', text, span: time }];
    const sampling = { datasetName: 'http_requests', filter, nullAs: 'unknown', verdict, wanted: 24, time } as const;
    let calls = 0;
    try {
      sampled(objects, sampling, throughKernel);
      calls = read.mock.calls.length;
    } finally {
      // Files of this folder share a process.
      read.mockRestore();
    }
    // Those of the first window: the kernel decides the others, although all of them may be drawn as long as a bucket is empty.
    expect(calls).toBeLessThan(LINES / 100);
    expectSame(objects, sampling);
  });
});
