// Adds pools as they were before the deprecation, with recipients. The platform has no such call: docs/sandbox.md, "Pools and notifications".
import { HeadgateError } from '../../../base/index.ts';
import { checkPools, type GivenPool } from '../../pools/check-pools.ts';
import { storePools } from '../../pools/store-pools.ts';
import { answer } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { readArray } from '../request/read-body.ts';
import type { ApiContext, Routes } from '../routes.ts';

/** Largest body: more than 10,000 pools. Chosen by headgate. Bytes. */
const MAX_POOLS_BYTES = 16_000_000;

/** Adds `POST accounts/{id}/sandbox/pools`. */
export function poolImportRoutes({ state, stamp }: ApiContext): Routes {
  return {
    '/sandbox/pools': {
      POST: async (c) => {
        const given = await readArray(c, MAX_POOLS_BYTES);
        return answer(c, storePools(state, parsePools(given), stamp));
      },
    },
  };
}

/** @throws ApiError 400 for the first value that is not a pool */
function parsePools(given: readonly unknown[]): readonly GivenPool[] {
  try {
    return checkPools(given, (index) => `[${index}]`);
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    throw apiError(400, CODES.poolInvalid, error.message);
  }
}
