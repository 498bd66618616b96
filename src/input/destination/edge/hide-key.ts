// Replaces the key in text that a server has sent: a gateway may repeat the headers of a request in a redirect, a header or a listing.

/** Shorter keys also occur in ordinary names, and are no secret. Characters. */
const SHORTEST_KEY = 8;

/**
 * Replaces each occurrence of the key, in any case: servers lower the case of host names.
 * @param authKey undefined for requests without a key
 */
export function hideKey(text: string, authKey: string | undefined): string {
  if (authKey === undefined || authKey.length < SHORTEST_KEY) return text;
  // A key is visible ASCII: a backslash escapes each of its characters other than letters, digits and underscores.
  return text.replaceAll(new RegExp(authKey.replaceAll(/\W/g, String.raw`\$&`), 'gi'), '***');
}
