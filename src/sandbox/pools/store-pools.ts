// Stores given pools: those without an id receive one.
import type { StoredPool } from '../state/alerting/stored-alerting.ts';
import { newId } from '../state/identity.ts';
import type { State } from '../state/state.ts';
import type { GivenPool } from './check-pools.ts';

/**
 * Adds pools to the account, all or none. One with the id of a pool of the account replaces it.
 * @param stamp time of the change
 * @returns the pools as they are stored
 */
export function storePools(state: State, given: readonly GivenPool[], stamp: () => string): readonly StoredPool[] {
  const now = stamp();
  const pools = given.map((pool) => ({ ...pool, id: pool.id ?? newId(), ...timesOf(pool, now) }));
  state.pools.putAll(pools);
  return pools;
}

function timesOf({ created_on, modified_on }: GivenPool, now: string) {
  return { created_on: created_on ?? now, modified_on: modified_on ?? created_on ?? now };
}
