// A sandbox in its own process, which the test kills: it pushes generated traffic, and reports each batch as soon as it is acknowledged.
import { startSandbox } from '../../../src/sandbox/index.ts';

const [state, seed] = process.argv.slice(2);

const sandbox = await startSandbox({
  ...{ state: state!, empty: true, maxJobs: 4, speed: 200 },
  traffic: { rate: 30, seed: Number(seed) },
  onEvent: (event) => {
    if (event.kind === 'pushed')
      process.send!({ pushed: { job: event.job, object: event.object, lines: event.lines } });
  },
});
const { baseURL, token, zoneId } = sandbox;
process.send!({ ready: { baseURL, token, zoneId, destination: sandbox.bucket.destinationConf('logs/{DATE}') } });
