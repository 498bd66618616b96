// Parses the sources of a run, all before the first is listed: a mistake in the last one costs no time, and a question for the key of the
// edge script is not asked among the figures of a listing.
import { HeadgateError } from '../../base/index.ts';
import { type Location, type LocationOptions, parseLocation } from '../destination/index.ts';

/**
 * Parses the sources in order.
 * @throws HeadgateError for a source that cannot be parsed; `usage` for two hosts that would receive the same key
 */
export async function parseSources(sources: readonly string[], connection: LocationOptions): Promise<Location[]> {
  const locations: Location[] = [];
  for (const source of sources) locations.push(await parseLocation(source, connection));
  const keyed = new Set(
    locations.flatMap((one) => (one.kind === 'edge' && one.authKey !== undefined ? [one.origin] : [])),
  );
  if (keyed.size > 1) {
    const [first, second] = keyed;
    throw new HeadgateError(
      'usage',
      `cannot read ${first} and ${second} in one run: found one key for two hosts, expected one host for each key; read them in separate runs, each with its own key; for public objects, unset HEADGATE_EDGE_KEY`,
    );
  }
  return locations;
}
