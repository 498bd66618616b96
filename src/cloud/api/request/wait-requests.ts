// Waits that a caller asks for: before requests between which it must not wait, and after a request that only its caller may repeat. Sends
// nothing.
import { HeadgateError, printWait } from '../../../base/index.ts';
import type { ManagementApi } from '../management-api.ts';
import type { Connection } from './api-request.ts';
import { MAX_TRIES } from './request-limits.ts';
import { awaitWindow, backoff, pause } from './send-request.ts';

/** Creates the functions. */
export function waitRequests(connection: Connection) {
  return {
    waitForRequests: async (requests) => {
      const outcome = isAborted(connection) ? 'interrupted' : await awaitWindow(connection, requests);
      if (outcome === 'interrupted') throw interrupted();
      return outcome === 'waited';
    },

    waitAfter: async (error, tries) => {
      const requestedMs = error instanceof HeadgateError ? error.retryAfterMs : undefined;
      if (requestedMs === undefined || tries >= MAX_TRIES || requestedMs > connection.retry.maxRetryAfterMs)
        return false;
      if (isAborted(connection)) throw interrupted();
      const delayMs = Math.max(requestedMs, backoff(connection, tries));
      connection.onRetry(`${(error as HeadgateError).message}; continuing in ${printWait(delayMs)}`);
      if (!(await pause(connection, delayMs))) throw interrupted();
      if (requestedMs > 0) connection.rateLimit.reset();
      return true;
    },
  } satisfies Partial<ManagementApi>;
}

function isAborted({ signal, retrySignal }: Connection): boolean {
  return signal?.aborted === true || retrySignal?.aborted === true;
}

function interrupted(): HeadgateError {
  const message = 'cannot wait for the API: the run was interrupted; run the command again';
  return new HeadgateError('interrupted', message, { kind: 'interrupted' });
}
