// The entry of a thread that measures runs, started by measure-runs.ts: asks for runs until there are no more, then posts what it has measured.
import { parentPort, workerData } from 'node:worker_threads';
import { openDestination } from '../../input/destination/index.ts';
import { useCompiledKernel } from '../../input/kernel/index.ts';
import { type FromMeasure, type MeasureStart, measureHere, type ToMeasure } from './measure-runs.ts';
import type { Run } from './plan-runs.ts';

const { plan, locations, kernel }: MeasureStart = workerData;
if (kernel !== undefined) useCompiledKernel(kernel);
const destinations = await Promise.all(locations.map((location) => openDestination(location)));
const port = parentPort!;
const post = (message: FromMeasure): void => port.postMessage(message);
const runs: Run[] = [];

async function next(): Promise<Run[]> {
  const answered = new Promise<ToMeasure>((resolve) => port.once('message', resolve));
  post('next');
  const more = (await answered).flatMap(({ item: given, location, runs: own }) => {
    const item = { destination: destinations[location]!, ...given };
    return own.map((run) => ({ ...run, item }));
  });
  runs.push(...more);
  return more;
}

// The thread that asks ends this one when it is interrupted.
const found = await measureHere(next, plan, new AbortController().signal);
post(runs.map((run) => found.get(run)));
