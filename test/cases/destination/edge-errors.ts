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
    /found a key that 127\S+ rejects \(HTTP 403\), expected the value of the script's READ_KEY_SECRET or AUTH_KEY_SECRET; correct HEADGATE_EDGE_KEY$/,
  ],
  [
    'no key',
    FORBIDDEN,
    'edge-denied',
    /found no key for 127\S+, .*; set HEADGATE_EDGE_KEY, or name a single public object$/,
    '',
  ],
  ['HTTP 401', { status: 401 }, 'edge-denied', /rejects \(HTTP 401\)/],
  [
    'a firewall',
    { status: 403, body: HTML },
    'edge-not-script',
    /found a web page from 127\S+ \(HTTP 403\), expected the edge script; .*firewall in front of it$/,
  ],
  ['a login page', { body: LOGIN }, 'edge-not-script', /found a login page from 127/],
  [
    'a login page with HTTP 401',
    { status: 401, body: LOGIN },
    'edge-not-script',
    /found a login page from 127\S+ \(HTTP 401\)/,
  ],
  ['a proxy', { status: 407, body: HTML }, 'edge-proxy', /requires a login \(HTTP 407\)/],
  ...[
    { name: 'nothing', body: '', says: /found an empty response from 127\S+ \(HTTP 200\), expected the edge script; / },
    { name: 'a web page', body: HTML, says: /found a web page/ },
    { name: 'text', body: 'hello', says: /found text/ },
    { name: 'other JSON', body: '{"success":true}', says: /found JSON that is not a listing .*, at "objects"/ },
    { name: 'a JSON array', body: '[]', says: /found JSON that is not a listing/ },
    {
      name: 'a page with one wrong value',
      body: '{"objects":[{"key":"a","size":"3","etag":"e"}],"prefixes":[],"truncated":false}',
      says: /, at "objects\[0\]\.size"/,
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
        `found JSON that is not a listing .*, at ${JSON.stringify(at).replace(/[[\]]/g, '\\$&')}, expected`,
      ),
    })),
    { name: 'half a page', body: '{"objects":[{"key":"a","si', says: /found JSON that is not a listing/ },
  ].map(({ name, body, says }): FailureRow => [name, { body }, 'edge-not-script', says]),
  [
    'an S3 API that rejects',
    { status: 403, body: s3ErrorBody('AccessDenied') },
    'edge-not-script',
    /found an S3 API at 127\S+ \(HTTP 403\), expected the edge script; write s3:\/\/<bucket>\/<dir>\?region=…&endpoint=127/,
  ],
  ['a public bucket', { body: s3ListBody(['a']) }, 'edge-not-script', /found an S3 API at/],
  ['HTTP 404', { status: 404, body: 'Not Found' }, 'edge-not-script', /text .*HTTP 404/],
  ['HTTP 405', { status: 405, body: 'No' }, 'edge-not-script', /HTTP 405/],
  ['HTTP 501', { status: 501 }, 'edge-not-script', /HTTP 501/],
  ['HTTP 400', { status: 400, body: 'Bad' }, 'edge-error', /with status 400, expected a listing/],
  [
    'throttled',
    { status: 429, headers: { 'retry-after': '0' } },
    'edge-throttled',
    /throttling by 127\S+ \(HTTP 429\), expected responses; try again later$/,
  ],
  ['failing', { status: 500, body: HTML }, 'edge-server', /server errors from .*HTTP 500/],
  ['a limit of the platform', { status: 530 }, 'edge-server', /HTTP 530/],
  ['reset', { resetAt: 'start' }, 'edge-broken-connection', /127\S+ keeps closing/],
  ['cut off', { body: '{"objects":[]}', cutAt: 5 }, 'edge-broken-connection', /closing/],
  ['mute', { stallAt: 'start' }, 'edge-timeout', /no response from 127\S+ in time/],
  ['informational responses only', { isHinting: true }, 'edge-timeout', /in time/],
  ['silent', { body: '{"objects":[]}', stallAt: 5 }, 'edge-timeout', /in time/],
  [
    'a redirect without an address',
    { status: 302 },
    'edge-redirect',
    /found a redirect from 127\S+ \(HTTP 302\) without an address/,
  ],
  [
    'a redirect to itself',
    { status: 307, headers: { location: '/again' } },
    'edge-redirect',
    /found more than 5 redirects within 127\S+ \(HTTP 307\), expected the edge script; check what is in front of it$/,
  ],
  [
    'a redirect to a login',
    { status: 302, headers: { location: 'https://team.example/login?token=SECRET-TOKEN' } },
    'edge-redirect',
    /to https:\/\/team\.example \(HTTP 302\), expected the edge script; the key is sent to one host only: /,
  ],
  [
    'a truncated page without a cursor',
    { body: '{"objects":[],"prefixes":[],"truncated":true}' },
    'edge-listing',
    /found a page with truncated and without cursor, expected a listing that ends; check the script/,
  ],
  [
    'the same page repeatedly',
    { body: '{"objects":[],"prefixes":[],"truncated":true,"cursor":"c"}' },
    'edge-listing',
    /found the cursor of the page before/,
  ],
];

export const GET_ERROR_ROWS: readonly FailureRow[] = [
  ['gone', { status: 404 }, 'object-gone', /no longer exists/],
  [
    'outside the lists',
    FORBIDDEN,
    'object-denied',
    /does not serve \(HTTP 403\), expected one in its ALLOW_LIST_WITH_KEY or ALLOW_LIST; add its prefix to ALLOW_LIST_WITH_KEY, and deploy the script again$/,
  ],
  [
    'not public',
    FORBIDDEN,
    'object-denied',
    /without a key \(HTTP 403\), expected one in its ALLOW_LIST; set HEADGATE_EDGE_KEY$/,
    '',
  ],
  ['replaced', { status: 412 }, 'object-changed', /changed or replaced/],
  ['shorter', { status: 416 }, 'object-changed', /changed or replaced/],
  ['failing', { status: 500 }, 'read-failed', /server errors/],
  ['throttled', { status: 429 }, 'read-failed', /throttling/],
  ['HTTP 405', { status: 405 }, 'read-failed', /status 405, expected the object/],
  ['not modified', { status: 304 }, 'read-failed', /status 304, expected the object/],
  ['reset', { resetAt: 'start' }, 'read-failed', /keeps closing/],
  ['mute', { stallAt: 'start' }, 'read-failed', /in time/],
  ['informational responses only', { isHinting: true }, 'read-failed', /in time/],
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
    /found more than 5 redirects within 127/,
  ],
  ['a proxy', { status: 407 }, 'edge-proxy', /requires a login/],
];
