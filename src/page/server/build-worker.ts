// The entry of the thread that reads the sources of the page into an index, while another one answers over what is there.
import { parentPort, workerData } from 'node:worker_threads';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { indexLogs } from '../../verbs/index-logs/index-logs.ts';
import type { BuildStart, FromBuild } from './open-page.ts';

const request: BuildStart = workerData;
const post = (message: FromBuild): void => parentPort!.postMessage(message);

try {
  const { changes, objects } = await indexLogs({
    ...request,
    onListing: ({ warnings }) => post({ kind: 'listed', warnings }),
  });
  const [first, ...others] = changes!.lost;
  const more = others.length === 0 ? '' : `, and ${printPlural(others.length, 'more object')}`;
  const lost = first === undefined ? undefined : `cannot read all of ${first.object}${more}: ${first.message}`;
  const waiting = objects.waiting === 0 ? undefined : `${printPlural(objects.waiting, 'object')} could not be read`;
  post({ kind: 'done', failure: lost ?? waiting });
} catch (error) {
  const { code, message } = error instanceof HeadgateError ? error : { code: 'unexpected', message: String(error) };
  post({ kind: 'failed', code, message });
}
