// Stores given pools: those without an id receive one.
import { printPlural } from '../../base/index.ts';
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

/**
 * Fills the account with given pools. An account that has pools keeps them: it may be in the middle of a migration.
 * @returns a sentence if they were not added
 */
export function fillPools(state: State, given: readonly GivenPool[], stamp: () => string): string | undefined {
  const existing = state.pools.count();
  if (existing === 0) {
    storePools(state, given, stamp);
    return undefined;
  }
  const [found, others] = [printPlural(existing, 'pool'), printPlural(given.length, 'given pool')];
  return `the state already contains ${found} and keeps them; name another state file to start with the ${others}`;
}
