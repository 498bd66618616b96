// Counts the requests of a migration. A request that is sent again counts once: its repetitions are reported as such.
import type { MigrationApi } from './read-account.ts';

/** Returns the same operations. @param onRequests called with the number of requests that an operation takes, before they are sent */
export function countRequests(api: MigrationApi, onRequests: (count: number) => void): MigrationApi {
  const counted = <Args extends readonly unknown[], Result>(operation: (...args: Args) => Promise<Result>) => {
    return (...args: Args): Promise<Result> => {
      onRequests(1);
      return operation(...args);
    };
  };
  return {
    listPools: (account, onPage) =>
      api.listPools(account, (page) => {
        onRequests(1);
        onPage?.(page);
      }),
    readPool: counted(api.readPool),
    readPoolPage: counted(api.readPoolPage),
    clearPool: counted(api.clearPool),
    clearPoolPage: counted(api.clearPoolPage),
    listPolicies: counted(api.listPolicies),
    readPolicy: counted(api.readPolicy),
    createPolicy: counted(api.createPolicy),
    listSilences: counted(api.listSilences),
    readWebhook: counted(api.readWebhook),
    waitForRequests: api.waitForRequests,
    waitAfter: api.waitAfter,
  };
}
