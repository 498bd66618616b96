// The management API of a sandbox over HTTP, for tests that push nothing: without a bucket, whose start takes half a second of
// processor time.
import { expect } from 'vitest';
import { BASE_PATH, createRequestListener } from '../../../src/sandbox/api/create-api.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { listenLocally } from '../../../src/sandbox/local-server.ts';
import { keyedDestination, type LocalApi, openLocalApi, SECRET } from './local-api.ts';

/** What a client of the zone needs. */
export type ZoneAccess = Pick<Sandbox, 'baseURL' | 'token' | 'zoneId'>;

/** A running API, and what it keeps. */
export interface ServedApi extends ZoneAccess, LocalApi, Pick<Sandbox, 'accountId' | 'email' | 'apiKey'> {
  /** Destinations that need no proof. */
  bucket: { destinationConf(prefix?: string): string; secretAccessKey: string };
  /** Fails if the API had a fault of its own. */
  stop(): Promise<void>;
}

/** Starts the API of an empty zone, or of a state, which {@link ServedApi.stop} closes. */
export async function serveApi(options: Parameters<typeof openLocalApi>[0] = {}): Promise<ServedApi> {
  const local = await openLocalApi(options);
  const { state, app, faults } = local;
  const server = await listenLocally(0);
  server.handle(createRequestListener(app));
  const { token, zoneId, accountId, email, apiKey } = state.identity;
  const bucket = { destinationConf: (path = '') => keyedDestination(`sandbox/${path}`), secretAccessKey: SECRET };
  return {
    ...{ ...local, baseURL: server.origin + BASE_PATH, token, zoneId, accountId, email, apiKey, bucket },
    stop: async () => {
      await server.stop();
      state.close();
      expect(faults).toEqual([]);
    },
  };
}

/** Sends a request that must succeed. @returns `result` of the envelope */
export async function callApi(
  { baseURL, token }: Pick<Sandbox, 'baseURL' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(baseURL + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { success: boolean; result: unknown; errors: unknown };
  expect(envelope, `${method} ${path}`).toMatchObject({ success: true });
  return envelope.result;
}
