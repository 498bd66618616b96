// Decides whether a job may push to a destination: proof of ownership where the platform asks for it, a probe elsewhere.
import type { ObjectWriter } from '../../destination/object-writer.ts';
import type { JobScope } from '../../state/job-config.ts';
import type { ApiContext } from '../api-context.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { isOwnershipToken, OWNERSHIP_MS } from './ownership-token.ts';
import { destinationError, openDestination, probe } from './probe-destination.ts';

/** A change of a job's destination. */
export interface DestinationChange {
  destinationConf: string;
  /** The token that the client sent. */
  token: string | null | undefined;
  /** Identity of the destination that the job has now. */
  current?: string;
}

/** Checks a destination. @returns its identity. @throws ApiError 400 */
export async function admitDestination(
  context: ApiContext,
  scope: JobScope,
  { destinationConf, token, current }: DestinationChange,
): Promise<string> {
  const writer = await openDestination(context, destinationConf);
  const { identity } = writer;
  if (!writer.needsProof) {
    const reason = await probe(context, writer);
    if (reason !== undefined) throw destinationError(reason);
  } else if (identity !== current && !context.state.ownership.isProven(scope, identity, context.now())) {
    if (token === undefined || token === null || token === '') {
      const message = 'ownership_challenge must be set for the provided destination_conf';
      throw apiError(400, CODES.jobInvalid, message);
    }
    if (!proves(context, scope, writer, token)) {
      throw apiError(400, CODES.jobInvalid, 'incorrect ownership challenge');
    }
  }
  return identity;
}

/** Whether a token proves ownership. If so, the destination remains proven for seven days. */
export function proves(
  { state, now }: ApiContext,
  scope: JobScope,
  { identity: fingerprint }: ObjectWriter,
  token: string,
): boolean {
  const { zoneId, accountId, signingSecret } = state.identity;
  const subject = { objectType: scope, objectId: scope === 'zone' ? zoneId : accountId, fingerprint };
  if (!isOwnershipToken(token, subject, signingSecret, now())) return false;
  state.ownership.prove(scope, fingerprint, now() + OWNERSHIP_MS);
  return true;
}
