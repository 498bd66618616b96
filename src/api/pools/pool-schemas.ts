// The results for pools, with the keys whose types headgate relies on. Other keys pass unchecked.
import { z } from 'zod';
import type { ApiPool } from '../pool-types.ts';
import { withoutNull } from '../result-schemas.ts';

const text = { error: 'text' };

/**
 * One pool. Null means "not set", as a missing key does. `notification_email` and `notification_filter` pass unchecked: another shape
 * concerns only this pool.
 */
export const apiPool = z
  .looseObject(
    { id: z.string(text).min(1, { error: 'text that is not empty' }), name: z.string(text) },
    { error: 'an object' },
  )
  .transform((pool) => withoutNull(pool) as ApiPool);

/** Pools of a page. Null: none. */
export const apiPools = z
  .array(apiPool, { error: 'an array' })
  .nullable()
  .transform((pools) => pools ?? []);
