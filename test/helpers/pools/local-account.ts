// The pools and policies of a sandbox's API behind a proxy that injects faults. Without a bucket, so that it starts at once.
import { expect } from 'vitest';
import type { ApiPolicy, ApiPool } from '../../../src/cloud/api/index.ts';
import { FAST, type FaultProxy, startFaultProxy } from '../api/fault-proxy.ts';
import { TOKEN } from '../sandbox/local-api.ts';
import { serveApi } from '../sandbox/serve-api.ts';
import { mailedBy, sentBy } from './naive-coverage.ts';

/** What a test needs of the account. */
export interface LocalAccount {
  /** For `migratePools` and the others. */
  readonly access: { account: string; credentials: { token: string }; baseURL: string } & typeof FAST;
  readonly proxy: FaultProxy;
  /** Replaces all pools, and deletes all policies. */
  reset(pools: readonly ApiPool[]): void;
  pools(): ApiPool[];
  policies(): ApiPolicy[];
  /** Checks that every pool that lost its recipients since {@link reset} is covered, and that no policy exists twice. */
  expectNothingLost(): void;
  stop(): Promise<void>;
}

export async function openLocalAccount(): Promise<LocalAccount> {
  const local = await serveApi({ maxPolicies: 1000 });
  const { state } = local;
  const account = state.identity.accountId;
  const proxy = await startFaultProxy(local);
  let given: readonly ApiPool[] = [];
  const pools = (): ApiPool[] => state.pools.list() as unknown as ApiPool[];
  const policies = (): ApiPolicy[] => state.policies.list() as unknown as ApiPolicy[];
  return {
    access: { account, credentials: { token: TOKEN }, baseURL: proxy.baseURL, ...FAST },
    ...{ proxy, pools, policies },
    reset: (next) => {
      given = next;
      for (const { id } of pools()) state.pools.delete(id);
      for (const { id } of policies()) state.policies.delete(id);
      state.pools.putAll(next as never);
    },
    expectNothingLost: () => {
      const now = new Date();
      const live = new Map(pools().map((pool) => [pool.id, pool]));
      for (const pool of given) {
        if ((live.get(pool.id)?.notification_email ?? '') !== '') continue;
        const sent = new Set(policies().flatMap((policy) => sentBy(policy, pool, [], now)));
        expect(mailedBy(pool).filter((alert) => !sent.has(alert))).toEqual([]);
      }
      const contents = policies().map(({ mechanisms, filters }) => JSON.stringify([mechanisms, filters]));
      expect(new Set(contents).size).toBe(contents.length);
    },
    stop: async () => {
      await proxy.stop();
      await local.stop();
    },
  };
}
