// destination_conf → ObjectWriter: the only file that knows every kind of destination. Sends no request.
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HeadgateError } from '../../base/index.ts';
import { isAddress, redactLocation } from '../../input/destination/index.ts';
import { folderWriter } from './folder-writer.ts';
import type { DestinationRules, ObjectWriter, OwnBuckets } from './object-writer.ts';
import { openS3Writer } from './s3-writer.ts';
import { storedOnlyWriter, whyStoredOnly } from './stored-only.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The forms that the sandbox supports, for messages. */
const EXPECTED =
  's3://<bucket>/<dir>?region=…, r2://<bucket>/<dir>?account-id=…&access-key-id=…&secret-access-key=…, or the absolute path of a folder';

/**
 * Opens the destination of a job for writing; sends no request, and creates no folder.
 * @param conf `s3://…` and `r2://…` as in a job's `destination_conf`; an absolute path or `file:///…`. Each may contain
 * `{DATE}`
 * @param own the buckets of the sandbox. They are meant by `s3://` with their name and without `endpoint`, as if their policy
 * granted access, and by `r2://` with its account
 * @param rules what else is written to
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export async function openObjectWriter(
  conf: string,
  own: OwnBuckets | undefined,
  rules: DestinationRules = {},
): Promise<ObjectWriter> {
  const text = conf.trim();
  if (whyStoredOnly(text) !== undefined) return storedOnlyWriter(text);
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file') return folderWriter(pathOfUrl(text));
  if (scheme === 's3' || scheme === 'r2' || (scheme === undefined && isAddress(text))) {
    return await openS3Writer(text, own, rules);
  }
  if (scheme !== undefined) throw cannotWrite('location-scheme', text, `found the scheme ${scheme}://`);
  if (isAbsolute(text)) return folderWriter(text);
  throw cannotWrite('location-path', text, text === '' ? 'found empty text' : 'found a relative path');
}

function pathOfUrl(text: string): string {
  const url = URL.parse(text);
  try {
    if (url !== null && url.search === '' && url.hash === '') return fileURLToPath(url);
  } catch {
    // A host, or an escaped slash.
  }
  throw cannotWrite('location-path', text, 'found a URL that is not file:///<path>');
}

function cannotWrite(code: string, text: string, found: string): HeadgateError {
  return new HeadgateError(
    code,
    `cannot write to destination_conf ${redactLocation(text)}: ${found}, but the sandbox supports ${EXPECTED}`,
  );
}
