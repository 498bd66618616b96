// Rejections of servers, and the message to the user.
import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

/** A failure. Its code is that of the error; of an object, it may be that of a finding, after which the run goes on. */
export type FailureRow = [
  name: string,
  answer: HttpAnswer,
  code: string,
  says: RegExp,
  /** Of the edge script. Default: SECRET-KEY */
  key?: string,
];

export const LIST_ERROR_ROWS: readonly FailureRow[] = [
  [
    'no such bucket',
    reject(404, 'NoSuchBucket'),
    's3-no-bucket',
    /127\S+ has no bucket "b" \(NoSuchBucket\); check its name, region and endpoint$/,
  ],
  [
    'unknown access key',
    reject(403, 'InvalidAccessKeyId', '<AWSAccessKeyId>KEYID</AWSAccessKeyId>'),
    's3-access-key',
    /127\S+ does not know the access key ID, which .*; check access-key-id$/,
  ],
  ['unknown to R2', reject(401, 'Unauthorized'), 's3-access-key', /does not know the access key ID/],
  [
    'wrong secret',
    reject(403, 'SignatureDoesNotMatch', '<AWSAccessKeyId>KEYID</AWSAccessKeyId><StringToSign>SECRET</StringToSign>'),
    's3-signature',
    /127\S+ rejects the signature: .* \(SignatureDoesNotMatch\); check secret-access-key/,
  ],
  [
    'expired',
    reject(400, 'ExpiredToken'),
    's3-expired',
    /the credentials for 127\S+ have expired \(ExpiredToken\); sign in again/,
  ],
  [
    'clock',
    reject(403, 'RequestTimeTooSkewed'),
    's3-clock',
    /the clock of this machine differs from that of 127\S+ by more than 15 minutes; set the clock$/,
  ],
  [
    'listing denied',
    reject(403, 'AccessDenied'),
    's3-denied',
    /127\S+ does not let these credentials list the bucket "b" \(HTTP 403, AccessDenied\); grant s3:ListBucket \(R2: object read\), or name one object$/,
  ],
  [
    'another region, named in a header',
    { ...reject(301, 'PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-3' } },
    's3-region',
    /the bucket is in the region eu-west-3, not in us-east-9; set region=eu-west-3$/,
  ],
  [
    'another region, named in the body',
    reject(400, 'AuthorizationHeaderMalformed', '<Region>eu-central-1</Region>'),
    's3-region',
    /set region=eu-central-1/,
  ],
  [
    'another region, not named',
    reject(301, 'PermanentRedirect'),
    's3-region',
    /the bucket is not in the region us-east-9; look up its region/,
  ],
  [
    'throttled',
    reject(503, 'SlowDown'),
    's3-throttled',
    /127\S+ answers HTTP 503 \(slow down\) to every request for 0\.1 s; try again later, or raise --retry-for$/,
  ],
  [
    'failing',
    reject(500, 'InternalError'),
    's3-server',
    /127\S+ answers HTTP 500 \(InternalError\) to every request for 0\.1 s; try again later, or raise --retry-for$/,
  ],
  ['a slow request', { status: 408 }, 's3-timeout', /127\S+ answers HTTP 408 \(request timeout\) to every request for/],
  [
    'cut off',
    { body: s3ListBody(['a']), cutAt: 20 },
    's3-broken-connection',
    /127\S+ closed the connection before the end of its answer, in every attempt|ends after/,
  ],
  [
    'reset',
    { resetAt: 'start' },
    's3-broken-connection',
    /127\S+ closed the connection before the end of its answer, in every attempt|ends after/,
  ],
  ['mute', { stallAt: 'start' }, 's3-timeout', /127\S+ has not answered any request for 1 s; check the endpoint/],
  ...[
    { name: 'nothing', body: '' },
    { name: 'a web page with status 200', body: '<html><body>hi</body></html>' },
    { name: 'a web page that is not XML', body: '<!DOCTYPE html><html><head><meta charset=utf-8></head><br></html>' },
    { name: 'JSON', body: '{}' },
    { name: 'text', body: 'hello' },
    {
      name: 'an S3 answer to another request',
      body: '<?xml version="1.0"?><ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>',
    },
  ].map(
    ({ name, body }): FailureRow => [
      name,
      { body },
      's3-not-s3',
      /127\S+ does not answer like an S3 API \(HTTP 200\); set the endpoint/,
    ],
  ),
  ['a bad request as a web page', { status: 400, body: '<html>' }, 's3-not-s3', /HTTP 400/],
  ['a login', { status: 401 }, 's3-access-key', /check access-key-id/],
  ['a login as a web page', { status: 401, body: '<html>' }, 's3-access-key', /does not know the access key ID/],
  ['a proxy', { status: 407 }, 's3-proxy', /a proxy in front of 127\S+ asks for a login \(HTTP 407\)/],
  [
    'a region that R2 does not have',
    reject(400, 'InvalidRegionName', '', "The region name 'a' is not valid. Must be one of: wnam, enam, auto"),
    's3-region',
    /127\S+ has no region us-east-9; set region to one of wnam, enam, auto$/,
  ],
  [
    'Amazon keys at R2',
    reject(400, 'InvalidArgument', '', 'Credential access key has length 20, should be 32'),
    's3-access-key',
    /this service and account/,
  ],
  ['a web page', { status: 404, body: '<html>not here</html>' }, 's3-not-s3', /does not answer like an S3 API/],
  [
    'a truncated page without a token',
    { body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated>') },
    's3-listing',
    /the server sends a page with IsTruncated and without NextContinuationToken, so that the listing would not end; check the server at the endpoint$/,
  ],
  [
    'the same page repeatedly',
    {
      body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>'),
    },
    's3-listing',
    /the server sends the NextContinuationToken of the page before, so /,
  ],
  [
    'an unknown error that quotes secrets',
    { status: 418, body: '<Error><Code>Odd</Code><Message>KEYID SECRET are odd</Message></Error>' },
    's3-error',
    /127\S+ answers HTTP 418 \(Odd: "… … are odd"\); look up Odd in the documentation/,
  ],
];

export const GET_ERROR_ROWS: readonly FailureRow[] = [
  ['gone', reject(404, 'NoSuchKey'), 'object-gone', /no longer exists/],
  [
    'denied',
    reject(403, 'AccessDenied'),
    'object-denied',
    /^127\S+ does not let these credentials read the object \(HTTP 403, AccessDenied\); grant s3:GetObject/,
  ],
  [
    'a firewall',
    { status: 403, body: '<html>' },
    'object-denied',
    /^127\S+ answers HTTP 403 without an error of S3; .*firewall/,
  ],
  [
    'another reason',
    reject(403, 'QuotaExceeded'),
    'object-denied',
    /\(HTTP 403, QuotaExceeded\); look up QuotaExceeded/,
  ],
  ['archived', reject(403, 'InvalidObjectState'), 'object-archived', /Glacier/],
  [
    'failing',
    reject(500, 'InternalError'),
    'read-failed',
    /^127\S+ answers HTTP 500 \(InternalError\) to every request for it; try again later, or raise --retry-for$/,
  ],
  ['no XML', { status: 400, body: '<html>' }, 'read-failed', /does not answer like an S3 API/],
  [
    'not modified',
    { status: 304 },
    'read-failed',
    /^127\S+ answers HTTP 304 without an error of S3; check the endpoint/,
  ],
  [
    'a redirect',
    { status: 307 },
    's3-region',
    /127\S+ redirects the request \(HTTP 307\), and headgate follows no redirect of a bucket; check the endpoint/,
  ],
  ['a proxy', { status: 407 }, 's3-proxy', /asks for a login/],
  ['odd', reject(418, 'Odd'), 'read-failed', /answers HTTP 418 \(Odd: /],
  [
    'expired',
    reject(400, 'ExpiredToken'),
    's3-expired',
    /the credentials for 127\S+ have expired \(ExpiredToken\); sign in again/,
  ],
  ['wrong secret', reject(403, 'SignatureDoesNotMatch'), 's3-signature', /secret/],
];

function reject(status: number, code: string, more = '', message?: string): HttpAnswer {
  return { status, headers: { 'content-type': 'application/xml' }, body: s3ErrorBody(code, more, message) };
}
