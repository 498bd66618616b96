// Opens the management API for the verbs on jobs, and finds a zone by its name.
import { HeadgateError } from '../../base/index.ts';
import type { ConnectOptions, ManagementApi, Scope } from '../../api/index.ts';

/** Access to the jobs of a zone or an account. */
export interface JobsAccess extends ConnectOptions {
  /** Zone or account of the jobs. A zone may be given by its name. */
  scope: Scope;
}

/** An open API, and the scope by identifier. */
export interface OpenJobs {
  api: ManagementApi;
  scope: Scope;
}

const IDENTIFIER = /^[0-9a-f]{32}$/;

/** Opens the API. @throws HeadgateError for an unknown zone, or an account that is not an identifier */
export async function openJobs({ scope, ...options }: JobsAccess): Promise<OpenJobs> {
  // Loads the SDK.
  const { connectApi } = await import('../../api/index.ts');
  if ('account' in scope && !IDENTIFIER.test(scope.account)) {
    throw new HeadgateError(
      'usage',
      `cannot use the account: found ${JSON.stringify(scope.account)}, expected its identifier of 32 hexadecimal digits`,
    );
  }
  const api = await connectApi(options);
  if ('account' in scope || IDENTIFIER.test(scope.zone)) return { api, scope };
  return { api, scope: { zone: await api.findZone(scope.zone) } };
}
