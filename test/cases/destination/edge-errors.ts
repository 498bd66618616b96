// Answers in place of those of the edge script, and the message to the user. The key of each request is SECRET-KEY.

import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';
import type { GetErrorRow, ListErrorRow } from './s3-errors.ts';

/** An error, with and without a key. */
export interface EdgeListErrorRow extends ListErrorRow {
  /** @default SECRET-KEY */
  key?: string;
}

const FORBIDDEN: HttpAnswer = { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' };
const HTML = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>hi</body></html>';
const LOGIN = '<html><head><title>Sign in ・ Access</title></head><form><input type="password"></form></html>';

const OBJECT = { key: 'a', size: 3, etag: 'e' };

export const LIST_ERROR_ROWS: readonly EdgeListErrorRow[] = [
  {
    name: 'another key',
    answer: FORBIDDEN,
    code: 'edge-denied',
    says: /found a key that 127\S+ refuses \(HTTP 403\), expected the value of the script's READ_KEY_SECRET or AUTH_KEY_SECRET; correct HEADGATE_EDGE_KEY$/,
  },
  {
    name: 'no key',
    answer: FORBIDDEN,
    key: '',
    code: 'edge-denied',
    says: /found no key for 127\S+, .*; set HEADGATE_EDGE_KEY, or name a single public object$/,
  },
  { name: 'HTTP 401', answer: { status: 401 }, code: 'edge-denied', says: /refuses \(HTTP 401\)/ },
  {
    name: 'a firewall',
    answer: { status: 403, body: HTML },
    code: 'edge-not-script',
    says: /found a web page from 127\S+ \(HTTP 403\), expected the edge script; .*firewall in front of it$/,
  },
  { name: 'a login page', answer: { body: LOGIN }, code: 'edge-not-script', says: /found a login page from 127/ },
  {
    name: 'a login page with HTTP 401',
    answer: { status: 401, body: LOGIN },
    code: 'edge-not-script',
    says: /found a login page from 127\S+ \(HTTP 401\)/,
  },
  { name: 'a proxy', answer: { status: 407, body: HTML }, code: 'edge-proxy', says: /requires a login \(HTTP 407\)/ },
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
      { name: 'a key that R2 refuses', page: { objects: [{ ...OBJECT, key: 'ä'.repeat(513) }] }, at: 'objects[0].key' },
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
  ].map(({ name, body, says }) => ({ name, answer: { body }, code: 'edge-not-script', says })),
  {
    name: 'an S3 API that refuses',
    answer: { status: 403, body: s3ErrorBody('AccessDenied') },
    code: 'edge-not-script',
    says: /found an S3 API at 127\S+ \(HTTP 403\), expected the edge script; write s3:\/\/<bucket>\/<dir>\?region=…&endpoint=127/,
  },
  { name: 'a public bucket', answer: { body: s3ListBody(['a']) }, code: 'edge-not-script', says: /found an S3 API at/ },
  { name: 'HTTP 404', answer: { status: 404, body: 'Not Found' }, code: 'edge-not-script', says: /text .*HTTP 404/ },
  { name: 'HTTP 405', answer: { status: 405, body: 'No' }, code: 'edge-not-script', says: /HTTP 405/ },
  { name: 'HTTP 501', answer: { status: 501 }, code: 'edge-not-script', says: /HTTP 501/ },
  {
    name: 'HTTP 400',
    answer: { status: 400, body: 'Bad' },
    code: 'edge-error',
    says: /with status 400, expected a listing/,
  },
  {
    name: 'throttled',
    answer: { status: 429, headers: { 'retry-after': '0' } },
    code: 'edge-throttled',
    says: /throttling by 127\S+ \(HTTP 429\), expected responses; try again later$/,
  },
  { name: 'failing', answer: { status: 500, body: HTML }, code: 'edge-server', says: /server errors from .*HTTP 500/ },
  { name: 'a limit of the platform', answer: { status: 530 }, code: 'edge-server', says: /HTTP 530/ },
  { name: 'reset', answer: { resetAt: 'start' }, code: 'edge-broken-connection', says: /127\S+ keeps closing/ },
  { name: 'cut off', answer: { body: '{"objects":[]}', cutAt: 5 }, code: 'edge-broken-connection', says: /closing/ },
  { name: 'mute', answer: { stallAt: 'start' }, code: 'edge-timeout', says: /no response from 127\S+ in time/ },
  { name: 'informational responses only', answer: { isHinting: true }, code: 'edge-timeout', says: /in time/ },
  { name: 'silent', answer: { body: '{"objects":[]}', stallAt: 5 }, code: 'edge-timeout', says: /in time/ },
  {
    name: 'a redirect without an address',
    answer: { status: 302 },
    code: 'edge-redirect',
    says: /found a redirect from 127\S+ \(HTTP 302\) without an address/,
  },
  {
    name: 'a redirect to itself',
    answer: { status: 307, headers: { location: '/again' } },
    code: 'edge-redirect',
    says: /found more than 5 redirects within 127\S+ \(HTTP 307\), expected the edge script; check what is in front of it$/,
  },
  {
    name: 'a redirect to a login',
    answer: { status: 302, headers: { location: 'https://team.example/login?token=SECRET-TOKEN' } },
    code: 'edge-redirect',
    says: /to https:\/\/team\.example \(HTTP 302\), expected the edge script; the key is sent to one host only: /,
  },
  {
    name: 'a truncated page without a cursor',
    answer: { body: '{"objects":[],"prefixes":[],"truncated":true}' },
    code: 'edge-listing',
    says: /found a page with truncated and without cursor, expected a listing that ends; check the script/,
  },
  {
    name: 'the same page repeatedly',
    answer: { body: '{"objects":[],"prefixes":[],"truncated":true,"cursor":"c"}' },
    code: 'edge-listing',
    says: /found the cursor of an earlier page/,
  },
];

/** A failure to read, with and without a key. */
export interface EdgeGetErrorRow extends GetErrorRow {
  /** @default SECRET-KEY */
  key?: string;
}

export const GET_ERROR_ROWS: readonly EdgeGetErrorRow[] = [
  { name: 'gone', answer: { status: 404 }, finding: 'object-gone', says: /no longer exists/ },
  {
    name: 'outside the lists',
    answer: FORBIDDEN,
    finding: 'object-denied',
    says: /does not serve \(HTTP 403\), expected one in its ALLOW_LIST_WITH_KEY or ALLOW_LIST; add its prefix to ALLOW_LIST_WITH_KEY, and deploy the script again$/,
  },
  {
    name: 'not public',
    answer: FORBIDDEN,
    key: '',
    finding: 'object-denied',
    says: /without a key \(HTTP 403\), expected one in its ALLOW_LIST; set HEADGATE_EDGE_KEY$/,
  },
  { name: 'replaced', answer: { status: 412 }, finding: 'object-changed', says: /changed or replaced/ },
  { name: 'shorter', answer: { status: 416 }, finding: 'object-changed', says: /changed or replaced/ },
  { name: 'failing', answer: { status: 500 }, finding: 'read-failed', says: /server errors/ },
  { name: 'throttled', answer: { status: 429 }, finding: 'read-failed', says: /throttling/ },
  { name: 'HTTP 405', answer: { status: 405 }, finding: 'read-failed', says: /status 405, expected the object/ },
  { name: 'not modified', answer: { status: 304 }, finding: 'read-failed', says: /status 304, expected the object/ },
  { name: 'reset', answer: { resetAt: 'start' }, finding: 'read-failed', says: /keeps closing/ },
  { name: 'mute', answer: { stallAt: 'start' }, finding: 'read-failed', says: /in time/ },
  {
    name: 'informational responses only',
    answer: { isHinting: true },
    finding: 'read-failed',
    says: /in time/,
  },
  {
    name: 'a redirect to another host',
    answer: { status: 301, headers: { location: 'https://team.example/x?SECRET-TOKEN' } },
    finding: 'read-failed',
    says: /to https:\/\/team\.example \(HTTP 301\)/,
  },
  {
    name: 'a redirect to itself',
    answer: { status: 307, headers: { location: '/x' } },
    finding: 'read-failed',
    says: /found more than 5 redirects within 127/,
  },
  { name: 'a proxy', answer: { status: 407 }, thrown: 'edge-proxy', says: /requires a login/ },
];
