// s3://… and r2://… → S3Location, every form a job's destination_conf takes. No request is sent; only where no region
// is named are the AWS settings on this machine asked.
import { HeadgateError, redactSecrets } from '../base/index.ts';
import { parseEndpoint } from './endpoint.ts';
import type { LocationOptions, S3Location } from './location.ts';
import { parameterStart, redactLocation } from './redact-location.ts';

/** The one value that may itself end in a slash; after any other it is a stray one, as a documented example writes it. */
const SECRET = 'secret-access-key';
/** Lengths of secrets that are known (Amazon 40, R2 64): with one character more the last one is a stray slash. */
const SECRET_LENGTHS: ReadonlySet<number> = new Set([40, 64]);
const BUCKET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;
/** What the SDK takes: the region becomes part of a host name. */
const REGION = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const ACCOUNT_ID = /^[A-Za-z0-9]+$/;
/** Services that refuse the bucket in the path of a request. */
const HOST_STYLE_ONLY = /\.aliyuncs\.com$/;

/** Reads an `s3://` or `r2://` source. @throws HeadgateError, a code per mistake, without secrets */
export async function parseBucketLocation(
  source: string,
  scheme: 's3' | 'r2',
  options: LocationOptions,
): Promise<S3Location> {
  const { bucket, prefix, query } = split(source, scheme);
  const display = `${scheme}://${bucket}/${prefix}`;
  const endpoint = endpointOf(scheme, query, options, display);
  const keys = keysOf(query, options, display);
  return {
    kind: 's3',
    scheme,
    bucket,
    prefix,
    region: checkedRegion(await regionOf(scheme, query, options, endpoint, display), display),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...keys,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.retryForMs === undefined ? {} : { retryForMs: options.retryForMs }),
    forcePathStyle: endpoint !== undefined && !HOST_STYLE_ONLY.test(new URL(endpoint).hostname),
    display,
  };
}

function split(source: string, scheme: 's3' | 'r2'): { bucket: string; prefix: string; query: Map<string, string> } {
  const redacted = redactLocation(source);
  const rest = source.slice(source.indexOf('://') + 3);
  const mark = rest.indexOf('?');
  const address = mark < 0 ? rest : rest.slice(0, mark);
  // A folder may hold an @ in its name; before the first slash one ends a user name, and after a colon every one may.
  if (/^(?:[^/@]*@|[^/]*:.*@)/.test(address)) {
    throw new HeadgateError(
      'location-user',
      `cannot read ${redacted}: found keys before an @, wanted them in the query; write ${redacted}?region=…&access-key-id=…&secret-access-key=…`,
    );
  }
  if (parameterStart(address) >= 0) {
    throw new HeadgateError(
      'location-query',
      `cannot read ${redacted}: found the parameters in the address, wanted them after a ?; write ${redacted}?${scheme === 'r2' ? 'account-id' : 'region'}=…&access-key-id=…&secret-access-key=… (an old form of the string had a / there)`,
    );
  }
  const slash = address.indexOf('/');
  const bucket = slash < 0 ? address : address.slice(0, slash);
  if (!BUCKET_NAME.test(bucket)) {
    throw new HeadgateError(
      'location-bucket',
      `cannot read ${redacted}: found ${bucket === '' ? 'no bucket' : 'a bucket name with other than letters, digits, ., - and _'}, wanted ${scheme}://<bucket>/<dir>?…`,
    );
  }
  const prefix = slash < 0 ? '' : address.slice(slash + 1).replace(/%7BDATE%7D/gi, '{DATE}');
  return { bucket, prefix, query: parseQuery(mark < 0 ? '' : rest.slice(mark + 1)) };
}

/** `+` stays as it is: secrets hold it, and a destination is no form. A value with a broken escape is taken literally. */
function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const key = part.slice(0, equals).toLowerCase();
    const value = decode(part.slice(equals + 1));
    const isStray = value.endsWith('/') && (key !== SECRET || SECRET_LENGTHS.has(value.length - 1));
    query.set(key, isStray ? value.replace(/\/+$/, '') : value);
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function endpointOf(
  scheme: 's3' | 'r2',
  query: ReadonlyMap<string, string>,
  options: LocationOptions,
  display: string,
): string | undefined {
  if (options.endpointUrl !== undefined) return parseEndpoint(options.endpointUrl, '--endpoint-url', display);
  const endpoint = query.get('endpoint');
  if (endpoint !== undefined && endpoint !== '') return parseEndpoint(endpoint, 'endpoint', display);
  const account = query.get('account-id') ?? '';
  if (scheme === 's3' || account === '') {
    const ambient = ambientEndpoint();
    if (ambient !== undefined) return parseEndpoint(ambient.url, ambient.name, display);
    if (scheme === 's3') return undefined;
  }
  if (!ACCOUNT_ID.test(account)) {
    throw new HeadgateError(
      'location-account',
      `cannot read ${display}: found ${account === '' ? 'no account-id' : 'an account-id that is no id'}, wanted ?account-id=<account id>&access-key-id=…&secret-access-key=…; the account id stands in the address of the dashboard`,
    );
  }
  return `https://${account}.r2.cloudflarestorage.com`;
}

/** As the AWS CLI takes it from the environment. */
function ambientEndpoint(): { name: string; url: string } | undefined {
  if (process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS?.toLowerCase() === 'true') return undefined;
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const url = process.env[name];
    if (url) return { name, url };
  }
  return undefined;
}

function keysOf(
  query: ReadonlyMap<string, string>,
  options: LocationOptions,
  display: string,
): { accessKeyId: string; secretAccessKey: string } | undefined {
  const accessKeyId = query.get('access-key-id') ?? '';
  const secretAccessKey = query.get(SECRET) ?? '';
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    const [found, missing] = accessKeyId === '' ? [SECRET, 'access-key-id'] : ['access-key-id', SECRET];
    throw new HeadgateError(
      'location-keys',
      `cannot read ${display}: found ${found} without ${missing}, wanted both, or none to use the AWS credentials of this machine`,
    );
  }
  return accessKeyId === '' || options.profile !== undefined ? undefined : { accessKeyId, secretAccessKey };
}

function checkedRegion(region: string, display: string): string {
  if (REGION.test(region)) return region;
  throw new HeadgateError(
    'location-region',
    `cannot read ${display}: found the region ${JSON.stringify(redactSecrets(region))}, wanted letters, digits and - only, like eu-west-1 or auto`,
  );
}

async function regionOf(
  scheme: 's3' | 'r2',
  query: ReadonlyMap<string, string>,
  options: LocationOptions,
  endpoint: string | undefined,
  display: string,
): Promise<string> {
  const named = options.region || query.get('region');
  if (named) return named;
  if (scheme === 'r2' || endpoint?.includes('.r2.cloudflarestorage.com') === true) return 'auto';
  const ambient = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  if (ambient) return ambient;
  // The region most servers that imitate S3 answer to when none is agreed.
  if (endpoint !== undefined) return 'us-east-1';
  const { regionOfProfile } = await import('./s3-client.ts');
  const configured = await regionOfProfile(options.profile);
  if (configured !== undefined) return configured;
  throw new HeadgateError(
    'location-region',
    `cannot read ${display}: found no region, wanted the one the bucket lies in; add ?region=<region> to the source, or --region, or set AWS_REGION`,
  );
}
