// The entry of a thread that measures runs, started by measure-runs.ts: posts that it waits for runs, then what it has measured of each message.
import { parentPort, workerData } from 'node:worker_threads';
import { openDestination } from '../../input/destination/index.ts';
import { useCompiledKernel } from '../../input/kernel/index.ts';
import { type GivenObject, type MeasuredRuns, type MeasureStart, measureHere } from './measure-runs.ts';

const { plan, locations, kernel }: MeasureStart = workerData;
if (kernel !== undefined) useCompiledKernel(kernel);
const destinations = await Promise.all(locations.map((location) => openDestination(location)));
const post = (figures: MeasuredRuns): void => parentPort!.postMessage(figures);
parentPort!.on('message', async (objects: readonly GivenObject[]) => {
  const runs = objects.flatMap(({ item: given, location, runs: own }) => {
    const item = { destination: destinations[location]!, ...given };
    return own.map((run) => ({ ...run, item }));
  });
  // The thread that asks ends this one when it is interrupted.
  const found = await measureHere(runs, plan, new AbortController().signal);
  post(runs.map((run) => found.get(run)));
});
post([]);
