// The management API as a process of its own, with jobs and a ruleset in a state file: for api.bench.ts. Prints one line
// of JSON with its address, then one for each line of its standard input:
// its memory in bytes and the processor time that it has used, in seconds.
import { createInterface } from 'node:readline';
import { BASE_PATH, createApi, createRequestListener } from '../src/sandbox/api/create-api.ts';
import { listenLocally } from '../src/sandbox/local-server.ts';
import { openState } from '../src/sandbox/state/state.ts';

const [file, jobs] = process.argv.slice(2);
const started = performance.now();
const state = openState({ file });
const app = createApi({
  state,
  maxJobs: Number(jobs),
  // The time of a destination is not that of the API.
  openWriter: async (conf) => ({
    identity: conf,
    display: 'bench',
    needsProof: false,
    put: async () => 'key',
    close: () => {},
  }),
  buckets: { ownName: 'bench', change: async (store) => store(), isEmpty: async () => true },
  onFault: (error) => {
    throw error;
  },
});
const server = await listenLocally(0);
server.handle(createRequestListener(app));
const readyMs = performance.now() - started;
const { zoneId, token } = state.identity;
console.log(JSON.stringify({ url: `${server.origin}${BASE_PATH}/zones/${zoneId}`, token, readyMs }));
createInterface({ input: process.stdin })
  .on('line', () => {
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ rss: process.memoryUsage().rss, cpuSeconds: (user + system) / 1e6 }));
  })
  .on('close', () => process.exit());
