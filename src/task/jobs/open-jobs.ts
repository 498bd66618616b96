// Opens the management API for the verbs on jobs.
import {
  type ApiOwners,
  type ConnectOptions,
  connectApi,
  type ManagementApi,
  type Scope,
  scopeOf,
} from '../../api/index.ts';

/** Access to the jobs of a zone or an account. With both, the dataset of the jobs decides. */
export interface JobsAccess extends ConnectOptions, ApiOwners {}

/** An open API, and whose jobs to use. */
export interface OpenJobs {
  api: ManagementApi;
  scope: Scope;
}

/**
 * Opens the API.
 * @param dataset where the dataset of the jobs exists
 * @throws HeadgateError for access that cannot be used, and an unknown zone
 */
export async function openJobs(
  { zone, account, ...options }: JobsAccess,
  dataset?: 'zone' | 'account',
): Promise<OpenJobs> {
  const api = await connectApi(options);
  return { api, scope: await scopeOf(api, { zone, account }, dataset) };
}
