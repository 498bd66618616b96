// Opens the management API for the custom fields of one zone, and finds a zone by its name.
import type { ConnectOptions, ManagementApi } from '../../api/index.ts';

/** Access to a zone. */
export interface ZoneAccess extends ConnectOptions {
  /** Identifier or name of the zone. */
  readonly zone: string;
}

/** An open API, and the identifier of the zone. */
export interface OpenZone {
  api: ManagementApi;
  zoneId: string;
}

/** Opens the API. @throws HeadgateError for an unknown zone */
export async function openZone({ zone, ...options }: ZoneAccess): Promise<OpenZone> {
  // Loads the SDK.
  const { connectApi, isApiId } = await import('../../api/index.ts');
  const api = await connectApi(options);
  return { api, zoneId: isApiId(zone) ? zone : await api.findZone(zone) };
}
