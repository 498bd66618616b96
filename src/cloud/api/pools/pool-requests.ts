// The requests for load-balancer pools. docs/platform.md, "Pools".
import type { ManagementApi } from '../management-api.ts';
import type { PoolPage } from '../pool-types.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { requestIfPresent, requestResult } from '../request/request-result.ts';
import { accountOf } from '../scope-words.ts';
import { listAllPools } from './list-pools.ts';
import { apiPool, apiPools } from './pool-schemas.ts';

/** Permission groups. docs/platform.md, "Pools". */
const MAY_READ = 'Load Balancing: Monitors and Pools Read for this account';
const MAY_WRITE = 'Load Balancing: Monitors and Pools Write for this account';
/** The only value of `notification_email` that the API accepts. docs/platform.md, "Pools". */
const NO_RECIPIENTS = '';

type PoolRequests = Pick<ManagementApi, 'listPools' | 'readPool' | 'readPoolPage' | 'clearPool' | 'clearPoolPage'>;

/** Creates the functions. */
export function poolRequests(connection: Connection): PoolRequests {
  const pageRequest = (account: string, page: PoolPage): ApiRequest => ({
    action: `list the pools of the account ${account}`,
    permission: MAY_READ,
    hasEffects: false,
    send: ({ loadBalancers }, options) =>
      loadBalancers.pools.list(accountOf(account), { ...options, query: queryOf(page) }),
  });

  const listPools: ManagementApi['listPools'] = (account, onPage = () => {}) =>
    listAllPools(connection, (page) => pageRequest(account, page), onPage);

  const readPoolPage: ManagementApi['readPoolPage'] = (account, page) =>
    requestResult(connection, pageRequest(account, page), apiPools);

  const readPool: ManagementApi['readPool'] = async (account, id) => {
    const request: ApiRequest = {
      action: `read the pool ${id} of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ loadBalancers }, options) => loadBalancers.pools.get(id, accountOf(account), options),
    };
    return requestIfPresent(connection, request, apiPool);
  };

  const clearPool: ManagementApi['clearPool'] = async (account, id) => {
    const request: ApiRequest = {
      action: `clear notification_email of the pool ${id} of the account ${account}`,
      permission: MAY_WRITE,
      hasEffects: true,
      isSentOnce: true,
      send: ({ loadBalancers }, options) =>
        loadBalancers.pools.edit(id, { ...accountOf(account), notification_email: NO_RECIPIENTS }, options),
    };
    return requestResult(connection, request, apiPool);
  };

  const clearPoolPage: ManagementApi['clearPoolPage'] = async (account, page) => {
    const request: ApiRequest = {
      action: `clear notification_email of the pools of page ${page.index + 1} of the account ${account}`,
      permission: MAY_WRITE,
      hasEffects: true,
      isSentOnce: true,
      send: ({ loadBalancers }, options) =>
        loadBalancers.pools.bulkEdit(
          { ...accountOf(account), notification_email: NO_RECIPIENTS },
          { ...options, query: queryOf(page) },
        ),
    };
    return requestResult(connection, request, apiPools);
  };

  return { listPools, readPool, readPoolPage, clearPool, clearPoolPage };
}

/** Parameters of a page. docs/platform.md, "Pools". */
function queryOf({ paging, size, index }: PoolPage): Record<string, number> {
  return paging === 'page' ? { page: index + 1, per_page: size } : { limit: size, offset: index * size };
}
