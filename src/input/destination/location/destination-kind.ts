// The kind of a destination as the platform bills it. docs/platform.md, "Prices". Parses no location, and returns no part of it.

import { schemeOf } from './location.ts';

/** Schemes of destinations outside of the platform. docs/platform.md, "Destinations". */
const EXTERNAL: ReadonlySet<string> = new Set('s3 gs azure https splunk datadog sumo bigquery kinesis'.split(' '));
/** A destination of the platform that is reached by an address of another kind: whether it is internal is not documented. */
const HOST_OF_PLATFORM = /\.r2\.cloudflarestorage\.com|\.ingest\.cloudflare\.com/i;

/** Returns whether a destination is R2 or Pipelines, or another one. @returns undefined if that is not known, as for a folder */
export function destinationKind(place: string): 'internal' | 'external' | undefined {
  const scheme = schemeOf(place.trimStart());
  if (scheme === undefined) return undefined;
  if (scheme === 'r2' || scheme === 'pipelines') return 'internal';
  return EXTERNAL.has(scheme) && !HOST_OF_PLATFORM.test(place) ? 'external' : undefined;
}
