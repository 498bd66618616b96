// Ports of loopback: starts a server on a free one and stops it with all its connections, finds one without a server, takes one of another server.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  port: number;
  /** Ends connections, also those with an answer in progress. */
  stop(): Promise<void>;
}

/** Starts a server of `node:http` or `node:net`. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ origin: `http://127.0.0.1:${port}`, port },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns a port that was free a moment ago. */
export async function portWithoutServer(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}

/** Listens on a port of another server as soon as it is free, while that restarts. @returns a function that frees it */
export async function takePort(port: number): Promise<() => void> {
  const server = await new Promise<Server>((resolve) => {
    const attempt = (): void => {
      const one = createServer((socket) => socket.destroy());
      one.once('error', () => setImmediate(attempt));
      one.listen({ port, host: '127.0.0.1' }, () => resolve(one));
    };
    attempt();
  });
  return () => server.close();
}

/** A host name without an address. Its label is longer than 63 characters: the resolver asks no name server, which may be slow. */
export const HOST_WITHOUT_ADDRESS = `${'no-such-host-'.repeat(5)}.invalid`;
