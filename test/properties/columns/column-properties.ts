// Properties of answers from columns: for any filters, any lines, and any split into parts, they are those of the record reader.
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { askSelected, queryOf } from '../../../src/analysis/query/index.ts';
import type { QueryPass } from '../../../src/analysis/query/query-pass.ts';
import { createPass } from '../../../src/analysis/query/run-query.ts';
import { askReplay } from '../../../src/analysis/replay/index.ts';
import type { TimeRange } from '../../../src/base/index.ts';
import { ColumnBuilder, type RowRun, withhold } from '../../../src/input/columns/index.ts';
import { readerOptionsOf } from '../../../src/input/objects/reader-options.ts';
import { createRecordReader, type RecordReaderOptions } from '../../../src/input/record/index.ts';
import { eventTimeOf, getDataset } from '../../../src/language/dataset/index.ts';
import { parseExpression, parseFilterJson, selectionOf } from '../../../src/language/filter/index.ts';
import { resolveForm } from '../../../src/verbs/request/logs-request.ts';
import { ENVELOPES } from '../../cases/record/envelopes.ts';
import { ARBITRARY_FIELDS } from '../../helpers/filter/arbitraries.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';
import { anyAggregates } from '../any-aggregates.ts';
import { bodyOf, line } from '../kernel/hostile-lines.ts';
import { type Property, propertyOf } from '../kernel/property.ts';
import { replayCase } from '../kernel/sharp-filters.ts';

const dataset = getDataset('http_requests');

/** One object. Its bytes are latin1 texts: counterexamples are readable. */
interface ObjectText {
  name: string;
  body: string;
  offset: number;
}

/** What the properties have read so far: proves that rows are counted. */
export const COLUMNS_SEEN: { rows: number; deferred: number } = { rows: 0, deferred: 0 };

/** Returns the columns of objects, in parts of a number of rows. */
export function columnsOf(objects: readonly ObjectText[], partRows: number): RowRun[][] {
  const builder = new ColumnBuilder();
  /** Rows whose part is not full yet, by object. */
  let open: { object: number; from: number; to: number }[] = [];
  const ranges: RowRun[][] = objects.map(() => []);
  const take = (): void => {
    const part = builder.take();
    for (const { object, from, to } of open) ranges[object]!.push({ part, from, to });
    open = [];
  };
  for (const [object, { body, offset }] of objects.entries()) {
    const bytes = Buffer.from(body, 'latin1');
    let next = offset;
    const add = (size: number, row: () => void): void => {
      if (builder.rows >= partRows) take();
      if (open.at(-1)?.object !== object) open.push({ object, from: builder.rows, to: builder.rows });
      row();
      open.at(-1)!.to = builder.rows;
      next += size;
    };
    const addWhole = (size: number): void =>
      add(size, () => builder.addWhole(bytes.subarray(next - offset, next - offset + size), next));
    const reader = createRecordReader(
      { input: 'ndjson', offset },
      {
        record: (record) => {
          const time = eventTimeOf(dataset, record.get(dataset.eventTime.field));
          add(record.bytes, () => builder.add(record, time));
        },
        blank: addWhole,
        malformed: (found) => addWhole(found.bytes),
        remark: () => {},
      },
    );
    reader.push(bytes);
    reader.end();
  }
  take();
  return ranges;
}

/** How objects are read. */
interface Reading {
  objects: readonly ObjectText[];
  /** Rows of a part. */
  partRows: number;
  hasEnvelopes: boolean;
  maxLineBytes: number | undefined;
}

function optionsOf({ hasEnvelopes, maxLineBytes }: Reading): RecordReaderOptions {
  const { envelope } = readerOptionsOf({ outputOptions: undefined }, dataset, resolveForm());
  return { input: 'ndjson', ...(hasEnvelopes && { envelope }), ...(maxLineBytes !== undefined && { maxLineBytes }) };
}

/** @throws if answers differ, or the lines that were counted */
function expectSameAnswers(create: () => QueryPass, reading: Reading): void {
  const { objects, partRows } = reading;
  const [wanted, found] = [create(), create()];
  const ranges = columnsOf(objects, partRows);
  const options = optionsOf(reading);
  for (const [index, { name, body, offset }] of objects.entries()) {
    const byBytes = wanted.openObject(name, { ...options, offset });
    byBytes.push(Buffer.from(body, 'latin1'));
    const byRows = found.openObject(name, options);
    if (byRows.canReadColumns !== true) throw new Error('cannot read columns');
    for (const range of ranges[index]!) {
      byRows.readColumns!(range);
      COLUMNS_SEEN.rows += range.to - range.from;
    }
    for (const object of [byBytes, byRows]) {
      object.end();
      object.close();
    }
    expectSame({ linesRead: byRows.linesRead }, { linesRead: byBytes.linesRead });
    expectSame({ lineCount: found.lineCount }, { lineCount: wanted.lineCount });
  }
  expectSame(found.state(), wanted.state());
  // Taking the answers changes none.
  expectSame(found.state(), wanted.state());
}

function expectSame(found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`columns give other answers:\n${differences(found, wanted, '').join('\n')}`);
}

/** Returns one line for each difference. */
function differences(found: unknown, wanted: unknown, path: string): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null) {
    return [`  ${path}: found ${inspect(found)}, expected ${inspect(wanted)}`];
  }
  const [inner, outer] = [found, wanted] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(inner!), ...Object.keys(outer!)])];
  return keys.flatMap((key) => differences(inner![key], outer![key], `${path}.${key}`));
}

/** Wraps the latin1 text of a line, which need not be valid. */
const wrappedLine = fc
  .tuple(line, fc.constantFrom('plain', 'plain', ...ENVELOPES.map(({ path }) => path), 'BotScore'))
  .map(([text, key]) => (key === 'plain' ? text : `{"k":"v","${key}":${text}}`));
const wrappedBody = fc.array(wrappedLine, { maxLength: 8 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

/** Objects that may have the same name, as parts of a file have. */
function objectsOf(body: fc.Arbitrary<string>): fc.Arbitrary<ObjectText[]> {
  return fc.array(
    fc.record({
      name: fc.constantFrom('o/1', 'o/2', 's3://logs/20261101/a.log.gz'),
      body,
      // The head that is examined for hints, its end, and offsets with a high half.
      offset: fc.constantFrom(1, 2, 65_400, 65_536, 65_537, 2 ** 31 - 50, 5 * 2 ** 32 + 7),
    }),
    { maxLength: 4 },
  );
}

function readings(body: fc.Arbitrary<string>): fc.Arbitrary<Reading> {
  return fc.record({
    objects: objectsOf(body),
    partRows: fc.constantFrom(1, 2, 5, 1000),
    hasEnvelopes: fc.boolean(),
    maxLineBytes: fc.constantFrom(undefined, undefined, undefined, 40),
  });
}

const replays = propertyOf(
  'answers from columns: reports of any lines',
  400,
  fc.record({ one: replayCase, reading: readings(bodyOf(10)) }),
  ({ one, reading }) => expectSameAnswers(() => replayOf(one).pass, reading),
);

const envelopes = propertyOf(
  'answers from columns: reports of lines in envelopes',
  100,
  fc.record({ one: replayCase, reading: readings(wrappedBody) }),
  ({ one, reading }) => expectSameAnswers(() => replayOf(one).pass, reading),
);

const aggregates = propertyOf(
  'answers from columns: any aggregates',
  400,
  fc.record({
    asked: anyAggregates,
    nullAs: fc.constantFrom('unknown' as const, 'zero' as const),
    reading: readings(bodyOf(10)),
    range: fc.constantFrom<TimeRange>({}, {}, { since: 0n }, { until: 1_793_527_200_000_000_000n }),
  }),
  ({ asked, nullAs, range, reading }) => {
    const query = queryOf(asked);
    expectSameAnswers(() => createPass({ datasetName: dataset.name, query, nullAs, range }), reading);
  },
);

function replayOf({
  selected = [],
  ...options
}: typeof replayCase extends fc.Arbitrary<infer Case> ? Case : never): ReplayPass {
  return new ReplayPass({
    ...options,
    selected: selected.map(({ filter, ...sizes }) => askSelected(selectionOf(filter), sizes)),
  });
}

/** Custom fields around the size at which they may have been truncated. */
const cutLine = fc
  .tuple(
    fc.constantFrom('Cookies', 'RequestHeaders', 'ResponseHeaders'),
    fc.integer({ min: 8170, max: 8200 }),
    fc.constantFrom('x', '\\n', '\xc3\xa9'),
    line,
  )
  .map(([key, bytes, part, more]) => {
    const own = `"${key}":{"a":"${part.repeat(bytes / (part === 'x' ? 1 : 2))}"}`;
    return more.startsWith('{"') ? `{${own},${more.slice(1)}` : `{${own}}`;
  });

const cut = propertyOf(
  'answers from columns: reports of custom fields that may be truncated',
  30,
  fc.record({
    one: replayCase,
    reading: readings(fc.array(cutLine, { maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`)),
  }),
  ({ one, reading }) => expectSameAnswers(() => replayOf(one).pass, reading),
);

/** Many rows of few values, so that rows share their classes. */
const seconds = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((hour) => hour * 3600),
  fc.integer({ min: -9_300_000_000, max: 9_300_000_000 }),
);
const timedLine = fc
  .tuple(
    fc.oneof(
      seconds.map(String),
      seconds.map((time) => `${time}000000000`),
      seconds.map((time) => JSON.stringify(new Date(time * 1000))),
    ),
    line,
  )
  .map(([time, more]) =>
    more.startsWith('{"') ? `{"EdgeStartTimestamp":${time},${more.slice(1)}` : `{"EdgeStartTimestamp":${time}}`,
  );
const hours = propertyOf(
  'answers from columns: lines of many hours, in and outside a range',
  100,
  fc.record({
    one: replayCase,
    reading: readings(fc.array(timedLine, { maxLength: 10 }).map((lines) => `${lines.join('\n')}\n`)),
    since: fc.option(seconds, { nil: undefined }),
    until: fc.option(seconds, { nil: undefined }),
  }),
  ({ one, reading, since, until }) => {
    const instantOf = (time: number): bigint => BigInt(time) * 1_000_000_000n;
    const range = {
      ...(since !== undefined && { since: instantOf(since) }),
      ...(until !== undefined && { until: instantOf(until) }),
    };
    expectSameAnswers(() => replayOf({ ...one, range }).pass, reading);
  },
);

/** Numbers and texts of many lines, which are tested together where that is possible. */
const distinct = propertyOf(
  'answers from columns: many distinct values, in order or not',
  30,
  fc.record({
    count: fc.integer({ min: 1, max: 900 }),
    step: fc.constantFrom(1, 7, 211, 7919),
    // Around the numbers at which the unit of a time changes, and at which floating-point numbers lose digits.
    first: fc.constantFrom(
      0,
      1,
      95,
      99_000,
      2 ** 53 - 99,
      1_793_527_200_000_000_000,
      99_999_999_900,
      99_999_999_999_900,
    ),
    odd: fc.constantFrom(
      ...['null', '"7"', '1.5', '-3', '01', 'true', '""', '["ray-1"]', undefined],
      ...[String.raw`"ray-1\u0031"`, String.raw`"\u0072ray-1"`, String.raw`"ray-1\""`],
    ),
    oddAt: fc.nat({ max: 1200 }),
    condition: fc.tuple(
      fc.constantFrom('EdgeResponseBytes', 'EdgeStartTimestamp'),
      fc.constantFrom('lt', 'leq', 'gt', 'geq', 'eq', '!eq'),
    ),
    text: fc.tuple(
      fc.constantFrom('eq', 'contains', 'startsWith', 'endsWith', '!contains', '!eq'),
      fc.constantFrom('ray-11', '1', 'y-5', '"', 'é', '', 'ray'),
    ),
    place: fc.nat({ max: 1200 }),
    isShuffled: fc.boolean(),
    partRows: fc.constantFrom(100, 600, 1000),
  }),
  ({ count, step, first, odd, oddAt, condition, text, place, isShuffled, partRows }) => {
    const lines = Array.from({ length: count }, (_, index) => {
      const number = BigInt(first) + BigInt((isShuffled ? (index * 611) % 1009 : index) * step);
      if (index === oddAt % (count + 1) && odd === undefined) return '{"EdgeResponseStatus":200}';
      const [bytes, ray] = index === oddAt % (count + 1) ? [odd, odd] : [number, `"ray-${number}"`];
      return `{"EdgeResponseBytes":${bytes},"EdgeStartTimestamp":${bytes},"RayID":${ray}}`;
    });
    const filters = [
      { key: condition[0], operator: condition[1], value: first + place * step },
      { key: 'RayID', operator: text[0], value: text[1] },
    ].map((where) => parseFilterJson(JSON.stringify({ where }), dataset));
    const one = { filters, nullAs: 'unknown', range: {}, samples: 1, detail: 'no-fields' } as const;
    const body = Buffer.from(`${lines.join('\n')}\n`).toString('latin1');
    const reading = {
      objects: [{ name: 'o', body, offset: 1 }],
      partRows,
      hasEnvelopes: false,
      maxLineBytes: undefined,
    };
    expectSameAnswers(() => replayOf(one).pass, reading);
  },
);

const country = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom('"de"', '"fr"', '"us"', '"at"', '"dk"') },
  fc.constantFrom('null', '7', undefined),
);
const countryCondition = fc
  .record({
    operator: fc.constantFrom('eq', '!eq', 'contains', '!contains', 'startsWith', '!startsWith', 'in', '!in'),
    text: fc.constantFrom('de', 'd', 'a', 'zz', 'zz', 'us'),
  })
  .map(({ operator, text }) => ({
    key: 'ClientCountry',
    operator,
    value: operator.endsWith('in') ? [text, 'fr'] : text,
  }));

/** Several conditions on one field: its values have the same class if all of them have the same outcome, which may be that of every value. */
const shared = propertyOf(
  'answers from columns: several conditions on one field of few values',
  300,
  fc.record({
    // Most parts have two or three values: a condition is then often true, or false, of all.
    lines: fc
      .uniqueArray(country, { minLength: 1, maxLength: 4 })
      .chain((values) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 20 })),
    conditions: fc.array(countryCondition, { minLength: 1, maxLength: 5 }),
    join: fc.constantFrom('and', 'or'),
    detail: fc.constantFrom('no-fields' as const, 'counts' as const),
    partRows: fc.constantFrom(4, 1000),
  }),
  ({ lines, conditions, join, detail, partRows }) => {
    const body = lines.map((one) => (one === undefined ? '{"BotScore":1}\n' : `{"ClientCountry":${one}}\n`)).join('');
    const filters = [parseFilterJson(JSON.stringify({ where: { [join]: conditions } }), dataset)];
    const one = { filters, nullAs: 'unknown', range: {}, samples: 0, detail } as const;
    const reading = {
      objects: [{ name: 'o', body, offset: 1 }],
      partRows,
      hasEnvelopes: false,
      maxLineBytes: undefined,
    };
    expectSameAnswers(() => replayOf(one).pass, reading);
  },
);

/** Fields with values: one that a filter tests, and the event time. */
const KEPT = ['EdgeResponseStatus', 'EdgeStartTimestamp'];
/** Without the values of some fields, which no filter tests: all figures are those of the lines, but marks of custom fields that were cut. */
const withheld = propertyOf(
  'answers from columns: figures of fields whose values are left out',
  200,
  fc.record({
    lines: fc.array(fc.oneof({ weight: 9, arbitrary: line }, cutLine), { minLength: 1, maxLength: 6 }),
    // Of the last line, too.
    lineEnds: fc.constantFrom(['\n', '\n'], ['\n', ''], ['\r\n', '\r\n'], ['\r\n', '\r'], ['\n', '']),
    names: fc.subarray([...ARBITRARY_FIELDS.filter((name) => !KEPT.includes(name)), 'Cookies', 'a'], { minLength: 1 }),
    samples: fc.constantFrom(0, 3),
  }),
  ({ lines, lineEnds: [between, after], names, samples }) => {
    const body = Buffer.from(`${lines.join(between)}${after}`, 'latin1');
    const builder = new ColumnBuilder(false);
    let isInColumns = true;
    const leave = (): void => {
      isInColumns = false;
    };
    const reader = createRecordReader(
      { input: 'ndjson' },
      {
        record: (record) => {
          isInColumns &&= builder.add(record, eventTimeOf(dataset, record.get(dataset.eventTime.field)));
        },
        ...{ blank: leave, malformed: leave, remark: leave },
      },
    );
    reader.push(body);
    reader.end();
    // Such an object is not in columns.
    if (!isInColumns) return;
    const part = withhold(builder.take(), names);
    const filters = [{ name: 'f', reading: { filter: parseExpression(`${KEPT[0]} < 300`) } }];
    const { aggregates } = askReplay({ dataset: dataset.name, samples, detail: 'full', filters });
    const query = queryOf(aggregates);
    const figuresOf = (read: (object: ReturnType<QueryPass['openObject']>) => void): unknown => {
      const pass = createPass({ datasetName: dataset.name, query, nullAs: 'unknown', range: {} });
      const object = pass.openObject('o', { input: 'ndjson' });
      read(object);
      object.end();
      object.close();
      const { answers } = pass.state();
      return answers.map((answer, index) => (aggregates[index]!.kind === 'sample' ? null : withoutCuts(answer)));
    };
    expectSame(
      figuresOf((object) => object.readColumns!({ part, from: 0, to: part.rows })),
      figuresOf((object) => object.push(body)),
    );
  },
);

function withoutCuts(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (key === 'truncated' ? undefined : value)));
}

export const COLUMN_PROPERTIES: readonly Property[] = [
  ...[replays, aggregates, envelopes, hours, cut, distinct, shared, withheld],
];
