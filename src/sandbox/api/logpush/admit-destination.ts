// Decides whether a job may push to a destination: proof of ownership where the platform asks for it, a probe elsewhere.
import { gzipSync } from 'node:zlib';
import { HeadgateError } from '../../../base/index.ts';
import type { ObjectWriter } from '../../destination/object-writer.ts';
import { whyStoredOnly } from '../../destination/stored-only.ts';
import type { JobScope } from '../../state/job-config.ts';
import { printSeconds } from '../../state/service-time.ts';
import { type ApiError, apiError, CODES } from '../request/api-error.ts';
import type { ApiContext } from '../routes.ts';
import { isOwnershipToken, OWNERSHIP_MS } from './ownership-token.ts';

/** The object that the platform writes. docs/platform.md, "Object names". */
const PROBE_NAME = 'test.txt.gz';

const PROBE_TEXT = '{"content":"tests"}';

/** Longest wait for a destination. Our own limit; milliseconds. */
export const MAX_WAIT_MS = 10_000;

/** The platform's words for a destination that does not accept an object. */
const CANNOT_WRITE = 'error writing object: error uploading';

/** A change of a job's destination. */
interface DestinationChange {
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

/** Opens a destination, uses it, and closes it. @throws ApiError 400 if it cannot be opened; what `use` throws */
export async function withDestination<T>(
  { openWriter }: ApiContext,
  destinationConf: string,
  use: (writer: ObjectWriter) => T | Promise<T>,
): Promise<T> {
  const writer = await openWriter(destinationConf).catch((error: unknown) => {
    throw error instanceof HeadgateError ? destinationError(error.message) : error;
  });
  try {
    return await use(writer);
  } finally {
    writer.close();
  }
}

/** Writes the probe. @returns why it cannot be written; undefined if it was */
export function probe(context: ApiContext, writer: ObjectWriter): Promise<string | undefined> {
  return tryPut(context, writer, PROBE_NAME, gzipSync(PROBE_TEXT)).then((put) =>
    'key' in put ? undefined : put.reason,
  );
}

/** Writes an object. @returns its key, or the reason why it could not be written, without secrets */
export async function tryPut(
  { now, maxWaitMs }: ApiContext,
  writer: ObjectWriter,
  name: string,
  bytes: Uint8Array,
): Promise<{ key: string } | { reason: string }> {
  const day = printSeconds(now()).slice(0, 'yyyy-mm-dd'.length).replaceAll('-', '');
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort();
      resolve('late');
    }, maxWaitMs);
  });
  try {
    // The request must not wait for a writer that ignores the signal.
    const key = await Promise.race([writer.put(day, name, bytes, timeout.signal), late]);
    if (key !== 'late') return { key };
    return { reason: `${CANNOT_WRITE}: found no answer from ${writer.display} within ${maxWaitMs / 1000} seconds` };
  } catch (error) {
    // Only these messages are free of secrets.
    const reason = error instanceof HeadgateError ? `: ${error.message}` : '';
    return { reason: `${CANNOT_WRITE}${reason}` };
  } finally {
    clearTimeout(timer);
  }
}

/** The answer to a job with a destination that cannot be used. */
export function destinationError(reason: string): ApiError {
  return apiError(400, CODES.jobInvalid, `error validating destination: ${reason}`);
}
