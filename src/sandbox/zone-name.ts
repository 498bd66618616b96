// The name of the zone, as the API returns it and lines contain it.

/** A domain that is reserved for examples: RFC 2606. */
export const ZONE_NAME = 'example.com';
