// https://<host>/<prefix> → EdgeLocation: a bucket behind the edge script. Sends no request. The address never contains a secret.
import { HeadgateError, isVisibleAscii } from '../../../base/index.ts';
import { DATE_PLACEHOLDER, type EdgeLocation, LocationFault, type LocationOptions } from './location.ts';
import { hasDotSegment, pathOfKey } from './object-url.ts';

const EXPECTED = 'expected https://<host>/<dir>, the address of the edge script';
/** The form of an address. URL.parse accepts more: backslashes, further slashes and white space, which would move the end of the host. */
const FORM = /^https?:\/\/[^/\\\s]+(?:\/[^\\]*)?$/i;
/** Reads what the edge script does not serve. */
export const PIPE = 'to read a single file of another server, pipe it: curl <address> | headgate replay -';
/** Hosts that are this machine: their traffic needs no encryption. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Hosts of S3 APIs. */
const S3_HOST =
  /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|r2\.cloudflarestorage\.com|digitaloceanspaces\.com|backblazeb2\.com|wasabisys\.com|storage\.googleapis\.com)$/;
/** Hosts that people copy an address of a bucket from. */
const DASHBOARD = /^(?:dash|api)\.cloudflare\.com$|(?:^|\.)console\.aws\.amazon\.com$/;
/** Environment variable with the key of the edge script. */
const EDGE_KEY = 'HEADGATE_EDGE_KEY';

/** Parses a source. @throws LocationFault `scheme`; HeadgateError `edge-key` */
export async function parseEdgeLocation(source: string, options: LocationOptions): Promise<EdgeLocation> {
  const fail = (reason: string): LocationFault => new LocationFault('scheme', reason);
  const url = URL.parse(source);
  const malformed = fail(`found an address that is not a URL, ${EXPECTED}; write \\ in a name as %5C`);
  if (url === null) throw malformed;
  if (url.username !== '' || url.password !== '') {
    throw fail(`found a user name or password, ${EXPECTED}; set its key in HEADGATE_EDGE_KEY; ${PIPE}`);
  }
  if (DASHBOARD.test(url.hostname)) {
    throw fail(
      `found the address of a dashboard or API, expected s3://<bucket>/<dir>?region=…, r2://<bucket>/<dir>?account-id=… or https://<host>/<dir> of the edge script`,
    );
  }
  if (S3_HOST.test(url.hostname)) {
    throw fail(
      `found the address of an S3 API, expected s3://<bucket>/<dir>?region=…&endpoint=${url.host} (or r2://<bucket>/<dir>?account-id=…)`,
    );
  }
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    throw fail(
      `found http://, which would send the key unencrypted, ${EXPECTED}; for an S3 server write s3://<bucket>/<dir>?region=…&endpoint=http://${url.host}; ${PIPE}`,
    );
  }
  if (/[?#]/.test(source)) {
    throw fail(`found a query or fragment, ${EXPECTED}, without them; write ? in a name as %3F and # as %23; ${PIPE}`);
  }
  if (!FORM.test(source)) throw malformed;
  const prefix = prefixOf(source);
  if (prefix === undefined)
    throw fail(`found a % that does not begin a percent code of UTF-8, expected % in a name as %25`);
  // A URL resolves them, escaped or not.
  if (hasDotSegment(prefix)) throw fail('found the segment . or .. in the path, expected a path without them');
  const display = `${url.origin}/${pathOfKey(prefix).replaceAll(pathOfKey(DATE_PLACEHOLDER), DATE_PLACEHOLDER)}`;
  return {
    kind: 'edge',
    origin: url.origin,
    prefix,
    authKey: await findEdgeKey(options, { display, host: url.host }),
    retryForMs: options.retryForMs,
    display,
  };
}

/**
 * Returns the key of the edge script: from the request, the environment or a question. Never part of a source, and never printed. Removes white
 * space around it, as copied text often has it.
 * @param source its address for messages, and its host for the question
 * @returns undefined if there is none: public objects need no key
 * @throws HeadgateError `edge-key` for a key that no header can carry
 */
async function findEdgeKey(
  { edgeKey, askEdgeKey }: LocationOptions,
  { display, host }: { display: string; host: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  if (edgeKey !== undefined) return checkedKey(edgeKey, 'edgeKey', display);
  const ambient = checkedKey(env[EDGE_KEY] ?? '', EDGE_KEY, display);
  if (ambient !== undefined || askEdgeKey === undefined) return ambient;
  return checkedKey(await askEdgeKey(host), 'the key', display);
}

function checkedKey(text: string, name: string, display: string): string | undefined {
  const key = text.trim();
  if (key === '') return undefined;
  if (isVisibleAscii(key)) return key;
  throw new HeadgateError(
    'edge-key',
    `cannot read ${display}: found a space, a line break or another unexpected character in ${name}, expected visible ASCII characters; copy the key again`,
  );
}

/** Whether an origin is https:// on this machine. */
export function isLocalTls(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && LOOPBACK.has(hostname);
}

/** The decoded path without its first slash, as the user wrote it. @returns undefined if it cannot be decoded */
function prefixOf(source: string): string | undefined {
  const address = source.slice(source.indexOf('://') + 3);
  const slash = address.indexOf('/');
  if (slash < 0) return '';
  try {
    return decodeURIComponent(address.slice(slash + 1));
  } catch {
    return undefined;
  }
}
