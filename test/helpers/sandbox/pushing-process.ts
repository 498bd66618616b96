// A sandbox in its own process, which the test kills: it pushes generated traffic, and reports each batch as soon as it is acknowledged.
import { startSandbox } from '../../../src/sandbox/index.ts';

const [state] = process.argv.slice(2);

const sandbox = await startSandbox({
  ...{ state: state!, empty: true, maxJobs: 4, speed: 200 },
  traffic: { rate: 30 },
  onEvent: (event) => {
    if (event.kind === 'pushed')
      process.send!({ pushed: { job: event.job, object: event.object, lines: event.lines } });
  },
});
const { baseURL, token, zoneId, accountId } = sandbox;
const destination = sandbox.bucket.destinationConf('logs/{DATE}');
process.send!({ ready: { baseURL, token, zoneId, accountId, destination } });
// Its ray ID, too, must differ from those of earlier starts.
sandbox.push({
  timestamp: undefined,
  client: { ip: '198.51.100.7', country: 'de' },
  request: { method: 'GET', url: 'https://shop.example.com/cart', httpVersion: 'h2', headers: [] },
  response: { status: 200, headers: [] },
});
