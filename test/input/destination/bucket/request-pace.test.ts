// The queue of requests to a bucket: rejections halve the requests in flight, answers raise the number again, and no
// request waits without need.
import { describe, expect, it } from 'vitest';
import { RequestPace } from '../../../../src/input/destination/bucket/request-pace.ts';

const REJECTED = new Error('rejected');

/** A server whose requests end on demand. */
function serverFor(pace: RequestPace) {
  const open: PromiseWithResolvers<void>[] = [];
  let most = 0;
  const send = (signal?: AbortSignal): Promise<void> =>
    pace.run(
      () => {
        const request = Promise.withResolvers<void>();
        open.push(request);
        most = Math.max(most, open.length);
        return request.promise;
      },
      (error) => error === REJECTED,
      signal,
    );
  const turn = async (end: (request: PromiseWithResolvers<void>) => void, count = open.length): Promise<void> => {
    for (const request of open.splice(0, count)) end(request);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    send,
    open,
    mostAfter: () => most,
    forget: () => {
      most = 0;
    },
    answer: (count?: number) => turn((request) => request.resolve(), count),
    reject: (count?: number) => turn((request) => request.reject(REJECTED), count),
  };
}

/** Sends requests whose result does not matter. */
function many(count: number, send: () => Promise<void>): Promise<unknown> {
  return Promise.allSettled(Array.from({ length: count }, send));
}

describe('a pace', () => {
  it('lets requests through until one is rejected', async () => {
    const server = serverFor(new RequestPace(true));
    const all = many(100, server.send);
    expect(server.open).toHaveLength(100);
    await server.answer();
    await all;
  });

  it('halves the requests in flight, once for all that were rejected together', async () => {
    const pace = new RequestPace(true);
    const server = serverFor(pace);
    const first = many(16, server.send);
    await server.reject();
    await first;
    expect(pace.limit).toBe(8);
    const second = many(20, server.send);
    expect(server.open).toHaveLength(8);
    while (server.open.length > 0) await server.answer(1);
    await second;
    expect(pace.limit).toBeGreaterThan(9);
  });

  it('drops to one at a time, and recovers', async () => {
    const pace = new RequestPace(true);
    const server = serverFor(pace);
    for (let round = 0; round < 8; round += 1) {
      const rejected = many(16, server.send);
      while (server.open.length > 0) await server.reject();
      await rejected;
    }
    expect(pace.limit).toBe(1);
    server.forget();
    const all = many(400, server.send);
    expect(server.open).toHaveLength(1);
    while (server.open.length > 0) await server.answer();
    await all;
    expect(server.mostAfter()).toBeGreaterThan(10);
  });

  it('frees the place of an aborted request in the queue', async () => {
    const pace = new RequestPace(true);
    const server = serverFor(pace);
    for (let round = 0; round < 3; round += 1) {
      const rejected = server.send().catch(() => {});
      await server.reject();
      await rejected;
    }
    const control = new AbortController();
    const first = server.send();
    const aborted = server.send(control.signal);
    const third = server.send();
    control.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await server.answer();
    await server.answer();
    await Promise.all([first, third]);
  });

  it('never waits if it is off', async () => {
    const server = serverFor(new RequestPace(false));
    const rejected = many(16, server.send);
    await server.reject();
    await rejected;
    const all = many(50, server.send);
    expect(server.open).toHaveLength(50);
    await server.answer();
    await all;
  });
});
