// An apply in its own process, which the test kills. Sends the result to the test.
import { migratePools } from '../../../src/task/pools/migrate-pools.ts';

const [baseURL, token, account, backup] = process.argv.slice(2) as [string, string, string, string];
const result = await migratePools({ baseURL, credentials: { token }, account, backup, force: true });
process.send!(result, () => process.disconnect());
