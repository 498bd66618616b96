// Decides whether a job may push to a destination: proof of ownership where the platform asks for it, a probe elsewhere.
import type { ObjectWriter } from '../../destination/object-writer.ts';
import { whyStoredOnly } from '../../destination/stored-only.ts';
import type { JobScope } from '../../state/job-config.ts';
import type { ApiContext } from '../api-context.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { isOwnershipToken, OWNERSHIP_MS } from './ownership-token.ts';
import { destinationError, probe, withDestination } from './probe-destination.ts';

/** A change of a job's destination. */
export interface DestinationChange {
  destinationConf: string;
  /** The token that the client sent. */
  token: string | null | undefined;
  /** Identity of the destination that the job has now. */
  current?: string;
}

/** Checks a destination. @returns its identity. @throws ApiError 400 */
export function admitDestination(context: ApiContext, scope: JobScope, change: DestinationChange): Promise<string> {
  return withDestination(context, change.destinationConf, async (writer) => {
    if (writer.needsProof) checkProof(context, scope, writer, change);
    else if (whyStoredOnly(change.destinationConf) === undefined) {
      const reason = await probe(context, writer);
      if (reason !== undefined) throw destinationError(reason);
    }
    return writer.identity;
  });
}

/** A destination of the job, or one that was proven in the last seven days, needs no new token. */
function checkProof(
  context: ApiContext,
  scope: JobScope,
  writer: ObjectWriter,
  { token, current }: DestinationChange,
): void {
  const { identity } = writer;
  if (identity === current || context.state.ownership.isProven(scope, identity, context.now())) return;
  const reject = (message: string) => apiError(400, CODES.jobInvalid, message);
  if (token === undefined || token === null || token === '') {
    throw reject('ownership_challenge must be set for the provided destination_conf');
  }
  if (!proves(context, scope, writer, token)) throw reject('incorrect ownership challenge');
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
