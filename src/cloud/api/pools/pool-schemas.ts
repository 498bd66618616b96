// The results for pools, with the keys whose types headgate relies on. Other keys pass unchecked.
import { z } from 'zod';
import type { ApiPool } from '../pool-types.ts';
import { withoutNull } from '../result-schemas.ts';

/**
 * One pool. Null means "not set", as a missing key does. `notification_email` and `notification_filter` pass unchecked: another shape
 * concerns only this pool. A pool whose name is not text has its id as name.
 */
export const apiPool = z
  .looseObject({ id: z.string('text').min(1, 'text that is not empty') }, 'an object')
  .transform((pool): ApiPool => {
    const { id, name } = pool;
    return { ...withoutNull(pool), id, name: typeof name === 'string' ? name : id };
  });

/** Pools of a page. Null: none. */
export const apiPools = z
  .array(apiPool, 'an array')
  .nullable()
  .transform((pools) => pools ?? []);
