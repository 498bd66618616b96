// Refusals of servers, and the message to the user.
import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

export interface ListErrorRow {
  name: string;
  answer: HttpAnswer;
  code: string;
  says: RegExp;
}

export const LIST_ERROR_ROWS: readonly ListErrorRow[] = [
  { name: 'no such bucket', answer: refuse(404, 'NoSuchBucket'), code: 's3-no-bucket', says: /no bucket "b" at 127/ },
  {
    name: 'unknown access key',
    answer: refuse(403, 'InvalidAccessKeyId', '<AWSAccessKeyId>KEYID</AWSAccessKeyId>'),
    code: 's3-access-key',
    says: /access key ID that 127.* does not recognize/,
  },
  { name: 'unknown to R2', answer: refuse(401, 'Unauthorized'), code: 's3-access-key', says: /does not recognize/ },
  {
    name: 'wrong secret',
    answer: refuse(
      403,
      'SignatureDoesNotMatch',
      '<AWSAccessKeyId>KEYID</AWSAccessKeyId><StringToSign>SECRET</StringToSign>',
    ),
    code: 's3-signature',
    says: /does not match its access key ID/,
  },
  { name: 'expired', answer: refuse(400, 'ExpiredToken'), code: 's3-expired', says: /expired credentials/ },
  { name: 'clock', answer: refuse(403, 'RequestTimeTooSkewed'), code: 's3-clock', says: /clock/ },
  { name: 'listing denied', answer: refuse(403, 'AccessDenied'), code: 's3-denied', says: /s3:ListBucket/ },
  {
    name: 'another region, named in a header',
    answer: { ...refuse(301, 'PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-3' } },
    code: 's3-region',
    says: /found the region us-east-9.*, eu-west-3; set region=eu-west-3/,
  },
  {
    name: 'another region, named in the body',
    answer: refuse(400, 'AuthorizationHeaderMalformed', '<Region>eu-central-1</Region>'),
    code: 's3-region',
    says: /set region=eu-central-1/,
  },
  {
    name: 'another region, not named',
    answer: refuse(301, 'PermanentRedirect'),
    code: 's3-region',
    says: /look it up/,
  },
  { name: 'throttled', answer: refuse(503, 'SlowDown'), code: 's3-throttled', says: /throttling by .*\(HTTP 503\)/ },
  {
    name: 'failing',
    answer: refuse(500, 'InternalError'),
    code: 's3-server',
    says: /server errors from 127.* \(HTTP 500\)/,
  },
  {
    name: 'cut off',
    answer: { body: s3ListBody(['a']), cutAt: 20 },
    code: 's3-broken-connection',
    says: /keeps closing|ends after/,
  },
  { name: 'reset', answer: { resetAt: 'start' }, code: 's3-broken-connection', says: /keeps closing|ends after/ },
  { name: 'mute', answer: { stallAt: 'start' }, code: 's3-timeout', says: /no response from 127.* in time/ },
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
  ].map(({ name, body }) => ({
    name,
    answer: { body },
    code: 's3-not-s3',
    says: /not from an S3 API \(HTTP 200\)/,
  })),
  { name: 'a bad request as a web page', answer: { status: 400, body: '<html>' }, code: 's3-not-s3', says: /HTTP 400/ },
  { name: 'a login', answer: { status: 401 }, code: 's3-access-key', says: /check access-key-id/ },
  {
    name: 'a login as a web page',
    answer: { status: 401, body: '<html>' },
    code: 's3-access-key',
    says: /does not recognize/,
  },
  { name: 'a proxy', answer: { status: 407 }, code: 's3-proxy', says: /requires a login \(HTTP 407\)/ },
  {
    name: 'a region that R2 does not have',
    answer: refuse(400, 'InvalidRegionName', '', "The region name 'a' is not valid. Must be one of: wnam, enam, auto"),
    code: 's3-region',
    says: /found the region us-east-9, expected one of wnam, enam, auto; set region to one of them/,
  },
  {
    name: 'Amazon keys at R2',
    answer: refuse(400, 'InvalidArgument', '', 'Credential access key has length 20, should be 32'),
    code: 's3-access-key',
    says: /of this service and account/,
  },
  {
    name: 'a web page',
    answer: { status: 404, body: '<html>not here</html>' },
    code: 's3-not-s3',
    says: /that is not from an S3 API/,
  },
  {
    name: 'a truncated page without a token',
    answer: { body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated>') },
    code: 's3-listing',
    says: /found a page with IsTruncated and without NextContinuationToken, expected /,
  },
  {
    name: 'the same page repeatedly',
    answer: {
      body: s3ListBody(['a'], '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>'),
    },
    code: 's3-listing',
    says: /found the NextContinuationToken of an earlier page, expected /,
  },
  {
    name: 'an unknown error that quotes secrets',
    answer: { status: 418, body: '<Error><Code>Odd</Code><Message>KEYID SECRET are odd</Message></Error>' },
    code: 's3-error',
    says: /the error Odd \(HTTP 418\) from 127[^:]*:\d+: … … are odd/,
  },
];

export interface GetErrorRow {
  name: string;
  answer: HttpAnswer;
  /** Code of the finding, or of the error thrown if reading must end. */
  finding?: string;
  thrown?: string;
  says: RegExp;
}

export const GET_ERROR_ROWS: readonly GetErrorRow[] = [
  { name: 'gone', answer: refuse(404, 'NoSuchKey'), finding: 'object-gone', says: /no longer exists/ },
  { name: 'denied', answer: refuse(403, 'AccessDenied'), finding: 'object-denied', says: /s3:GetObject/ },
  { name: 'archived', answer: refuse(403, 'InvalidObjectState'), finding: 'object-archived', says: /Glacier/ },
  { name: 'failing', answer: refuse(500, 'InternalError'), finding: 'read-failed', says: /server errors/ },
  {
    name: 'no XML',
    answer: { status: 400, body: '<html>' },
    finding: 'read-failed',
    says: /that is not from an S3 API/,
  },
  {
    name: 'not modified',
    answer: { status: 304 },
    finding: 'read-failed',
    says: /^found a response from 127\S+ without an S3 error \(HTTP 304\), expected the object; check the endpoint/,
  },
  {
    name: 'a redirect',
    answer: { status: 307 },
    thrown: 's3-region',
    says: /found a redirect from 127\S+ \(HTTP 307\), expected a response; check the endpoint/,
  },
  { name: 'a proxy', answer: { status: 407 }, thrown: 's3-proxy', says: /requires a login/ },
  { name: 'odd', answer: refuse(418, 'Odd'), finding: 'read-failed', says: /the error Odd/ },
  { name: 'expired', answer: refuse(400, 'ExpiredToken'), thrown: 's3-expired', says: /expired credentials/ },
  { name: 'wrong secret', answer: refuse(403, 'SignatureDoesNotMatch'), thrown: 's3-signature', says: /secret/ },
];

function refuse(status: number, code: string, more = '', message?: string): HttpAnswer {
  return { status, headers: { 'content-type': 'application/xml' }, body: s3ErrorBody(code, more, message) };
}
