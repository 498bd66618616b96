// The requests for load-balancer pools. docs/platform.md, "Pools".

import type { ManagementApi } from '../management-api.ts';
import type { ApiPool, PoolPage } from '../pool-types.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { requestAnswer, requestError } from '../request/request-error.ts';
import { isFailure, sendRequest } from '../request/send-request.ts';
import { isMissing, readResult } from '../result-schemas.ts';
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

  const readPoolPage: ManagementApi['readPoolPage'] = async (account, page) => {
    const request = pageRequest(account, page);
    const pools = readResult(apiPools, await requestAnswer(connection, request));
    if (isFailure(pools)) throw requestError(connection, request, pools);
    return pools;
  };

  const readPool: ManagementApi['readPool'] = async (account, id) => {
    const request: ApiRequest = {
      action: `read the pool ${id} of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ loadBalancers }, options) => loadBalancers.pools.get(id, accountOf(account), options),
    };
    const answer = await sendRequest(connection, request);
    const pool = isFailure(answer) ? answer : readResult(apiPool, answer);
    if (!isFailure(pool)) return pool;
    if (isMissing(pool)) return undefined;
    throw requestError(connection, request, pool);
  };

  const clearPool: ManagementApi['clearPool'] = async (account, id) => {
    const request: ApiRequest = {
      action: `clear notification_email of the pool ${id} of the account ${account}`,
      permission: MAY_WRITE,
      // A second request changes nothing: the field is empty after the first one, and no request can fill it again.
      hasEffects: false,
      isImmediate: true,
      send: ({ loadBalancers }, options) =>
        loadBalancers.pools.edit(id, { ...accountOf(account), notification_email: NO_RECIPIENTS }, options),
    };
    const pool = readResult(apiPool, await requestAnswer(connection, request));
    if (isFailure(pool)) throw requestError(connection, request, pool);
    return pool;
  };

  const clearPoolPage: ManagementApi['clearPoolPage'] = async (account, page): Promise<readonly ApiPool[]> => {
    const request: ApiRequest = {
      action: `clear notification_email of the pools of page ${page.index + 1} of the account ${account}`,
      permission: MAY_WRITE,
      // As clearPool. A pool that others add or delete between two requests shifts the page: callers may clear a page only if every pool
      // of the account may be cleared.
      hasEffects: false,
      isImmediate: true,
      send: ({ loadBalancers }, options) =>
        loadBalancers.pools.bulkEdit(
          { ...accountOf(account), notification_email: NO_RECIPIENTS },
          { ...options, query: queryOf(page) },
        ),
    };
    const pools = readResult(apiPools, await requestAnswer(connection, request));
    if (isFailure(pools)) throw requestError(connection, request, pools);
    return pools;
  };

  return { listPools, readPool, readPoolPage, clearPool, clearPoolPage };
}

/** Parameters of a page. docs/platform.md, "Pools". */
function queryOf({ paging, size, index }: PoolPage): Record<string, number> {
  return paging === 'page' ? { page: index + 1, per_page: size } : { limit: size, offset: index * size };
}
