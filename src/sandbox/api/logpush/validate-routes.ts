// The routes that check a destination or legacy options without a job. docs/platform.md, "Management API".
import { z } from 'zod';
import { destinationConfSchema, logpullOptionsSchema } from '../../../language/job/index.ts';
import { whyStoredOnly } from '../../destination/stored-only.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { ApiError } from '../request/api-error.ts';
import { parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import { readBody } from '../request/read-body.ts';
import type { Routes } from '../routes.ts';
import { legacyProblems } from './check-job.ts';
import { destinationError, probe, withDestination } from './probe-destination.ts';

const destinationSchema = z.strictObject({ destination_conf: destinationConfSchema });
const originSchema = z.strictObject({ logpull_options: logpullOptionsSchema.nullable() });

/** Returns the routes. */
export function validateRoutes(context: ApiContext): Routes {
  const { jobs } = context.state;
  return {
    '/logpush/validate/destination': {
      POST: async (c) => {
        const { destination_conf: conf } = parseBody(destinationSchema, await readBody(c), CODES.jobInvalid);
        return answer(c, await validateDestination(context, conf));
      },
    },
    '/logpush/validate/destination/exists': {
      POST: async (c) => {
        const { destination_conf: conf } = parseBody(destinationSchema, await readBody(c), CODES.jobInvalid);
        const identity = await withDestination(context, conf, (writer) => writer.identity);
        const all = [...jobs.list('zone'), ...jobs.list('account')];
        return answer(c, { exists: all.some(({ destination }) => destination === identity) });
      },
    },
    '/logpush/validate/origin': {
      POST: async (c) => {
        const { logpull_options: options } = parseBody(originSchema, await readBody(c), CODES.jobInvalid);
        const problems = legacyProblems(options ?? '');
        return answer(c, { valid: problems.length === 0, message: problems.join('; ') });
      },
    },
  };
}

/** A destination that cannot be written is a result, not an error. */
async function validateDestination(context: ApiContext, conf: string): Promise<{ valid: boolean; message: string }> {
  const why = whyStoredOnly(conf);
  if (why !== undefined) return { valid: true, message: why };
  try {
    const reason = await withDestination(context, conf, (writer) => probe(context, writer));
    return { valid: reason === undefined, message: reason === undefined ? '' : destinationError(reason).message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { valid: false, message: error.message };
  }
}
