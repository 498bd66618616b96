// Measures parsing and compiling with tinybench: filters as JSON and as expressions, and lines into records.
import { Bench } from 'tinybench';
import { generateLines } from '../samples/generator/index.ts';
import { parseJson } from '../src/base/index.ts';
import { getDataset } from '../src/language/dataset/index.ts';
import { compileFilter, printFilterJson, readFilter } from '../src/language/filter/index.ts';
import { ERRORS } from './filters.ts';
import { keepRun, machineName } from './machine.ts';

/** Lines parsed by one run of a task. */
const LINES = 256;

/** Measures all and prints a table. */
export async function benchParse(): Promise<void> {
  const dataset = getDataset('http_requests');
  const { filter } = readFilter(ERRORS, dataset);
  if (filter === undefined) throw new Error('cannot bench: the filter is invalid');
  const json = printFilterJson(filter);
  const lines = [...generateLines({ seed: 3, count: LINES })];
  const tasks: Readonly<Record<string, { count: number; run: () => unknown }>> = {
    'filter, expression → tree': { count: 1, run: () => readFilter(ERRORS, dataset) },
    'filter, JSON → tree': { count: 1, run: () => readFilter(json, dataset) },
    'filter, tree → closures': { count: 1, run: () => compileFilter(filter, dataset) },
    'line → exact values': { count: LINES, run: () => lines.map((line) => parseJson(line)) },
    'line → JSON.parse': { count: LINES, run: () => lines.map((line) => JSON.parse(line)) },
  };
  const bench = new Bench({ time: 500, warmupTime: 200 });
  for (const [name, { run }] of Object.entries(tasks)) bench.add(name, run);
  await bench.run();
  const rows = bench.tasks.map(({ name, result }) => {
    if (result.state !== 'completed') throw new Error(`cannot bench ${name}: ${result.state}`);
    return { task: name, 'thousand/s': Math.round((tasks[name]!.count * 1000) / result.latency.p50 / 1000) };
  });
  console.log(`${machineName()}\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun('parse', { rows })}`);
}
