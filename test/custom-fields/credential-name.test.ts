// Names of headers and cookies whose values are usually credentials.
import { expect, it } from 'vitest';
import { type FieldArray, resemblesCredential } from '../../src/custom-fields/index.ts';

const guess = (array: FieldArray, name: string) => resemblesCredential({ array, name });

it.each<[FieldArray, string]>([
  ['request_fields', 'authorization'],
  ['transformed_request_fields', 'proxy-authorization'],
  ['request_fields', 'cookie'],
  ['response_fields', 'set-cookie'],
  ['raw_response_fields', 'x-api-key'],
  ['request_fields', 'x-amz-security-token'],
  ['request_fields', 'cf-access-client-secret'],
  ['request_fields', 'x-auth-email'],
  ['cookie_fields', 'session_id'],
  ['cookie_fields', 'PHPSESSID'],
  ['cookie_fields', 'connect.sid'],
  ['cookie_fields', '__Host-Session'],
  ['cookie_fields', 'cf_clearance'],
  ['cookie_fields', 'XSRF-TOKEN'],
])('%s %s resembles a credential', (array, name) => {
  expect(guess(array, name)).toBe(true);
});

it.each<[FieldArray, string]>([
  ['request_fields', 'accept-language'],
  ['request_fields', 'x-author'],
  ['request_fields', 'x-inside'],
  ['response_fields', 'www-authenticate'],
  ['response_fields', 'cache-control'],
  ['cookie_fields', 'cookie'],
  ['cookie_fields', 'currency'],
  ['cookie_fields', '__ga'],
])('%s %s does not', (array, name) => {
  expect(guess(array, name)).toBe(false);
});
