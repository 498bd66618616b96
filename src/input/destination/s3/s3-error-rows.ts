// The table of S3 failures: how to recognize each, its code, and its message. The first match counts.
import { networkFailureRows, UNSUPPORTED } from '../bucket/network-failure-rows.ts';
import { type FailureFacts, type FailureRow, GONE, REPLACED } from '../bucket/request-failure.ts';
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
/** Error names that the SDK gives to a response without an error of S3, such as a web page or an empty body. */
export const WITHOUT_ERROR = /^(?:Unknown|UnknownError|Error)$/;

const NOT_S3_ROW = {
  code: 's3-not-s3',
  finding: 'read-failed',
  text: '{host} does not answer like an S3 API ({status}); set the endpoint to the address of one, without bucket or object path',
} as const;

/** All recognized failures. */
export const S3_ERROR_ROWS: readonly FailureRow<S3ErrorFacts>[] = [
  {
    code: 's3-no-bucket',
    names: ['NoSuchBucket'],
    text: ({ location }) =>
      `{host} has no bucket {bucket} (NoSuchBucket); check its ${location.scheme === 'r2' ? 'name and account-id (each jurisdiction has a separate endpoint)' : 'name, region and endpoint'}`,
  },
  {
    code: 's3-access-key',
    names: ['InvalidAccessKeyId', 'Unauthorized'],
    statuses: [401],
    // R2 recognizes keys of another service by their length.
    when: ({ message }) => /access key has length/.test(message),
    text: ({ location }) =>
      `{host} does not know the access key ID, which must belong to this service and account; check ${location.accessKeyId === undefined ? 'the AWS credentials of this machine' : 'access-key-id'}`,
  },
  {
    code: 's3-signature',
    names: ['SignatureDoesNotMatch'],
    text: '{host} rejects the signature: the secret access key does not belong to the access key ID ({name}); check secret-access-key (in an address, write % as %25, & as %26 and # as %23)',
  },
  {
    code: 's3-expired',
    names: ['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken', 'RequestExpired'],
    text: 'the credentials for {host} have expired ({name}); sign in again (aws sso login), or renew the session token',
  },
  {
    code: 's3-no-credentials',
    names: ['CredentialsProviderError', 'TokenProviderError'],
    when: ({ message }) => message.includes('Could not load credentials'),
    text: ({ location: { profile, isDestinationConf } }) =>
      profile !== undefined && isDestinationConf !== true
        ? `the AWS profile ${JSON.stringify(profile)} has no usable credentials; check its name (aws configure list-profiles), or sign in (aws sso login)`
        : `there is no access key for this bucket; add access-key-id and secret-access-key to ${isDestinationConf === true ? 'destination_conf, or sign in on the machine that pushes' : 'the source, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile with --profile'}`,
  },
  {
    code: 's3-clock',
    names: ['RequestTimeTooSkewed'],
    text: 'the clock of this machine differs from that of {host} by more than 15 minutes; set the clock',
  },
  {
    code: 's3-region',
    names: [
      'PermanentRedirect',
      'TemporaryRedirect',
      'Redirect',
      'AuthorizationHeaderMalformed',
      'IllegalLocationConstraintException',
      'InvalidRegionName',
    ],
    statuses: [301, 307, 308],
    when: ({ message }) => message.startsWith('Region not accepted'),
    text: ({ location, status, region, regions }) =>
      region !== undefined
        ? `the bucket is in the region ${region}, not in ${location.region}; set region=${region}`
        : status === 307
          ? '{host} redirects the request ({status}), and headgate follows no redirect of a bucket; check {address}, and look up the region of the bucket (aws s3api get-bucket-location)'
          : regions !== undefined
            ? `{host} has no region ${location.region}; set region to one of ${regions}`
            : `the bucket is not in the region ${location.region}; look up its region (aws s3api get-bucket-location), and set region`,
  },
  {
    code: 's3-archived',
    names: ['InvalidObjectState'],
    finding: 'object-archived',
    text: 'the object is in an archive storage class (Glacier); restore it first',
  },
  {
    code: 's3-changed',
    // Requests ask only for bytes that are known to exist, so an earlier end (416) means another object too.
    names: ['PreconditionFailed'],
    statuses: [412, 416],
    finding: 'object-changed',
    text: ({ action }) =>
      action === 'get'
        ? REPLACED
        : '{host} rejects a condition that the request does not have ({status}); check the server at the endpoint',
  },
  {
    code: 's3-no-key',
    action: 'get',
    names: ['NoSuchKey', 'NotFound'],
    finding: 'object-gone',
    text: GONE,
  },
  {
    code: 's3-denied',
    names: ['AccessDenied', 'Forbidden', 'AllAccessDisabled'],
    statuses: [403],
    finding: 'object-denied',
    text: ({ name }) => {
      // A firewall, or a login.
      if (WITHOUT_ERROR.test(name)) {
        return '{host} answers {status} without an error of S3; check {address}, and a firewall or login in front of it';
      }
      const advice = /Denied|Forbidden/.test(name)
        ? 'grant {permission}'
        : 'look up {name} in the documentation of the service';
      return `{host} does not let these credentials {task} ({status}, {name}); ${advice}`;
    },
  },
  ...networkFailureRows('s3'),
  { ...NOT_S3_ROW, statuses: UNSUPPORTED },
  {
    ...NOT_S3_ROW,
    isGarbled: true,
    when: ({ status, name, action, message }) =>
      (action === 'list' && status === 200) ||
      (action !== 'get' && (status === 404 || status === 405 || name === NOT_S3)) ||
      /XML parse error/.test(message),
  },
];
