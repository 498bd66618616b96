// The table of S3 failures: how to recognize each, its code, and its message. The first match counts.
import { type NetworkAdvice, named, networkFailureRows } from '../bucket/network-failure-rows.ts';
import { type FailureFacts, type FailureRow, printStatus, REPLACED } from '../bucket/request-failure.ts';
import type { S3Location } from '../location/location.ts';

/** The facts about a failure. `name`: of the S3 error, or of the SDK's error. */
export interface S3ErrorFacts extends FailureFacts {
  location: S3Location;
  /** Region in the response, if it differs from the requested one. */
  region: string | undefined;
  /** Regions that the response lists as valid. */
  regions: string | undefined;
}

/** Error name for a response that was parsed and is not an S3 response. */
export const NOT_S3 = 'NotS3';

/** What to check if a server is there and does not answer. */
function network({ location }: S3ErrorFacts): string {
  return location.isDestinationConf === true
    ? 'the endpoint in destination_conf, and the network of the machine that pushes'
    : 'the endpoint, the network, a VPN or proxy';
}

/** A server with another API. */
const NOT_S3_ROW: Pick<FailureRow<S3ErrorFacts>, 'code' | 'describe'> = {
  code: 's3-not-s3',
  describe: ({ host, status }) =>
    `found a response from ${host} that is not from an S3 API${printStatus(status)}, expected the S3 API; set the endpoint to its address, without bucket or object path`,
};

const ADVICE: NetworkAdvice<S3ErrorFacts> = {
  code: 's3',
  server: 'an S3 API',
  address: 'the endpoint',
  hostName: ({ location }) =>
    location.endpoint === undefined ? 'region' : 'the endpoint (a host, without the bucket)',
  network,
  withoutTls: ({ host }) => `for a local server, write the endpoint as http://${host}`,
  serverErrors: 'try again later',
  other: NOT_S3_ROW,
};

/** All recognized failures. */
export const S3_ERROR_ROWS: readonly FailureRow<S3ErrorFacts>[] = [
  {
    code: 's3-no-bucket',
    when: named('NoSuchBucket'),
    describe: ({ location, host }) =>
      `found no bucket ${JSON.stringify(location.bucket)} at ${host}, expected an existing one; check ${location.scheme === 'r2' ? 'its name and account-id (each jurisdiction has a separate endpoint)' : 'its name, region and endpoint'}`,
  },
  {
    code: 's3-access-key',
    // R2 recognizes keys of another service by their length.
    when: (facts) =>
      named('InvalidAccessKeyId', 'Unauthorized')(facts) ||
      facts.status === 401 ||
      /access key has length/.test(facts.message),
    describe: ({ host, location }) =>
      `found an access key ID that ${host} does not recognize, expected a key of this service and account; check ${location.accessKeyId === undefined ? 'the AWS credentials of this machine' : 'access-key-id'}`,
  },
  {
    code: 's3-signature',
    when: named('SignatureDoesNotMatch'),
    describe: ({ host, location }) =>
      `found a secret access key that does not match its access key ID (${host} rejects the signature), expected the secret of that key; check secret-access-key (in ${location.isDestinationConf === true ? 'destination_conf' : 'a source'}, write % as %25, & as %26 and # as %23)`,
  },
  {
    code: 's3-expired',
    when: named('ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken', 'RequestExpired'),
    describe: () =>
      'found expired credentials, expected valid ones; sign in again (aws sso login) or renew the session token',
  },
  {
    code: 's3-no-credentials',
    when: (facts) =>
      named('CredentialsProviderError', 'TokenProviderError')(facts) ||
      facts.message.includes('Could not load credentials'),
    describe: ({ location }) =>
      location.isDestinationConf === true
        ? 'found no credentials, expected an access key; add access-key-id and secret-access-key to destination_conf, or sign in on the machine that pushes'
        : location.profile === undefined
          ? 'found no credentials, expected an access key; add access-key-id and secret-access-key to the source, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile with --profile'
          : `found no usable credentials in the profile ${JSON.stringify(location.profile)}, expected an access key or a session; check its name (aws configure list-profiles) or sign in (aws sso login)`,
  },
  {
    code: 's3-clock',
    when: named('RequestTimeTooSkewed'),
    describe: ({ host }) =>
      `found a local clock that differs from the clock of ${host} by more than 15 minutes, expected the same time; set the clock of this machine`,
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
    describe: ({ host, location, status, region, regions }) =>
      status === 307 && region === undefined
        ? `found a redirect from ${host}${printStatus(status)}, expected a response; check the endpoint, and look up the region of the bucket (aws s3api get-bucket-location)`
        : `found the region ${location.region}, expected ${expectedRegion(region, regions)}`,
  },
  {
    code: 's3-archived',
    when: named('InvalidObjectState'),
    finding: 'object-archived',
    describe: () => 'found an archive storage class (Glacier), expected a readable one; restore the object first',
  },
  {
    code: 's3-changed',
    // Requests ask only for bytes that are known to exist, so an earlier end (416) means another object too.
    when: ({ name, status }) => name === 'PreconditionFailed' || status === 412 || status === 416,
    finding: 'object-changed',
    describe: ({ action, host, status }) =>
      action === 'get'
        ? REPLACED
        : `found a failed precondition at ${host}${printStatus(status)}, expected a response; check the server at the endpoint`,
  },
  {
    code: 's3-no-key',
    when: (facts) => named('NoSuchKey', 'NotFound')(facts) && facts.action === 'get',
    finding: 'object-gone',
    describe: () => 'the object was listed but no longer exists',
  },
  {
    code: 's3-denied',
    when: (facts) => ['AccessDenied', 'Forbidden', 'AllAccessDisabled'].includes(facts.name) || facts.status === 403,
    finding: 'object-denied',
    describe: ({ action, location, host }) =>
      action === 'put'
        ? `found credentials that may not write to the bucket ${JSON.stringify(location.bucket)} at ${host}, expected the permission s3:PutObject (R2: object read and write); grant it`
        : action === 'get'
          ? 'found credentials that may not read the object, expected the permission s3:GetObject and access to its encryption key; grant them'
          : `found credentials that may not list the bucket ${JSON.stringify(location.bucket)} at ${host}, expected the permission s3:ListBucket (R2: object read); grant it, or name one object`,
  },
  ...networkFailureRows(ADVICE),
  {
    ...NOT_S3_ROW,
    when: ({ status, name, action, message }) =>
      (action === 'list' && status === 200) ||
      (action !== 'get' && (status === 404 || status === 405 || name === NOT_S3)) ||
      /XML parse error/.test(message),
    finding: 'read-failed',
    isGarbled: true,
  },
];

function expectedRegion(region: string | undefined, regions: string | undefined): string {
  if (region !== undefined) return `the region of the bucket, ${region}; set region=${region}`;
  if (regions !== undefined) return `one of ${regions}; set region to one of them`;
  return 'the region of the bucket; look it up (aws s3api get-bucket-location) and set region';
}
