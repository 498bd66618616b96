// Finds a port on which no server listens.
import { createServer } from 'node:net';

/** Returns a port that was free a moment ago. */
export async function portWithoutServer(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
