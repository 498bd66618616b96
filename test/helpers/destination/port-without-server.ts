// Finds a port on which no server listens.
import { createServer } from 'node:net';
import { listen } from '../listen.ts';

/** Returns a port that was free a moment ago. */
export async function portWithoutServer(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}
