// Closes a route of the runtime that reads every object without a key: with it, nothing that the edge script refuses would be protected.

/** Path of the route; miniflare has no option that closes it. */
const ROUTE = '/cdn-cgi/local/r2/public';
/** No path of a URL contains a space: the route is never found. Of equal length, because the configuration contains lengths. */
const NOWHERE = '/cdn-cgi/local/r2/'.padEnd(ROUTE.length, ' ');

/**
 * Replaces the path wherever it is in the configuration of the runtime, which contains the source of its router. Requests to it then reach
 * the edge script, as a key.
 * @param configuration changed in place
 */
export function closePublicRoute(configuration: Buffer): void {
  for (let at = configuration.indexOf(ROUTE); at >= 0; at = configuration.indexOf(ROUTE, at)) {
    configuration.write(NOWHERE, at);
  }
}
