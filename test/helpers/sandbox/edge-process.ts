// A sandbox as a process that a test kills: prints its addresses and token as one line of JSON, then runs until it is killed.
import { startSandbox } from '../../../src/sandbox/index.ts';

const { baseURL, token, accountId, edge } = await startSandbox({ empty: true });
console.log(JSON.stringify({ baseURL, token, accountId, edge }));
