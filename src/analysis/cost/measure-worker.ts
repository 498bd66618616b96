// The entry of a thread that measures runs, started by measure-runs.ts: posts what it has measured.
import { parentPort, workerData } from 'node:worker_threads';
import { openDestination } from '../../input/destination/index.ts';
import { useCompiledKernel } from '../../input/kernel/index.ts';
import { type MeasuredRuns, type MeasureStart, measureHere } from './measure-runs.ts';

const { plan, locations, objects, kernel }: MeasureStart = workerData;
if (kernel !== undefined) useCompiledKernel(kernel);
const destinations = await Promise.all(locations.map((location) => openDestination(location)));
const runs = objects.flatMap(({ item: given, location, runs: own }) => {
  const item = { destination: destinations[location]!, ...given };
  return own.map((run) => ({ ...run, item }));
});
// The thread that asks ends this one when it is interrupted.
const found = await measureHere(runs, plan, new AbortController().signal);
parentPort!.postMessage(runs.map((run) => found.get(run)) satisfies MeasuredRuns);
