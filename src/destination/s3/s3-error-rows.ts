// The table of S3 failures: how each is recognised, what it is called, and what it tells the user. First match counts.
import type { S3Location } from '../location/location.ts';
import type { ObjectFindingCode } from '../object-finding.ts';

/** What was being done. */
export type S3Action = 'list' | 'get' | 'put';

/** What is known of a failure. */
export interface S3ErrorFacts {
  action: S3Action;
  location: S3Location;
  /** Host asked, with its port. */
  host: string;
  /** Name of the S3 error, or of the SDK's own. */
  name: string;
  /** HTTP status, where there was an answer. */
  status: number | undefined;
  /** System error codes, of the error and of those it holds. */
  codes: readonly string[];
  message: string;
  /** Region the answer names, where it is not the one asked. */
  region: string | undefined;
  /** Regions the answer offers. */
  regions: string | undefined;
}

/** One kind of failure. */
export interface S3ErrorRow {
  /** Of the HeadgateError; never changes its meaning. */
  code: string;
  when(facts: S3ErrorFacts): boolean;
  /** The sentence after "cannot list …: ". */
  describe(facts: S3ErrorFacts): string;
  /** Where it concerns one object while reading: the finding it becomes. Without it, reading ends for all objects. */
  finding?: ObjectFindingCode;
  /** Whether a retry may succeed. @default false */
  isTransient?: boolean;
  /** Whether the answer is not one of S3: from a bucket that has answered before, a retry may succeed. @default false */
  isGarbled?: boolean;
  /** Whether the server was silent or slow, for as long as that is waited for. @default false */
  isSilence?: boolean;
  /** Whether the address of the bucket leads to no server: before a first answer, a few tries decide. @default false */
  isAddress?: boolean;
}

/** Name given to an answer that was understood and is no answer of S3. */
export const NOT_S3 = 'NotS3';

const TLS_TRUST = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const TLS_CERTIFICATE = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID']);

/** HTTP statuses of a server that does not know the request at all: it fails every time. */
const UNSUPPORTED: ReadonlySet<number> = new Set([501, 505]);

/** Of an object that is not the one that was listed, or not the one whose reading began. */
export const REPLACED = 'it was changed or replaced after it was listed';

function named(...names: string[]): (facts: S3ErrorFacts) => boolean {
  return ({ name }) => names.includes(name);
}

function coded(...codes: string[]): (facts: S3ErrorFacts) => boolean {
  return (facts) => facts.codes.some((code) => codes.includes(code));
}

/** All failures that are told apart. */
export const S3_ERROR_ROWS: readonly S3ErrorRow[] = [
  {
    code: 's3-no-bucket',
    when: named('NoSuchBucket'),
    describe: ({ location, host }) =>
      `found no bucket ${JSON.stringify(location.bucket)} at ${host}; check its name${location.scheme === 'r2' ? ' and account-id (jurisdictions have an endpoint of their own)' : ', region and endpoint'}`,
  },
  {
    code: 's3-access-key',
    // R2 tells the keys of another service by their length.
    when: (facts) =>
      named('InvalidAccessKeyId', 'Unauthorized')(facts) ||
      facts.status === 401 ||
      /access key has length/.test(facts.message),
    describe: ({ host, location }) =>
      `found an access key id that ${host} does not know; check ${location.accessKeyId === undefined ? 'the AWS credentials of this machine' : 'access-key-id'}, and that ${location.accessKeyId === undefined ? 'they belong' : 'it belongs'} to this service and account`,
  },
  {
    code: 's3-signature',
    when: named('SignatureDoesNotMatch'),
    describe: ({ host }) =>
      `found a secret access key that does not belong to its access key id (${host} refuses the signature); check secret-access-key, in the source %, & and # are written %25, %26 and %23`,
  },
  {
    code: 's3-expired',
    when: named('ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken', 'RequestExpired'),
    describe: () => 'found credentials that have expired; sign in again (aws sso login), or renew the session token',
  },
  {
    code: 's3-no-credentials',
    when: (facts) =>
      named('CredentialsProviderError', 'TokenProviderError')(facts) ||
      facts.message.includes('Could not load credentials'),
    describe: ({ location }) =>
      location.profile === undefined
        ? 'found no credentials; add access-key-id and secret-access-key to the source, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile with --profile'
        : `found no usable credentials for the profile ${JSON.stringify(location.profile)}; check its name (aws configure list-profiles), or sign in (aws sso login)`,
  },
  {
    code: 's3-clock',
    when: named('RequestTimeTooSkewed'),
    describe: ({ host }) =>
      `found a clock that differs from that of ${host} by more than 15 minutes; set this machine's clock`,
  },
  {
    code: 's3-region',
    when: (facts) =>
      named(
        'PermanentRedirect',
        'TemporaryRedirect',
        'Redirect',
        'AuthorizationHeaderMalformed',
        'IllegalLocationConstraintException',
        'InvalidRegionName',
      )(facts) ||
      facts.message.startsWith('Region not accepted') ||
      [301, 307, 308].includes(facts.status ?? 0),
    describe: ({ location, region, regions }) =>
      `found the region ${location.region}, expected ${expectedRegion(region, regions)}`,
  },
  {
    code: 's3-proxy',
    when: ({ status }) => status === 407,
    describe: ({ host }) =>
      `a proxy before ${host} asks for a login (HTTP 407); check the proxy settings of this machine`,
  },
  {
    code: 's3-archived',
    when: named('InvalidObjectState'),
    finding: 'object-archived',
    describe: () => 'it lies in an archive storage class (Glacier) and must be restored before it can be read',
  },
  {
    code: 's3-changed',
    // Only what is already known of an object is asked for, so an end before that (416) is another object's too.
    when: ({ name, status }) => name === 'PreconditionFailed' || status === 412 || status === 416,
    finding: 'object-changed',
    describe: () => REPLACED,
  },
  {
    code: 's3-no-key',
    when: (facts) => named('NoSuchKey', 'NotFound')(facts) && facts.action === 'get',
    finding: 'object-gone',
    describe: () => 'it was listed and is no longer there',
  },
  {
    code: 's3-denied',
    when: (facts) => ['AccessDenied', 'Forbidden', 'AllAccessDisabled'].includes(facts.name) || facts.status === 403,
    finding: 'object-denied',
    describe: ({ action, location, host }) =>
      action === 'put'
        ? `${host} denies writing to the bucket ${JSON.stringify(location.bucket)}; give the credentials s3:PutObject (R2: object read and write)`
        : action === 'get'
          ? 'access to it is denied: the credentials lack s3:GetObject for it, or the key it is encrypted with'
          : `${host} denies listing the bucket ${JSON.stringify(location.bucket)}; give the credentials s3:ListBucket (R2: object read), or name one object`,
  },
  {
    code: 's3-refused',
    when: coded('ECONNREFUSED'),
    finding: 'read-failed',
    isTransient: true,
    isAddress: true,
    describe: ({ host }) => `nothing listens at ${host} (connection refused); check the endpoint and its port`,
  },
  {
    code: 's3-unknown-host',
    when: coded('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'),
    finding: 'read-failed',
    isTransient: true,
    isAddress: true,
    describe: ({ host, location }) =>
      `the name ${host} cannot be resolved; check ${location.endpoint === undefined ? 'region' : 'the endpoint (a host, without the bucket)'} and the network`,
  },
  {
    code: 's3-unreachable',
    when: coded('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'),
    finding: 'read-failed',
    isTransient: true,
    isAddress: true,
    describe: ({ host }) => `no way to ${host}; check the network, a VPN or proxy`,
  },
  {
    code: 's3-certificate',
    when: (facts) => facts.codes.some((code) => TLS_TRUST.has(code) || TLS_CERTIFICATE.has(code)),
    finding: 'read-failed',
    describe: ({ host, codes }) =>
      codes.some((code) => TLS_TRUST.has(code))
        ? `the certificate of ${host} is signed by nobody this machine trusts; name its authority with NODE_EXTRA_CA_CERTS=<file.pem>`
        : `the certificate of ${host} has expired or is made out to another name; check the endpoint, or have it renewed`,
  },
  {
    code: 's3-not-tls',
    when: coded('EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'),
    finding: 'read-failed',
    describe: ({ host }) => `${host} does not speak TLS; if it is a local server, write the endpoint as http://${host}`,
  },
  {
    code: 's3-too-many-open',
    when: coded('EMFILE', 'ENFILE'),
    // src/destination/open-limit.ts reads the object again, with fewer at a time.
    finding: 'too-many-open',
    describe: () =>
      'the system opens no more connections for this process; raise its limit of open files, for example with ulimit -n 1024',
  },
  {
    code: 's3-broken-connection',
    // Before silence: the SDK calls a connection that was reset a TimeoutError.
    when: (facts) =>
      coded('ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE')(facts) ||
      // What arrives is not HTTP, or ends within it.
      facts.codes.some((code) => code.startsWith('HPE_')) ||
      facts.message === 'aborted',
    finding: 'read-failed',
    isTransient: true,
    describe: ({ host }) =>
      `${host} keeps breaking off the connection; check the endpoint, the network, a VPN or proxy`,
  },
  {
    code: 's3-timeout',
    when: (facts) =>
      named('TimeoutError', 'RequestTimeout')(facts) ||
      coded('ETIMEDOUT', 'ESOCKETTIMEDOUT')(facts) ||
      facts.status === 408,
    finding: 'read-failed',
    isTransient: true,
    isSilence: true,
    describe: ({ host }) => `${host} does not answer in time; check the endpoint, the network, a VPN or proxy`,
  },
  {
    code: 's3-throttled',
    when: (facts) =>
      named('SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'RequestLimitExceeded')(facts) ||
      facts.status === 429 ||
      facts.status === 503,
    finding: 'read-failed',
    isTransient: true,
    describe: ({ host, status }) => `${host} keeps asking to slow down${http(status)}; try again later`,
  },
  {
    code: 's3-server',
    when: ({ status }) => status !== undefined && status >= 500 && !UNSUPPORTED.has(status),
    finding: 'read-failed',
    isTransient: true,
    describe: ({ host, status }) => `${host} keeps failing${http(status)}; try again later`,
  },
  {
    code: 's3-not-s3',
    when: ({ status }) => UNSUPPORTED.has(status ?? 0),
    finding: 'read-failed',
    describe: describeNotS3,
  },
  {
    code: 's3-not-s3',
    when: ({ status, name, action, message }) =>
      (action === 'list' && status === 200) ||
      (action !== 'get' && (status === 404 || status === 405 || name === NOT_S3)) ||
      /XML parse error/.test(message),
    finding: 'read-failed',
    isGarbled: true,
    describe: describeNotS3,
  },
];

function describeNotS3({ host, status }: S3ErrorFacts): string {
  return `${host} does not answer like S3${http(status)}; the endpoint is the address of the S3 API, without bucket or path of objects`;
}

function expectedRegion(region: string | undefined, regions: string | undefined): string {
  if (region !== undefined) return `the one the bucket lies in: ${region}; set region=${region}`;
  if (regions !== undefined) return `one of ${regions}; set region`;
  return 'the one the bucket lies in; look it up (aws s3api get-bucket-location) and set region';
}

function http(status: number | undefined): string {
  return status === undefined ? '' : ` (HTTP ${status})`;
}
