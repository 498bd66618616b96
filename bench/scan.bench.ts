// Measures scanning alone, on one thread, with the plain bytes in memory: the kernel at each level of detail, and the
// JavaScript record reader that defines its results. The sides alternate in every round; reports medians.
import { readFileSync } from 'node:fs';
import {
  anotherKernel,
  createColumnBuilder,
  createInflater,
  createScanner,
  type Kernel,
  type LineScanner,
  loadKernel,
  type ScanRequest,
} from '../src/input/kernel/index.ts';
import { createRecordReader, MAX_LINE_BYTES } from '../src/input/record/index.ts';
import { getDataset } from '../src/language/dataset/index.ts';
import { type CompiledFilter, compileFilter, readFilter } from '../src/language/filter/index.ts';
import { ERRORS } from './filters.ts';
import { generateLogs } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';
import { median } from './timed-command.ts';

/** Bytes passed at a time, as when reading files. */
const CHUNK_BYTES = 512 * 1024;

/** Scans all lines. @returns the number of deferred lines */
type Scan = (lines: Buffer) => number;

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchScan(bytes: number, rounds: number): Promise<void> {
  const logs = await generateLogs(bytes);
  const lines = readFileSync(logs.plain);
  const kernel = await loadKernel();
  if (kernel === undefined)
    throw new Error('cannot bench the kernel: found no kernel, expected one; unset HEADGATE_KERNEL');
  const dataset = getDataset('http_requests');
  const filter = compileFilter(readFilter(ERRORS, dataset).filter!, dataset);
  const sides: Readonly<Record<string, Scan>> = {
    'kernel, no filter, counts': kernelSide(kernel, 'counts', []),
    'kernel, counts': kernelSide(kernel, 'counts', [filter]),
    'kernel, no-fields': kernelSide(kernel, 'no-fields', [filter]),
    'kernel, full': kernelSide(kernel, 'full', [filter]),
    'kernel, full, by hour': kernelSide(kernel, 'full', [filter], 1),
    'kernel, columns of an index': columnsSide(kernel),
    'records in JavaScript, verdicts alone': (all) => {
      const ignore = (): void => {};
      const sink = { record: filter.verdict, blank: ignore, malformed: ignore, remark: ignore };
      const reader = createRecordReader({ input: 'ndjson' }, sink);
      for (let at = 0; at < all.length; at += CHUNK_BYTES) reader.push(all.subarray(at, at + CHUNK_BYTES));
      reader.end();
      return 0;
    },
  };
  const runs = new Map(Object.keys(sides).map((name): [string, number[]] => [name, []]));
  const deferred = new Map<string, number>();
  // The first round does not count: it compiles code.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, scan] of Object.entries(sides)) {
      const start = performance.now();
      deferred.set(name, scan(lines));
      const seconds = (performance.now() - start) / 1000;
      if (round > 0) runs.get(name)!.push(lines.length / 1e6 / seconds);
    }
  }
  const rows = [...runs].map(([name, list]) => ({
    scan: name,
    'MB/s': Math.round(median(list)),
    'lines deferred': deferred.get(name),
  }));
  console.log(`${machineName()}\n${(lines.length / 1e6).toFixed(0)} MB of plain lines, one thread\n`);
  console.table(rows);
  const raw = Object.fromEntries(runs);
  console.log(`raw runs: ${keepRun(`scan-${Math.round(lines.length / 1e6)}mb`, { bytes: lines.length, runs: raw })}`);
}

function kernelSide(
  kernel: Kernel,
  detail: ScanRequest['detail'],
  filters: readonly CompiledFilter[],
  hourlyJobs?: number,
): Scan {
  const dataset = getDataset('http_requests');
  const setJobs = detail === 'full' ? filters.length : 0;
  const request = { dataset, filters, range: {}, detail, hourlyJobs, setJobs, examinedHeadBytes: 0, examinedOneIn: 64 };
  const scanner = createScanner(kernel, request);
  if (scanner === undefined)
    throw new Error('cannot bench the kernel: found a filter that it does not support, expected one that it does');
  return linesInto(kernel, scanner, () => scanner.takeCounts());
}

/** Builds columns in a kernel of their own, and takes them. */
function columnsSide(kernel: Kernel): Scan {
  const request = { dataset: getDataset('http_requests'), onFull: () => builder.take() };
  const builder = createColumnBuilder(anotherKernel()!, request)!;
  return linesInto(kernel, builder.scannerOf(kernel), () => builder.take());
}

function linesInto(kernel: Kernel, scanner: LineScanner, take: () => unknown): Scan {
  const inflater = createInflater(kernel);
  return (all) => {
    inflater.begin();
    scanner.begin(1, MAX_LINE_BYTES, true);
    let deferred = 0;
    let offset = 0;
    let keepFrom: number | undefined;
    for (let at = 0; at < all.length; at += CHUNK_BYTES) {
      const window = inflater.plain(all.subarray(at, at + CHUNK_BYTES), keepFrom);
      keepFrom = window.keptFrom;
      for (;;) {
        const line = scanner.read(keepFrom, window.end, offset);
        const to = line?.end ?? scanner.readUpTo;
        offset += to - keepFrom;
        keepFrom = to;
        if (line === undefined) break;
        deferred += 1;
      }
    }
    take();
    return deferred;
  };
}
