// Takes a port of another server while that restarts.
import { createServer, type Server } from 'node:net';

/** Listens on a port as soon as it is free. @returns a function that frees it */
export async function takePort(port: number): Promise<() => void> {
  const server = await new Promise<Server>((resolve) => {
    const listen = (): void => {
      const attempt = createServer((socket) => socket.destroy());
      attempt.once('error', () => setImmediate(listen));
      attempt.listen({ port, host: '127.0.0.1' }, () => resolve(attempt));
    };
    listen();
  });
  return () => server.close();
}
