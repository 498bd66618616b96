// The management API of a sandbox over HTTP, for tests that push nothing: without a bucket, whose start takes half a second of
// processor time.
import { BASE_PATH } from '../../../src/sandbox/api/create-api.ts';
import { createRequestListener } from '../../../src/sandbox/api/request-listener.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { listenLocally } from '../../../src/sandbox/local-server.ts';
import { openLocalApi } from './local-api.ts';

/** What a client of the zone needs. */
export type ZoneAccess = Pick<Sandbox, 'baseURL' | 'token' | 'zoneId'>;

/** A running API. */
export interface ServedApi extends ZoneAccess {
  stop(): Promise<void>;
}

/** Starts the API of an empty zone, or of a state, which {@link ServedApi.stop} closes. */
export async function serveApi(options: Parameters<typeof openLocalApi>[0] = {}): Promise<ServedApi> {
  const { state, app } = await openLocalApi(options);
  const server = await listenLocally(0);
  server.handle(createRequestListener(app));
  const { token, zoneId } = state.identity;
  return {
    ...{ baseURL: server.origin + BASE_PATH, token, zoneId },
    stop: async () => {
      await server.stop();
      state.close();
    },
  };
}
