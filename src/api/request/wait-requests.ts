// Waits that a caller asks for, so that none comes between two of its requests. Sends nothing.
import { HeadgateError } from '../../base/index.ts';
import type { ManagementApi } from '../management-api.ts';
import type { Connection } from './api-request.ts';
import { awaitWindow } from './send-request.ts';

/** Creates the functions. */
export function waitRequests(connection: Connection): Pick<ManagementApi, 'waitForRequests'> {
  const waitForRequests: ManagementApi['waitForRequests'] = async (requests) => {
    const isAborted = connection.signal?.aborted === true || connection.retrySignal?.aborted === true;
    const outcome = isAborted ? 'interrupted' : await awaitWindow(connection, requests);
    if (outcome === 'interrupted') throw interrupted();
    return outcome === 'waited';
  };

  return { waitForRequests };
}

function interrupted(): HeadgateError {
  const message = 'cannot wait for the API: the run was interrupted; run the command again';
  return new HeadgateError('interrupted', message, { kind: 'interrupted' });
}
