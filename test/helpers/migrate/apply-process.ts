// An apply in its own process, which the test kills. Sends the result or the error to the test.
import type { HeadgateError } from '../../../src/base/index.ts';
import { migratePools } from '../../../src/task/pools/migrate-pools.ts';

const [baseURL, token, account, backup] = process.argv.slice(2) as [string, string, string, string];
const answer = await migratePools({ baseURL, credentials: { token }, account, backup, force: true }).catch(
  ({ code, message }: HeadgateError) => ({ error: { code, message } }),
);
process.send!(answer, () => process.disconnect());
