// Measures inflating alone, on one thread, with the stored bytes in memory: the kernel next to Node's two functions, on
// the same generated logs. The sides alternate in every round; reports medians of plain bytes per second.
import { readFileSync } from 'node:fs';
import { createGunzip, gunzipSync } from 'node:zlib';
import { createInflater, loadKernel } from '../src/input/kernel/index.ts';
import { generateLogs } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';
import { median } from './timed-command.ts';

/** Stored bytes passed at a time, and size of Node's output buffers. */
const CHUNK_BYTES = 256 * 1024;
/** Above this, one buffer for all plain bytes may exceed the memory of the machine. */
const MAX_SYNC_BYTES = 500_000_000;

/** Inflates all stored bytes. @returns the number of plain bytes */
type Inflate = (stored: Buffer) => number | Promise<number>;

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchInflate(bytes: number, rounds: number): Promise<void> {
  const logs = await generateLogs(bytes);
  const stored = readFileSync(logs.gzip);
  const sides: Readonly<Record<string, Inflate>> = {
    kernel: await kernelSide(),
    createGunzip: streamed,
    ...(logs.bytes <= MAX_SYNC_BYTES && { gunzipSync: (all: Buffer) => gunzipSync(all).length }),
  };
  const runs = new Map(Object.keys(sides).map((name): [string, number[]] => [name, []]));
  // The first round does not count: it compiles code and allocates memory.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, inflate] of Object.entries(sides)) {
      const start = performance.now();
      const plainBytes = await inflate(stored);
      const seconds = (performance.now() - start) / 1000;
      if (plainBytes !== logs.bytes)
        throw new Error(`cannot bench ${name}: found ${plainBytes} plain bytes, expected ${logs.bytes}`);
      if (round > 0) runs.get(name)!.push(logs.bytes / 1e6 / seconds);
    }
  }
  const rows = [...runs].map(([name, list]) => ({ inflater: name, 'MB/s': Math.round(median(list)) }));
  const ratio = (logs.bytes / stored.length).toFixed(1);
  console.log(`${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of plain lines, ratio ${ratio}, one thread\n`);
  console.table(rows);
  const raw = Object.fromEntries(runs);
  console.log(
    `raw runs: ${keepRun(`inflate-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, ratio, runs: raw })}`,
  );
}

async function kernelSide(): Promise<Inflate> {
  const kernel = await loadKernel();
  if (kernel === undefined)
    throw new Error('cannot bench the kernel: found no kernel, expected one; unset HEADGATE_KERNEL');
  const inflater = createInflater(kernel);
  return (stored) => {
    inflater.begin();
    let bytes = 0;
    for (let at = 0; at < stored.length; at += CHUNK_BYTES) {
      inflater.write(stored.subarray(at, at + CHUNK_BYTES));
      for (let step = inflater.next(); step.kind === 'output'; step = inflater.next()) bytes += step.bytes.length;
    }
    return inflater.end().kind === 'whole' ? bytes : -1;
  };
}

async function streamed(stored: Buffer): Promise<number> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(stored);
  let bytes = 0;
  for await (const chunk of gunzip) bytes += chunk.length;
  return bytes;
}
