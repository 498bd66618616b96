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
  ['no such bucket', reject(404, 'NoSuchBucket'), 's3-no-bucket', /no bucket "b" at 127/],
  [
    'unknown access key',
    reject(403, 'InvalidAccessKeyId', '<AWSAccessKeyId>KEYID</AWSAccessKeyId>'),
    's3-access-key',
    /access key ID that 127.* does not recognize/,
  ],
  ['unknown to R2', reject(401, 'Unauthorized'), 's3-access-key', /does not recognize/],
  [
    'wrong secret',
    reject(403, 'SignatureDoesNotMatch', '<AWSAccessKeyId>KEYID</AWSAccessKeyId><StringToSign>SECRET</StringToSign>'),
    's3-signature',
    /does not match its access key ID/,
  ],
  ['expired', reject(400, 'ExpiredToken'), 's3-expired', /expired credentials/],
  ['clock', reject(403, 'RequestTimeTooSkewed'), 's3-clock', /clock/],
  ['listing denied', reject(403, 'AccessDenied'), 's3-denied', /s3:ListBucket/],
  [
    'another region, named in a header',
    { ...reject(301, 'PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-3' } },
    's3-region',
    /found the region us-east-9.*, eu-west-3; set region=eu-west-3/,
  ],
  [
    'another region, named in the body',
    reject(400, 'AuthorizationHeaderMalformed', '<Region>eu-central-1</Region>'),
    's3-region',
    /set region=eu-central-1/,
  ],
  ['another region, not named', reject(301, 'PermanentRedirect'), 's3-region', /look it up/],
  ['throttled', reject(503, 'SlowDown'), 's3-throttled', /throttling by .*\(HTTP 503\)/],
  ['failing', reject(500, 'InternalError'), 's3-server', /server errors from 127.* \(HTTP 500\)/],
  ['cut off', { body: s3ListBody(['a']), cutAt: 20 }, 's3-broken-connection', /keeps closing|ends after/],
  ['reset', { resetAt: 'start' }, 's3-broken-connection', /keeps closing|ends after/],
  ['mute', { stallAt: 'start' }, 's3-timeout', /no response from 127.* in time/],
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
  ].map(({ name, body }): FailureRow => [name, { body }, 's3-not-s3', /not from an S3 API \(HTTP 200\)/]),
  ['a bad request as a web page', { status: 400, body: '<html>' }, 's3-not-s3', /HTTP 400/],
  ['a login', { status: 401 }, 's3-access-key', /check access-key-id/],
  ['a login as a web page', { status: 401, body: '<html>' }, 's3-access-key', /does not recognize/],
  ['a proxy', { status: 407 }, 's3-proxy', /requires a login \(HTTP 407\)/],
  [
    'a region that R2 does not have',
    reject(400, 'InvalidRegionName', '', "The region name 'a' is not valid. Must be one of: wnam, enam, auto"),
    's3-region',
    /found the region us-east-9, expected one of wnam, enam, auto; set region to one of them/,
  ],
  [
    'Amazon keys at R2',
    reject(400, 'InvalidArgument', '', 'Credential access key has length 20, should be 32'),
    's3-access-key',
    /of this service and account/,
  ],
  ['a web page', { status: 404, body: '<html>not here</html>' }, 's3-not-s3', /that is not from an S3 API/],
  [
    'a truncated page without a token',
    { body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated>') },
    's3-listing',
    /found a page with IsTruncated and without NextContinuationToken, expected /,
  ],
  [
    'the same page repeatedly',
    {
      body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>'),
    },
    's3-listing',
    /found the NextContinuationToken of the page before, expected /,
  ],
  [
    'an unknown error that quotes secrets',
    { status: 418, body: '<Error><Code>Odd</Code><Message>KEYID SECRET are odd</Message></Error>' },
    's3-error',
    /the error Odd \(HTTP 418\) from 127[^:]*:\d+: … … are odd/,
  ],
];

export const GET_ERROR_ROWS: readonly FailureRow[] = [
  ['gone', reject(404, 'NoSuchKey'), 'object-gone', /no longer exists/],
  ['denied', reject(403, 'AccessDenied'), 'object-denied', /s3:GetObject/],
  ['archived', reject(403, 'InvalidObjectState'), 'object-archived', /Glacier/],
  ['failing', reject(500, 'InternalError'), 'read-failed', /server errors/],
  ['no XML', { status: 400, body: '<html>' }, 'read-failed', /that is not from an S3 API/],
  [
    'not modified',
    { status: 304 },
    'read-failed',
    /^found a response from 127\S+ without an S3 error \(HTTP 304\), expected the object; check the endpoint/,
  ],
  [
    'a redirect',
    { status: 307 },
    's3-region',
    /found a redirect from 127\S+ \(HTTP 307\), expected a response; check the endpoint/,
  ],
  ['a proxy', { status: 407 }, 's3-proxy', /requires a login/],
  ['odd', reject(418, 'Odd'), 'read-failed', /the error Odd/],
  ['expired', reject(400, 'ExpiredToken'), 's3-expired', /expired credentials/],
  ['wrong secret', reject(403, 'SignatureDoesNotMatch'), 's3-signature', /secret/],
];

function reject(status: number, code: string, more = '', message?: string): HttpAnswer {
  return { status, headers: { 'content-type': 'application/xml' }, body: s3ErrorBody(code, more, message) };
}
