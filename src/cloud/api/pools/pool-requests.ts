// The requests for load-balancer pools. docs/platform.md, "Pools".
import type { PoolPage } from '../alerting-types.ts';
import { accountOf } from '../api-owners.ts';
import type { ManagementApi } from '../management-api.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { requestIfPresent, requestResult } from '../request/request-result.ts';
import { apiPool, apiPools, listAllPools } from './list-pools.ts';

/** Permission groups. docs/platform.md, "Pools". */
const MAY_READ = 'Load Balancing: Monitors and Pools Read for this account';
const MAY_WRITE = 'Load Balancing: Monitors and Pools Write for this account';
/** The only value of `notification_email` that the API accepts. docs/platform.md, "Pools". */
const NO_RECIPIENTS = '';

/** Creates the functions. */
export function poolRequests(connection: Connection) {
  const pageRequest = (account: string, page: PoolPage): ApiRequest => ({
    action: `list the pools of the account ${account}`,
    permission: MAY_READ,
    send: ({ loadBalancers }, options) =>
      loadBalancers.pools.list(accountOf(account), { ...options, query: queryOf(page) }),
  });

  return {
    listPools: (account, onPage = () => {}) => listAllPools(connection, (page) => pageRequest(account, page), onPage),

    readPool: (account, id) =>
      requestIfPresent(
        connection,
        {
          action: `read the pool ${id} of the account ${account}`,
          permission: MAY_READ,
          send: ({ loadBalancers }, options) => loadBalancers.pools.get(id, accountOf(account), options),
        },
        apiPool,
      ),

    readPoolPage: (account, page) => requestResult(connection, pageRequest(account, page), apiPools),

    clearPool: (account, id) =>
      requestResult(
        connection,
        {
          action: `clear notification_email of the pool ${id} of the account ${account}`,
          permission: MAY_WRITE,
          hasEffects: true,
          isSentOnce: true,
          send: ({ loadBalancers }, options) =>
            loadBalancers.pools.edit(id, { ...accountOf(account), notification_email: NO_RECIPIENTS }, options),
        },
        apiPool,
      ),

    clearPoolPage: (account, page) =>
      requestResult(
        connection,
        {
          action: `clear notification_email of the pools of page ${page.index + 1} of the account ${account}`,
          permission: MAY_WRITE,
          hasEffects: true,
          isSentOnce: true,
          send: ({ loadBalancers }, options) =>
            loadBalancers.pools.bulkEdit(
              { ...accountOf(account), notification_email: NO_RECIPIENTS },
              { ...options, query: queryOf(page) },
            ),
        },
        apiPools,
      ),
  } satisfies Partial<ManagementApi>;
}

/** Parameters of a page. docs/platform.md, "Pools". */
function queryOf({ paging, size, index }: PoolPage): Record<string, number> {
  return paging === 'page' ? { page: index + 1, per_page: size } : { limit: size, offset: index * size };
}
