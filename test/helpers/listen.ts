// Starts a server on a free port of loopback, and stops it with all its connections.
import type { AddressInfo, Server, Socket } from 'node:net';

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
