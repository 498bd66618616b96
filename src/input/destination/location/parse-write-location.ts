// Parses s3://… and r2://… as a location to write to. Reads the settings of this machine; sends no request.
import { LocationFault, type LocationOptions, named, type S3Location } from './location.ts';
import { parseBucketLocation } from './parse-bucket-location.ts';
import { cutSchemeOf, s3SchemeOf, schemeOf } from './schemes.ts';

const EXPECTED = 'expected a folder, s3://<bucket>/<dir>?region=… or r2://<bucket>/<dir>?account-id=…';
/** The only server-side encryption that a destination can request. docs/platform.md, "Destinations". */
export const SSE = 'AES256';
/** A destination requests another server-side encryption. */
export const OTHER_SSE = `found another value of sse, expected sse=${SSE} or no sse`;

/** Whether a text names a bucket or another address instead of a folder on this machine. */
export function isAddress(text: string): boolean {
  return schemeOf(text) !== undefined || fewSlashes(text) !== undefined;
}

/** What is wrong with the address of a bucket that has too few slashes. @returns undefined if it has enough */
export function fewSlashes(text: string): string | undefined {
  const scheme = cutSchemeOf(text);
  return scheme === 's3' || scheme === 'r2'
    ? `found too few slashes, expected ${scheme}://<bucket>/<dir>?…`
    : undefined;
}

/**
 * Parses a bucket to write to.
 * @param options settings for the sources. They apply if the text has no parameters; a text with parameters may name
 * another service. `retryForMs` applies to every service
 * @param setting name of the setting, for messages
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export function parseWriteLocation(text: string, options: LocationOptions, setting: string): Promise<S3Location> {
  const source = text.trim();
  return named(`cannot write to ${setting}`, source, async () => {
    const scheme = s3SchemeOf(source);
    if (scheme === undefined) throw new LocationFault('scheme', fewSlashes(source) ?? reasonOf(schemeOf(source)!));
    const hasParameters = /\?./.test(source);
    const ofAnyService: LocationOptions = { retryForMs: options.retryForMs };
    const location = await parseBucketLocation(source, scheme, hasParameters ? ofAnyService : options);
    if (location.sse !== undefined && location.sse !== SSE) throw new LocationFault('parameter', OTHER_SSE);
    return location;
  });
}

function reasonOf(scheme: string): string {
  if (scheme === 'gs') {
    return `found Google Cloud Storage, ${EXPECTED}; use its S3 API with HMAC keys: s3://<bucket>/<dir>?region=auto&endpoint=storage.googleapis.com&access-key-id=…&secret-access-key=…`;
  }
  const hint = scheme === 'https' || scheme === 'http' ? '; the edge script is a source only' : '';
  return `found the scheme ${scheme}://, ${EXPECTED}${hint}`;
}
