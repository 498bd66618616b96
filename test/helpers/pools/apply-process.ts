// An apply in its own process, which the test kills. Receives the request from the test, and sends the result or the error to it.
import type { HeadgateError } from '../../../src/base/index.ts';
import { connectApi } from '../../../src/cloud/api/index.ts';
import { type MigratePoolsRequest, migratePools } from '../../../src/verbs/pools/migrate-pools.ts';

// Loads the SDK before the request arrives.
await connectApi({ baseURL: 'http://127.0.0.1:9/', credentials: { token: 'unused' } });
process.once('message', async (request) => {
  const answer = await migratePools(request as MigratePoolsRequest).catch(({ code, message }: HeadgateError) => ({
    error: { code, message },
  }));
  process.send!(answer, () => process.disconnect());
});
