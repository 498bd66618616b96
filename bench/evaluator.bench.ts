// Measures the evaluator alone on parsed records: each operator, and a filter with three conditions.
import { Bench } from 'tinybench';
import { generateLines } from '../samples/generator/index.ts';
import { parseJson, type Value } from '../src/base/index.ts';
import { getDataset } from '../src/language/dataset/index.ts';
import { compileFilter, readFilter } from '../src/language/filter/index.ts';
import { ERRORS } from './filters.ts';
import { keepRun, machineName } from './machine.ts';

/** Records evaluated by one run of a task: enough to even out cache lines, few enough to fit the cache. */
const RECORDS = 256;

/** Name of the expression in the targets. */
export const THREE_CONDITIONS = 'three conditions';

const EXPRESSIONS: Readonly<Record<string, string>> = {
  'eq string': 'ClientRequestHost == "shop.example.com"',
  'eq int': 'EdgeResponseStatus == 503',
  'geq int': 'EdgeResponseStatus >= 500',
  startsWith: 'starts_with(ClientRequestPath, "/static")',
  endsWith: 'ends_with(ClientRequestPath, ".css")',
  'contains string': 'ClientRequestPath contains "checkout"',
  'contains array': 'SecurityActions contains "block"',
  'in strings': 'ClientCountry in {"de" "at" "ch" "fr"}',
  'in ints': 'EdgeResponseStatus in {500 502 503 504}',
  'geq timestamp': 'EdgeStartTimestamp >= "2026-11-02T18:00:00Z"',
  [THREE_CONDITIONS]: ERRORS,
};

/** Measures records per second of all expressions or of some. @returns millions of records per second */
export async function measureEvaluator(names = Object.keys(EXPRESSIONS)): Promise<Map<string, number>> {
  const dataset = getDataset('http_requests');
  const records = [...generateLines({ seed: 3, count: RECORDS })].map((line) => parseJson(line) as Map<string, Value>);
  const bench = new Bench({ time: 500, warmupTime: 200 });
  for (const name of names) {
    const { filter } = readFilter(EXPRESSIONS[name] ?? '', dataset);
    if (filter === undefined) throw new Error(`cannot bench ${name}: the filter is invalid`);
    const { verdict } = compileFilter(filter, dataset);
    let kept = 0;
    bench.add(name, () => {
      for (const record of records) kept += verdict(record);
      return kept;
    });
  }
  await bench.run();
  return new Map(
    bench.tasks.map(({ name, result }) => {
      if (result.state !== 'completed') throw new Error(`cannot bench ${name}: ${result.state}`);
      return [name, RECORDS / (result.latency.p50 / 1000) / 1e6];
    }),
  );
}

/** Measures all and prints a table. */
export async function benchEvaluator(): Promise<void> {
  const rates = await measureEvaluator();
  const rows = [...rates].map(([operator, rate]) => ({ operator, 'million records/s': Number(rate.toFixed(1)) }));
  console.log(`${machineName()}\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun('evaluator', { rows })}`);
}
