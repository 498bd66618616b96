// Names and values that look like credentials, and ordinary ones that must not.
import { describe, expect, it } from 'vitest';
import { containsCredential, isCredentialName } from '../../../../src/language/custom-fields/propose/credential.ts';

describe('names', () => {
  it.each([
    ...['authorization', 'proxy-authorization', 'x-api-key', 'x-apikey', 'x-auth', 'authtoken', 'cookie', 'set-cookie'],
    ...['x-csrf-token', 'XSRF-TOKEN', 'csrftoken', 'csrfToken', 'sessionId', 'SessionID', 'PHPSESSID', 'connect.sid'],
    ...[
      'JSESSIONID',
      'ASP.NET_SessionId',
      'laravel_session',
      'cf_clearance',
      'SAPISID',
      'x-functions-key',
      'clientSecret',
    ],
    ...[
      'remember_me',
      'wordpress_logged_in_ab',
      'x-amz-security-token',
      'x-goog-iap-jwt-assertion',
      'oauth2_state',
      'pwd',
    ],
    ...['__Host-sess', 'x-hub-signature-256', 'access_key', 'accessKey', 'mypwd', 'user_pass', 'x-amz-signature'],
  ])('%s is one of a credential', (name) => {
    expect(isCredentialName(name)).toBe(true);
  });

  it.each([
    ...['accept-language', 'author', 'x-author', 'x-release', 'cartId', 'currency', 'greeting', 'x-design', 'keyboard'],
    ...[
      'x-forwarded-for',
      'sec-ch-ua',
      'x-assessment',
      'origin',
      'x-keyboard',
      'inside',
      'access-control-allow-origin',
    ],
    ...['access-control-allow-credentials', 'www-authenticate', 'x-cache-key', 'x-amz-date', 'x-amz-cf-pop', 'compass'],
  ])('%s is not', (name) => {
    expect(isCredentialName(name)).toBe(false);
  });
});

describe('values', () => {
  it.each([
    ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['a web token inside', 'v1|eyJhbGciOiJIUzI1NiJ9'],
    ['a scheme', 'Basic dTpw'],
    ['a bearer', 'bearer abc'],
    ['hexadecimal', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['a UUID', '0b2d1c9e-4f3a-4b7e-9a55-6c1d2e3f4a5b'],
    ['base64', 'Zm9vYmFyMTIzNDU2Nzg5MA=='],
    ['the key id of Amazon', 'AKIAIOSFODNN7EXAMPLE'],
    ['a parameter', '/reset?token=abc'],
    ['a password in an address', 'https://me:pw@example.com/'],
    ['a long number', '4111111111111111'],
  ])('%s', (_, value) => {
    expect(containsCredential(value)).toBe(true);
  });

  it.each([
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3',
    ],
    ['gzip, deflate, br, zstd'],
    ['"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"'],
    ['max-age=31536000; includeSubDomains; preload'],
    ['/assets/2026-11/images/hero-banner-large.webp'],
    ['Mon, 02 Nov 2026 14:30:00 GMT'],
    ['2026-11-02T14:30:00.000Z'],
    ['GA1.2.1234567890.1700000000'],
    ['de-DE,de;q=0.9,en-US;q=0.8'],
    ['theme=dark'],
    ['https://shop.example.com/search?q=teapot&page=5'],
    ['S1700000000.123456,VS0,VE1'],
    ['camelCaseIdentifierOfSomeLength2'],
    [''],
  ])('not %s', (value) => {
    expect(containsCredential(value)).toBe(false);
  });

  it('random characters are expected in public ids, tokens are not', () => {
    expect(containsCredential('0b2d1c9e-4f3a-4b7e-9a55-6c1d2e3f4a5b', true)).toBe(false);
    expect(containsCredential('Bearer x', true)).toBe(true);
  });
});
