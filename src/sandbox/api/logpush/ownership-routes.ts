// The routes that prove ownership of a destination: they write a file with a token, and the client returns the token.
// docs/platform.md, "Management API".
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { destinationConfSchema } from '../../../language/job/index.ts';
import type { JobScope } from '../../state/job-config.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { ApiError } from '../request/api-error.ts';
import { parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import { readBody } from '../request/read-body.ts';
import type { Routes } from '../routes.ts';
import { proves } from './admit-destination.ts';
import { createOwnershipToken } from './ownership-token.ts';
import { destinationError, tryPut, withDestination } from './probe-destination.ts';

const challengeSchema = z.strictObject({ destination_conf: destinationConfSchema });
const proofSchema = z.strictObject({
  destination_conf: destinationConfSchema,
  ownership_challenge: z.string('the token of an ownership challenge'),
});

/** Returns the routes. */
export function ownershipRoutes(context: ApiContext): Routes {
  return {
    '/logpush/ownership': {
      POST: async (c, scope) => {
        const { destination_conf: conf } = parseBody(challengeSchema, await readBody(c), CODES.jobInvalid);
        return answer(c, await writeChallenge(context, scope, conf));
      },
    },
    '/logpush/ownership/validate': {
      POST: async (c, scope) => {
        const { destination_conf: conf, ownership_challenge: token } = parseBody(
          proofSchema,
          await readBody(c),
          CODES.jobInvalid,
        );
        const valid = await withDestination(context, conf, (writer) => proves(context, scope, writer, token));
        return answer(c, { valid });
      },
    },
  };
}

/** Writes the file. A destination that cannot be written is a result, not an error. */
async function writeChallenge(context: ApiContext, scope: JobScope, conf: string) {
  const filename = `ownership-challenge-${randomBytes(4).toString('hex')}.txt`;
  const { zoneId, accountId, signingSecret } = context.state.identity;
  try {
    return await withDestination(context, conf, async (writer) => {
      const subject = {
        objectType: scope,
        objectId: scope === 'zone' ? zoneId : accountId,
        destination: writer.display,
        fingerprint: writer.identity,
      };
      const token = createOwnershipToken(subject, signingSecret, context.now());
      const put = await tryPut(context, writer, filename, Buffer.from(token));
      if ('key' in put) return { filename: put.key, valid: true, message: '' };
      return { filename, valid: false, message: destinationError(put.reason).message };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { filename, valid: false, message: error.message };
  }
}
