// Measures queries over columns in this thread, once they are in memory: counts, full reports, ten filters, and 100 random filters one after
// another. Times are those of 480,000 lines, and of 2 million for the random filters. Prints medians and percentiles; stores the raw runs.
import { createReadStream } from 'node:fs';
import { queryOf } from '../src/analysis/query/index.ts';
import { createPass } from '../src/analysis/query/run-query.ts';
import { askReplay, type Detail } from '../src/analysis/replay/index.ts';
import { createRandom } from '../src/base/index.ts';
import { ColumnBuilder, type ColumnRows, NO_TIME, type RowRun, textAt } from '../src/input/columns/index.ts';
import { compileKernelOnce } from '../src/input/kernel/index.ts';
import { createRecordReader } from '../src/input/record/index.ts';
import { eventTimeOf, getDataset } from '../src/language/dataset/index.ts';
import { parseExpression } from '../src/language/filter/index.ts';
import { ERRORS, PAGES, TEN } from './filters.ts';
import { generateLogs } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';

const LINES = 480_000;
const RANDOM_LINES = 2_000_000;
const RANDOM_FILTERS = 100;
const MAX_CONDITIONS = 4;
/** Of a text that a random condition searches. */
const SEARCHED = 6;
const US_PER_MS = 1000;
const DATASET = getDataset('http_requests');

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchColumns(bytes: number, rounds: number): Promise<void> {
  const logs = await generateLogs(bytes);
  // The first query starts compiling the kernel and does not wait: a loop that never yields would measure the slow path alone.
  await compileKernelOnce();
  const runs = await columnsOf(logs.plain);
  const lines = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB, ${lines} lines in ${runs.length} parts; processor time, medians of ${rounds} rounds, ms for ${LINES} lines\n`,
  );
  const raw: Record<string, number[]> = {};
  const timed = (name: string, filters: readonly string[], detail: Detail, samples = 0): number => {
    const times = Array.from({ length: rounds + 1 }, () => timeOf(runs, filters, detail, samples));
    raw[name] = times.slice(1);
    return (percentile(raw[name], 0.5) / lines) * LINES;
  };
  const [count, full, oneCount, one] = [
    timed('count of three conditions', [PAGES], 'counts'),
    timed('full report', [PAGES], 'full', 5),
    timed('one filter, counts', [ERRORS], 'counts'),
    timed('one filter, full', [ERRORS], 'full'),
  ];
  const [tenCount, ten] = [timed('ten filters, counts', TEN, 'counts'), timed('ten filters, full', TEN, 'full')];
  const random = randomFilters(runs[0]!.part);
  raw['random filters'] = random.map((filter) => timeOf(runs, [filter], 'counts', 0));
  const slowest = (percentile(raw['random filters'], 0.95) / lines) * RANDOM_LINES;
  console.table([
    { work: 'count of three conditions', ms: count.toFixed(1), target: '≤ 7' },
    { work: 'full report', ms: full.toFixed(1), target: '≤ 78' },
    { work: 'ten filters, counts', ms: tenCount.toFixed(1), target: `≤ ${(3 * oneCount).toFixed(1)}` },
    { work: 'ten filters, full', ms: ten.toFixed(1), target: `≤ ${(3 * one).toFixed(1)}` },
    { work: '100 random filters, p95 of 2 million lines', ms: slowest.toFixed(1), target: '≤ 30' },
  ]);
  console.log(
    `raw runs: ${keepRun(`columns-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, lines, runs: raw })}`,
  );
}

/** Returns milliseconds of processor time. */
function timeOf(runs: readonly RowRun[], texts: readonly string[], detail: Detail, samples: number): number {
  const started = process.cpuUsage();
  const filters = texts.map((text, index) => ({
    name: `job-${index}`,
    reading: { filter: parseExpression(text) },
  }));
  const { aggregates } = askReplay({ dataset: DATASET.name, samples, detail, filters });
  const pass = createPass({ datasetName: DATASET.name, query: queryOf(aggregates), nullAs: 'unknown', range: {} });
  const object = pass.openObject('logs', { input: 'ndjson' });
  for (const run of runs) object.readColumns!(run);
  object.end();
  object.close();
  pass.state();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / US_PER_MS;
}

async function columnsOf(path: string): Promise<RowRun[]> {
  const builder = new ColumnBuilder();
  const runs: RowRun[] = [];
  const take = (): void => {
    const part = builder.take();
    runs.push({ part, from: 0, to: part.rows });
  };
  const reader = createRecordReader(
    { input: 'ndjson' },
    {
      record: (record) => {
        if (builder.isFull) take();
        builder.add(record, eventTimeOf(DATASET, record.get(DATASET.eventTime.field)) ?? NO_TIME);
      },
      blank: () => {},
      malformed: () => {},
      remark: () => {},
    },
  );
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) reader.push(chunk as Buffer);
  reader.end();
  take();
  return runs;
}

/** Filters over random fields, operators that their types accept, and values of the lines. The same ones each time. */
function randomFilters(part: ColumnRows): string[] {
  const random = createRandom(RANDOM_FILTERS);
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const names = [...part.fields.keys()].filter((name) => DATASET.fields.has(name));
  const condition = (): string | undefined => {
    const name = oneOf(names);
    const column = part.fields.get(name)!;
    const text = Buffer.from(textAt(column, 1 + random(column.texts.ends.length))).toString();
    const { type } = DATASET.fields.get(name)!;
    if (type === 'string' && text.length > SEARCHED)
      return random(2) === 0
        ? `${name} == ${text}`
        : `${name} contains ${JSON.stringify(JSON.parse(text).slice(0, SEARCHED))}`;
    if (type === 'int') return `${name} ${oneOf(['==', '<', '>=', '!='])} ${text}`;
    if (type === 'timestamp') return `${name} ${oneOf(['<', '>='])} ${text}`;
    return type === 'bool' ? `${name} == ${text}` : undefined;
  };
  const filters: string[] = [];
  while (filters.length < RANDOM_FILTERS) {
    const conditions = Array.from({ length: 1 + random(MAX_CONDITIONS) }, condition).filter((one) => one !== undefined);
    const filter = conditions.join(oneOf([' and ', ' or ']));
    if (isValid(filter)) filters.push(filter);
  }
  return filters;
}

function isValid(filter: string): boolean {
  try {
    timeOf([], [filter], 'counts', 0);
    return true;
  } catch {
    return false;
  }
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
}
