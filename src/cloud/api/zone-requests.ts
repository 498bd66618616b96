// Finds a zone by its name, and the account of a zone. docs/platform.md, "Management API".
import { domainToASCII } from 'node:url';
import { HeadgateError } from '../../base/index.ts';
import { idsOf } from './api-owners.ts';
import type { ManagementApi } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestResult } from './request/request-result.ts';
import { zoneOfAccount, zones } from './result-schemas.ts';

/** Creates the functions. */
export function zoneRequests(connection: Connection): Pick<ManagementApi, 'findZone' | 'readAccountOf'> {
  return {
    readAccountOf: async (zone) => {
      const request: ApiRequest = {
        action: `read the account of the zone ${zone}`,
        permission: 'Zone Read for this zone',
        send: (client, options) => client.zones.get(idsOf({ zone }) as { zone_id: string }, options),
      };
      return (await requestResult(connection, request, zoneOfAccount)).account.id;
    },

    findZone: async (name) => {
      const shown = JSON.stringify(name);
      const request: ApiRequest = {
        action: `find the zone ${shown}`,
        permission: 'Zone Read for this zone',
        send: (client, options) => client.zones.list({ name }, options),
      };
      const all = await requestResult(connection, request, zones);
      // Names with other letters than ASCII have two forms.
      const found = all.filter((zone) => domainToASCII(zone.name) === domainToASCII(name));
      if (found.length === 1) return found[0]!.id;
      if (found.length > 1) {
        const ids = found.map(({ id }) => id).join(', ');
        throw new HeadgateError(
          'zone-ambiguous',
          `cannot find the zone ${shown}: these credentials have access to ${found.length} zones of this name (${ids}); use the id of one`,
        );
      }
      throw new HeadgateError(
        'zone-missing',
        `cannot find the zone ${shown}: these credentials have access to no zone of this name; use its name without subdomains, or its id of 32 hexadecimal digits`,
      );
    },
  };
}
