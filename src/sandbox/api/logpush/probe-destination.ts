// Opens destinations, and tries whether the service can write to one. docs/platform.md, "Management API".
import { gzipSync } from 'node:zlib';
import { HeadgateError } from '../../../base/index.ts';
import type { ObjectWriter } from '../../destination/object-writer.ts';
import { printSeconds } from '../../state/service-time.ts';
import type { ApiContext } from '../api-context.ts';
import { type ApiError, apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';

/** The object that the platform writes. docs/platform.md, "Object names". */
const PROBE_NAME = 'test.txt.gz';
const PROBE_TEXT = '{"content":"tests"}';
/** Longest wait for a destination. Our own limit; milliseconds. */
export const MAX_WAIT_MS = 10_000;
/** The platform's words for a destination that does not accept an object. */
const CANNOT_WRITE = 'error writing object: error uploading';

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
