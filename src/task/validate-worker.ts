// The entry of a worker thread that reads a share of a validation's objects. Started by validate-threads.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { openDestination } from '../destination/index.ts';
import { useCompiledKernel } from '../kernel/index.ts';
import type { FromValidateWorker, ValidateWorkerStart } from './validate-message.ts';
import { readValidationShare } from './validate-share.ts';

/** Stored bytes between two messages on progress. */
const PROGRESS_BYTES = 256 * 1024;

const { plan, locations, items, kernel }: ValidateWorkerStart = workerData;
const port = parentPort!;
const stopping = new AbortController();
let untold = { bytes: 0, objects: 0, lines: 0 };

port.on('message', () => stopping.abort());
if (kernel !== undefined) useCompiledKernel(kernel);
await read();
port.close();

async function read(): Promise<void> {
  try {
    const destinations = await Promise.all(locations.map((location) => openDestination(location)));
    const share = items.map(({ location, ...item }) => ({ ...item, destination: destinations[location]! }));
    const result = await readValidationShare(share, plan, {
      signal: stopping.signal,
      onBytes: (bytes, lines) => {
        untold = { ...untold, bytes: untold.bytes + bytes, lines };
        if (untold.bytes >= PROGRESS_BYTES) tellProgress();
      },
      onObject: () => {
        untold.objects += 1;
      },
    });
    tellProgress();
    tell({ kind: 'done', result });
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    const { code, message, kind } = error;
    tell({ kind: 'failed', error: { code, message, kind } });
  }
}

function tellProgress(): void {
  tell({ kind: 'progress', ...untold });
  untold = { ...untold, bytes: 0, objects: 0 };
}

function tell(message: FromValidateWorker): void {
  port.postMessage(message);
}
