// Opens the management API for a verb: connects, and finds the zone or account of a request.
import { isApiId } from '../../base/index.ts';
import { type ApiOwners, scopeOf } from './api-owners.ts';
import { connectApi } from './connect.ts';
import type { ConnectOptions, ManagementApi, Scope } from './management-api.ts';

/** Access to the jobs of a zone or an account. With both, the dataset of the jobs decides. */
export interface JobsAccess extends ConnectOptions, ApiOwners {}

/** Access to a zone. */
export interface ZoneAccess extends ConnectOptions {
  /** Identifier or name of the zone. */
  readonly zone: string;
}

/**
 * Opens the API for jobs.
 * @param dataset where the dataset of the jobs exists
 * @param sharesLimitOf as for `connectApi`
 * @throws HeadgateError for access that cannot be used, and an unknown zone
 */
export async function openJobs(
  { zone, account, ...options }: JobsAccess,
  dataset?: 'zone' | 'account',
  sharesLimitOf?: ManagementApi,
): Promise<{ api: ManagementApi; scope: Scope }> {
  const api = await connectApi(options, sharesLimitOf);
  return { api, scope: await scopeOf(api, { zone, account }, dataset) };
}

/** Opens the API for one zone. @throws HeadgateError as {@link openJobs} */
export async function openZone(
  { zone, ...options }: ZoneAccess,
  sharesLimitOf?: ManagementApi,
): Promise<{ api: ManagementApi; zoneId: string }> {
  const api = await connectApi(options, sharesLimitOf);
  return { api, zoneId: isApiId(zone) ? zone : await api.findZone(zone) };
}
