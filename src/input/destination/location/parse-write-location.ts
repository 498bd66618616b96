// Parses s3://… and r2://… as a location to write to. Reads the settings of this machine; sends no request.
import { HeadgateError } from '../../../base/index.ts';
import { type LocationOptions, type S3Location, schemeOf } from './location.ts';
import { parseBucketLocation } from './parse-bucket-location.ts';
import { redactLocation } from './redact-location.ts';

/** A bucket with too few slashes. */
export const ONE_SLASH = /^(s3|r2):\/?(?!\/)/i;
const EXPECTED = 'expected a folder, s3://<bucket>/<dir>?region=… or r2://<bucket>/<dir>?account-id=…';
/** The only server-side encryption that a destination can request. docs/platform.md, "Destinations". */
export const SSE = 'AES256';

/** Whether a text names a bucket or another address instead of a folder on this machine. */
export function isAddress(text: string): boolean {
  return schemeOf(text) !== undefined || ONE_SLASH.test(text);
}

/**
 * Parses a bucket to write to.
 * @param options settings for the sources. They apply if the text has no parameters; a text with parameters may name
 * another service. `retryForMs` applies to every service
 * @param setting name of the setting, for messages
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export async function parseWriteLocation(text: string, options: LocationOptions, setting: string): Promise<S3Location> {
  const cannot = `cannot write to ${setting}`;
  const source = text.trim();
  const oneSlash = ONE_SLASH.exec(source)?.[1]?.toLowerCase();
  const scheme = schemeOf(source);
  if (scheme !== 's3' && scheme !== 'r2') {
    const hint =
      oneSlash === undefined ? reasonOf(scheme!) : `found too few slashes, expected ${oneSlash}://<bucket>/<dir>?…`;
    throw new HeadgateError('location-scheme', `${cannot} ${redactLocation(source)}: ${hint}`);
  }
  const hasParameters = /\?./.test(source);
  const ofAnyService: LocationOptions = { retryForMs: options.retryForMs };
  const location = await parseBucketLocation(source, scheme, hasParameters ? ofAnyService : options).catch(
    (error: unknown) => {
      if (!(error instanceof HeadgateError)) throw error;
      const message = error.message.replace(/^cannot read/, cannot);
      throw new HeadgateError(error.code, message, { kind: error.kind });
    },
  );
  if (location.sse !== undefined && location.sse !== SSE) {
    throw new HeadgateError(
      'location-parameter',
      `${cannot} ${location.display}: found another value of sse, expected sse=${SSE} or no sse`,
    );
  }
  return location;
}

function reasonOf(scheme: string): string {
  if (scheme === 'gs') {
    return `found Google Cloud Storage, ${EXPECTED}; use its S3 API with HMAC keys: s3://<bucket>/<dir>?region=auto&endpoint=storage.googleapis.com&access-key-id=…&secret-access-key=…`;
  }
  const hint = scheme === 'https' || scheme === 'http' ? '; the edge script is a source only' : '';
  return `found the scheme ${scheme}://, ${EXPECTED}${hint}`;
}
