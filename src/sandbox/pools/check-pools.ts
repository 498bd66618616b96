// Checks that given values are pools as the API returns them. Recipients and filters may have any content: an old account may, too.
import { HeadgateError, isPlainObject, typeName, type Value } from '../../base/index.ts';

/** A pool that was given from outside. */
export interface GivenPool {
  /** 32 hexadecimal digits; missing: the sandbox creates one. */
  readonly id?: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

const ID = /^[0-9a-f]{32}$/;

/**
 * Checks the parts that the service needs: id and name.
 * @param placeOf where a value was found: `pools.json, line 3`
 * @throws HeadgateError `pools-invalid` for the first value that is not a pool, and for two pools with one id
 */
export function checkPools(given: readonly unknown[], placeOf: (index: number) => string): readonly GivenPool[] {
  const places = new Map<string, string>();
  return given.map((value, index) => {
    const place = placeOf(index);
    const pool = checkPool(value, place);
    if (pool.id === undefined) return pool;
    const first = places.get(pool.id);
    if (first !== undefined) {
      throw invalidPools(`${place}.id`, `the id of ${first}`, 'an id of its own for each pool');
    }
    places.set(pool.id, place);
    return pool;
  });
}

function checkPool(value: unknown, place: string): GivenPool {
  if (!isPlainObject(value)) throw invalidPools(place, typeOf(value), 'a pool: an object with a name');
  const { id, name } = value;
  if (typeof name !== 'string' || name === '') {
    throw invalidPools(`${place}.name`, typeOf(name), 'the name of the pool');
  }
  if (id !== undefined && !(typeof id === 'string' && ID.test(id))) {
    throw invalidPools(`${place}.id`, typeOf(id), '32 hexadecimal digits, or no id for a new one');
  }
  return value as GivenPool;
}

/** Composes the error. @param place of the value */
export function invalidPools(place: string, found: string, expected: string): HeadgateError {
  return new HeadgateError('pools-invalid', `cannot read the pools: ${place}: found ${found}, expected ${expected}`);
}

/** Names the type of a value, and shows no text. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === '') return 'an empty text';
  return typeName(value as Value);
}
