// Answers in place of those of the edge script, and the message to the user. The key of each request is SECRET-KEY.
import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';
import type { FailureRow } from './s3-errors.ts';

const FORBIDDEN: HttpAnswer = { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' };
const HTML = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>hi</body></html>';
const LOGIN = '<html><head><title>Sign in ・ Access</title></head><form><input type="password"></form></html>';

const OBJECT = { key: 'a', size: 3, etag: 'e' };

export const LIST_ERROR_ROWS: readonly FailureRow[] = [
  [
    'another key',
    FORBIDDEN,
    'edge-denied',
    /127\S+ rejects the key \(HTTP 403\); set HEADGATE_EDGE_KEY to the READ_KEY_SECRET or AUTH_KEY_SECRET of the script$/,
  ],
  [
    'no key',
    FORBIDDEN,
    'edge-denied',
    /127\S+ does not list without a key \(HTTP 403\); set HEADGATE_EDGE_KEY .*, or name a single public object$/,
    '',
  ],
  ['HTTP 401', { status: 401 }, 'edge-denied', /rejects the key \(HTTP 401\)/],
  [
    'a firewall',
    { status: 403, body: HTML },
    'edge-not-script',
    /127\S+ sends a web page \(HTTP 403\) instead of an answer of the edge script; .*firewall in front of it$/,
  ],
  ['a login page', { body: LOGIN }, 'edge-not-script', /127\S+ sends a login page/],
  [
    'a login page with HTTP 401',
    { status: 401, body: LOGIN },
    'edge-not-script',
    /127\S+ sends a login page \(HTTP 401\)/,
  ],
  ['a proxy', { status: 407, body: HTML }, 'edge-proxy', /asks for a login \(HTTP 407\)/],
  ...[
    {
      name: 'nothing',
      body: '',
      says: /127\S+ sends an empty response \(HTTP 200\) instead of an answer of the edge script; /,
    },
    { name: 'a web page', body: HTML, says: /sends a web page/ },
    { name: 'text', body: 'hello', says: /sends text/ },
    {
      name: 'other JSON',
      body: '{"success":true}',
      says: /sends JSON that is not a listing \(HTTP 200, at "objects"\)/,
    },
    { name: 'a JSON array', body: '[]', says: /sends JSON that is not a listing/ },
    {
      name: 'a page with one wrong value',
      body: '{"objects":[{"key":"a","size":"3","etag":"e"}],"prefixes":[],"truncated":false}',
      says: /, at "objects\[0\]\.size"\)/,
    },
    ...[
      { name: 'a key that R2 rejects', page: { objects: [{ ...OBJECT, key: 'ä'.repeat(513) }] }, at: 'objects[0].key' },
      {
        name: 'a very long entity tag',
        page: { objects: [{ ...OBJECT, etag: 'e'.repeat(257) }] },
        at: 'objects[0].etag',
      },
      { name: 'a very long prefix', page: { prefixes: ['k'.repeat(1025)] }, at: 'prefixes[0]' },
      { name: 'a very long cursor', page: { truncated: true, cursor: 'c'.repeat(16_385) }, at: 'cursor' },
      { name: 'more objects than a page has', page: { objects: Array(1001).fill(OBJECT) }, at: 'objects' },
    ].map(({ name, page, at }) => ({
      name,
      body: JSON.stringify({ objects: [], prefixes: [], truncated: false, ...page }),
      says: new RegExp(
        `sends JSON that is not a listing .*, at ${JSON.stringify(at).replace(/[[\]]/g, '\\$&')}\\) instead`,
      ),
    })),
    { name: 'half a page', body: '{"objects":[{"key":"a","si', says: /sends JSON that is not a listing/ },
  ].map(({ name, body, says }): FailureRow => [name, { body }, 'edge-not-script', says]),
  [
    'an S3 API that rejects',
    { status: 403, body: s3ErrorBody('AccessDenied') },
    'edge-not-script',
    /127\S+ is an S3 API, not the edge script \(HTTP 403\); write s3:\/\/<bucket>\/<dir>\?region=…&endpoint=127/,
  ],
  ['a public bucket', { body: s3ListBody(['a']) }, 'edge-not-script', /is an S3 API/],
  ['HTTP 404', { status: 404, body: 'Not Found' }, 'edge-not-script', /text .*HTTP 404/],
  ['HTTP 405', { status: 405, body: 'No' }, 'edge-not-script', /HTTP 405/],
  ['HTTP 501', { status: 501 }, 'edge-not-script', /HTTP 501/],
  [
    'HTTP 400',
    { status: 400, body: 'Bad' },
    'edge-error',
    /127\S+ answers HTTP 400, which the edge script never does; check the script/,
  ],
  [
    'throttled',
    { status: 429, headers: { 'retry-after': '0' } },
    'edge-throttled',
    /127\S+ answers HTTP 429 \(slow down\) to every request for 0\.1 s; try again later, or raise --retry-for$/,
  ],
  [
    'failing',
    { status: 500, body: HTML },
    'edge-server',
    /127\S+ answers HTTP 500 \(server error\) to every request for 0\.1 s; try again later, or raise --retry-for, and check the logs/,
  ],
  ['a limit of the platform', { status: 530 }, 'edge-server', /HTTP 530/],
  ['a slow request', { status: 408 }, 'edge-timeout', /answers HTTP 408 \(request timeout\) to every request for/],
  [
    'reset',
    { resetAt: 'start' },
    'edge-broken-connection',
    /127\S+ closed the connection before the end of its answer, in every attempt for 0\.1 s; check the address \(https:/,
  ],
  ['cut off', { body: '{"objects":[]}', cutAt: 5 }, 'edge-broken-connection', /closed the connection/],
  ['mute', { stallAt: 'start' }, 'edge-timeout', /127\S+ has not answered any request for 0\.2 s; check the address/],
  ['informational responses only', { isHinting: true }, 'edge-timeout', /has not answered any request/],
  [
    'silent',
    { body: '{"objects":[]}', stallAt: 5 },
    'edge-timeout',
    /the answer of 127\S+ has fewer than 16\.4 kB in 0\.2 s, in every attempt for 0\.1 s/,
  ],
  [
    'a redirect without an address',
    { status: 302 },
    'edge-redirect',
    /127\S+ redirects without naming an address \(HTTP 302\)/,
  ],
  [
    'a redirect to itself',
    { status: 307, headers: { location: '/again' } },
    'edge-redirect',
    /127\S+ redirects more than 5 times to itself \(HTTP 307\); check what is in front of the script$/,
  ],
  [
    'a redirect to a login',
    { status: 302, headers: { location: 'https://team.example/login?token=SECRET-TOKEN' } },
    'edge-redirect',
    /127\S+ redirects to https:\/\/team\.example \(HTTP 302\), and headgate does not follow, because the key is sent to one host only; /,
  ],
  [
    'a truncated page without a cursor',
    { body: '{"objects":[],"prefixes":[],"truncated":true}' },
    'edge-listing',
    /the server sends a page with truncated and without cursor, so that the listing would not end; check the script/,
  ],
  [
    'the same page repeatedly',
    { body: '{"objects":[],"prefixes":[],"truncated":true,"cursor":"c"}' },
    'edge-listing',
    /sends the cursor of the page before/,
  ],
];

export const GET_ERROR_ROWS: readonly FailureRow[] = [
  ['gone', { status: 404 }, 'object-gone', /no longer exists/],
  [
    'outside the lists',
    FORBIDDEN,
    'object-denied',
    /the script does not serve this object \(HTTP 403\), because neither ALLOW_LIST nor ALLOW_LIST_WITH_KEY contains it; add its prefix to ALLOW_LIST_WITH_KEY, and deploy the script again$/,
  ],
  [
    'not public',
    FORBIDDEN,
    'object-denied',
    /does not serve this object without a key \(HTTP 403\); set HEADGATE_EDGE_KEY$/,
    '',
  ],
  [
    'a firewall',
    { status: 403, body: HTML },
    'object-denied',
    /sends a web page \(HTTP 403\) instead of the object; .*firewall/,
  ],
  ['replaced', { status: 412 }, 'object-changed', /changed or replaced/],
  ['shorter', { status: 416 }, 'object-changed', /changed or replaced/],
  [
    'failing',
    { status: 500 },
    'read-failed',
    /answers HTTP 500 \(server error\) to every request for it; try again later, or raise --retry-for, and check the logs/,
  ],
  [
    'throttled',
    { status: 429 },
    'read-failed',
    /answers HTTP 429 \(slow down\) to every request for it; try again later, or raise --retry-for$/,
  ],
  ['HTTP 405', { status: 405 }, 'read-failed', /answers HTTP 405, which the edge script never does/],
  ['not modified', { status: 304 }, 'read-failed', /answers HTTP 304, which the edge script never does/],
  [
    'reset',
    { resetAt: 'start' },
    'read-failed',
    /closed the connection before the end of its answer, in every attempt for it/,
  ],
  [
    'mute',
    { stallAt: 'start' },
    'read-failed',
    /does not answer within 0\.2 s, in every attempt for it; .*, or raise --retry-for$/,
  ],
  [
    'informational responses only',
    { isHinting: true },
    'read-failed',
    /does not answer within 0\.2 s, in every attempt for it; .*, or raise --retry-for$/,
  ],
  [
    'a redirect to another host',
    { status: 301, headers: { location: 'https://team.example/x?SECRET-TOKEN' } },
    'read-failed',
    /to https:\/\/team\.example \(HTTP 301\)/,
  ],
  [
    'a redirect to itself',
    { status: 307, headers: { location: '/x' } },
    'read-failed',
    /redirects more than 5 times to itself/,
  ],
  ['a proxy', { status: 407 }, 'edge-proxy', /asks for a login/],
];
