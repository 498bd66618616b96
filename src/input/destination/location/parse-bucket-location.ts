// s3://… and r2://… → S3Location, in every form that a job's destination_conf accepts. Sends no request; reads the AWS
// settings on this machine only if the source names no region.
import { resemblesAccessKey } from '../../../base/index.ts';
import { loadS3Sdk } from '../s3-sdk.ts';
import { type Parameters, parseParameters } from './destination-parameters.ts';
import { parseEndpoint } from './endpoint.ts';
import { type Location, LocationFault, type LocationOptions, type S3Location } from './location.ts';
import { parameterStart, redactLocation } from './redact-location.ts';

const BUCKET_NAME = /^(?!(?:AKIA|ASIA)[A-Z0-9]{16}$)[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;
/** The form that the SDK accepts: the region becomes part of a host name. */
const REGION = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** Invalid regions that may be printed: a word or two. */
const SHOWN_REGION = /^[\w .-]{1,19}$/;
/** Shortest profile name to reject as a key: names of accounts and roles are long words too. Characters. */
const SHORTEST_KEY_AS_PROFILE = 40;
/** 32 hexadecimal digits. Slightly longer values are accepted, secrets (40 and more) are not. */
const ACCOUNT_ID = /^(?!AKIA|ASIA)[A-Za-z0-9]{1,36}$/;
/** The addresses of R2: of an account, or of one in a jurisdiction. */
const R2_ENDPOINT = /^https:\/\/[A-Za-z0-9]{1,36}(?:\.(?:eu|fedramp))?\.r2\.cloudflarestorage\.com$/;
/** Services that reject the bucket in the path of a request. */
const HOST_STYLE_ONLY = /\.aliyuncs\.com$/;

/** Parses an `s3://` or `r2://` source. @throws LocationFault with a code per mistake */
export async function parseBucketLocation(
  source: string,
  scheme: 's3' | 'r2',
  options: LocationOptions,
): Promise<S3Location> {
  const { bucket, prefix, query: text } = splitBucketAddress(source, scheme);
  const display = `${scheme}://${bucket}/${prefix}`;
  const query = parseParameters(text);
  const endpoint = endpointOf(scheme, query, options);
  const keys = keysOf(query, options);
  return {
    kind: 's3',
    scheme,
    bucket,
    prefix,
    region: checkedRegion(await regionOf(scheme, query, options, endpoint)),
    endpoint,
    ...keys,
    profile: checkedProfile(options.profile),
    sse: query.sse || undefined,
    retryForMs: options.retryForMs,
    forcePathStyle: endpoint !== undefined && !HOST_STYLE_ONLY.test(new URL(endpoint).hostname),
    display,
  };
}

/** Splits the text into its parts. @throws LocationFault `user`, `query`, `bucket` */
export function splitBucketAddress(
  source: string,
  scheme: 's3' | 'r2',
): { bucket: string; prefix: string; query: string } {
  const redacted = redactLocation(source);
  const rest = source.slice(source.indexOf('://') + 3);
  const mark = rest.indexOf('?');
  const address = mark < 0 ? rest : rest.slice(0, mark);
  // A folder name may contain an @. Before the first slash an @ ends a user name, and after a colon every @ may.
  if (/^(?:[^/@]*@|[^/]*:.*@)/.test(address)) {
    throw new LocationFault(
      'user',
      `found keys before an @, expected keys in the query; write ${redacted}?region=…&access-key-id=…&secret-access-key=…`,
    );
  }
  if (parameterStart(address) >= 0) {
    throw new LocationFault(
      'query',
      `found parameters in the path, expected parameters after a ?; write ${redacted}?${scheme === 'r2' ? 'account-id' : 'region'}=…&access-key-id=…&secret-access-key=… (an old form of the string has a / there)`,
    );
  }
  const slash = address.indexOf('/');
  const bucket = slash < 0 ? address : address.slice(0, slash);
  if (!BUCKET_NAME.test(bucket)) {
    throw new LocationFault(
      'bucket',
      `found ${bucket === '' ? 'no bucket' : 'a bucket name with characters other than letters, digits, ., - and _'}, expected ${scheme}://<bucket>/<dir>?…`,
    );
  }
  const prefix = slash < 0 ? '' : address.slice(slash + 1).replace(/%7BDATE%7D/gi, '{DATE}');
  return { bucket, prefix, query: mark < 0 ? '' : rest.slice(mark + 1) };
}

function endpointOf(scheme: 's3' | 'r2', query: Parameters, options: LocationOptions): string | undefined {
  if (options.endpointUrl !== undefined) return parseEndpoint(options.endpointUrl, '--endpoint-url');
  const { endpoint, 'account-id': account = '' } = query;
  if (endpoint !== undefined && endpoint !== '') return parseEndpoint(endpoint, 'endpoint');
  if (scheme === 's3' || account === '') {
    const ambient = ambientEndpoint();
    if (ambient !== undefined) return parseEndpoint(ambient.url, ambient.name);
    if (scheme === 's3') return undefined;
  }
  return endpointOfAccount(account);
}

/** Returns the address of R2 for an account. @throws LocationFault `account` */
export function endpointOfAccount(account: string): string {
  if (!ACCOUNT_ID.test(account)) {
    throw new LocationFault(
      'account',
      `found ${account === '' ? 'no account-id' : 'an account-id that is not a valid id'}, expected ?account-id=<account id>&access-key-id=…&secret-access-key=…; the address of the dashboard contains the account id`,
    );
  }
  return `https://${account}.r2.cloudflarestorage.com`;
}

/** Whether requests for a location that was not parsed here go to Amazon S3 or to R2: its name and region are parts of host names. */
export function isServiceOfVendor(location: Location): boolean {
  if (location.kind !== 's3') return false;
  const { bucket, region, endpoint } = location;
  return BUCKET_NAME.test(bucket) && REGION.test(region) && (endpoint === undefined || R2_ENDPOINT.test(endpoint));
}

/** Reads the endpoint from the environment as the AWS CLI does. */
function ambientEndpoint(): { name: string; url: string } | undefined {
  if (process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS?.toLowerCase() === 'true') return undefined;
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const url = process.env[name];
    if (url) return { name, url };
  }
  return undefined;
}

function keysOf(
  query: Parameters,
  options: LocationOptions,
): { accessKeyId: string; secretAccessKey: string } | undefined {
  const { 'access-key-id': accessKeyId = '', 'secret-access-key': secretAccessKey = '' } = query;
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    const names = ['access-key-id', 'secret-access-key'];
    const [set, missing] = accessKeyId === '' ? names.reverse() : names;
    throw new LocationFault(
      'keys',
      `found ${set} without ${missing}, expected both keys, or neither to use the AWS credentials of this machine`,
    );
  }
  return accessKeyId === '' || options.profile !== undefined ? undefined : { accessKeyId, secretAccessKey };
}

function checkedProfile(profile: string | undefined): string | undefined {
  if (profile === undefined || !resemblesAccessKey(profile) || profile.length < SHORTEST_KEY_AS_PROFILE) return profile;
  throw new LocationFault(
    'profile',
    `found a --profile that may be a key, expected the name of a profile (list them: aws configure list-profiles)`,
  );
}

/** Returns the region. @throws LocationFault `region` for one of another form */
export function checkedRegion(region: string): string {
  const isKey = resemblesAccessKey(region);
  if (REGION.test(region) && !isKey) return region;
  // An invalid region may be a secret of unknown form.
  const shown =
    isKey || !SHOWN_REGION.test(region) ? 'a region that may be a key' : `the region ${JSON.stringify(region)}`;
  throw new LocationFault('region', `found ${shown}, expected only letters, digits and -, like eu-west-1 or auto`);
}

async function regionOf(
  scheme: 's3' | 'r2',
  query: Parameters,
  options: LocationOptions,
  endpoint: string | undefined,
): Promise<string> {
  const named = options.region || query.region;
  if (named) return named;
  if (scheme === 'r2' || endpoint?.includes('.r2.cloudflarestorage.com') === true) return 'auto';
  const ambient = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  if (ambient) return ambient;
  // The region that most S3-compatible servers accept by default.
  if (endpoint !== undefined) return 'us-east-1';
  const configured = await regionOfProfile(options.profile);
  if (configured !== undefined) return configured;
  throw new LocationFault(
    'region',
    `found no region, expected the region of the bucket; add ?region=<region> to the source, or --region, or set AWS_REGION`,
  );
}

/** Returns the region that the AWS settings of this machine name, or undefined. Sends no request to a bucket. */
async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  const { S3Client } = await loadS3Sdk();
  const client = new S3Client(profile === undefined ? {} : { profile });
  try {
    return await client.config.region();
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
}
