// A port that an earlier process still holds.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitForPort } from '../../../src/sandbox/bucket/wait-for-port.ts';

const HOST = '127.0.0.1';

it('resolves when the port becomes free', async () => {
  const taken = createServer();
  await once(taken.listen(0, HOST), 'listening');
  const { port } = taken.address() as AddressInfo;
  let isOver = false;
  const waiting = waitForPort(port, HOST).then(() => {
    isOver = true;
  });
  await setImmediate();
  await setImmediate();
  expect(isOver).toBe(false);
  taken.close();
  await waiting;
  await once(createServer().listen(port, HOST).unref(), 'listening');
});
