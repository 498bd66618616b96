// Secrets are recognized by their names, in malformed text too; explanations and addresses stay readable.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecrets, secretStart } from '../../src/base/index.ts';
import { randomRuns } from '../helpers/random-runs.ts';

/** Both functions as regular expressions, which take quadratic time on hostile text. */
const NAME = String.raw`[\w-]*(?:secret|token|passw|pwd|signature|credential|api[-_]?key|access[-_]?key|authorization)[\w-]*|x-amz-[\w-]+|sig`;
const START = String.raw`(^|%(?:25)*[0-9a-f]{2}|[^\w])(${NAME})(=|%(?:25)*3d)(?![…<])`;
const SECRETS = new RegExp(String.raw`${START}[^\s"'\x60<>]*?([:;,.)]?)(?=[\s"'\x60<>]|$)`, 'gi');
const USER = /:\/\/(?:[^\s"'`<>@:/]*:[^\s"'`<>]*@|[^\s"'`<>@/]*@)/g;

describe('redactSecrets', () => {
  it.each([
    ['s3://b;secret-access-key=SECRET', 's3://b;secret-access-key=…'],
    ['s3://b/x secret-access-key=SECRET and more', 's3://b/x secret-access-key=… and more'],
    ['b/x%3Fsecret-access-key%3DSECRET', 'b/x%3Fsecret-access-key%3D…'],
    ['b/x%253Ftoken%253DSECRET', 'b/x%253Ftoken%253D…'],
    ['b/x?secret=SECRET', 'b/x?secret=…'],
    [
      'cannot read s3://b/x?region=a&secret-access-key=SE+CR/ET==&endpoint=h: found',
      'cannot read s3://b/x?region=a&secret-access-key=…: found',
    ],
    ['"s3://b?access-key-id=SECRET" and "x"', '"s3://b?access-key-id=…" and "x"'],
    ['AWS_SECRET_ACCESS_KEY=SECRET', 'AWS_SECRET_ACCESS_KEY=…'],
    ['?X-Amz-Signature=SECRET&X-Amz-Date=1', '?X-Amz-Signature=…'],
    ['azure://c/x?sv=1&sig=SECRET', 'azure://c/x?sv=1&sig=…'],
    ['splunk://h/raw?header_Authorization=SECRET', 'splunk://h/raw?header_Authorization=…'],
    ['datadog://h?header_DD-API-KEY=SECRET', 'datadog://h?header_DD-API-KEY=…'],
    ['?password=SECRET&pwd=SECRET', '?password=…'],
    ['s3://ID:SEC/R@ET@b/logs is', 's3://…@b/logs is'],
    ['https://SECRET@host/x', 'https://…@host/x'],
    ['found "AKIAIOSFODNN7EXAMPLE", ASIAIOSFODNN7EXAMPLE', 'found "…", …'],
  ])('%s', (text, redacted) => {
    expect(redactSecrets(text)).toBe(redacted);
    expect(redactSecrets(redacted)).toBe(redacted);
  });

  it.each([
    'write s3://b?region=…&access-key-id=…&secret-access-key=… (an old form)',
    'expected ?account-id=<account id>&access-key-id=<id>&secret-access-key=<key>',
    'XAKIAIOSFODNN7EXAMPLE, AKIAIOSFODNN7EXAMPLES',
    's3://b/logs/{DATE}/20261101T000000Z_20261101T000100Z_ab.log.gz',
    'found secret-access-key without access-key-id, expected both',
    'http://127.0.0.1:9000/a/b and me@example.com, assignment=3, design=4',
    '',
  ])('leaves %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
    expect(secretStart(text)).toBe(-1);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      'secret',
      'token',
      'sig',
      'SIG',
      'x-amz-',
      'X-Amz-a',
      'api_key',
      'a',
      '3',
      'é',
      'D',
      '25',
      '-',
      '_',
      '=',
      '==',
      '%3d',
    ],
    ...['%253D', '%', '%3F', '%2525', '…', '<', '>', ' ', '"', '\n', '&', ':', ')', '.', '/', '://', '@', 'u:p@'],
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('is redacted like the regular expressions do', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(redactSecrets(one)).toBe(one.replace(USER, '://…@').replace(SECRETS, '$1$2$3…$4'));
        expect(secretStart(one)).toBe(one.search(new RegExp(START, 'i')));
      }),
      { numRuns: randomRuns(2500) },
    );
  });

  it.each([
    'x-amz-',
    '-secret',
    'secret%25',
    '%25',
    '%3d',
    'a=',
    'sig-',
    '://',
    '://a:',
    '://@',
    'x-amz-a=…',
    'secret=<',
    'token= ',
  ])('of megabytes of %s takes linear time', (part) => {
    const hostile = part.repeat(2_000_000 / part.length);
    expect(redactSecrets(hostile).length).toBeLessThan(2 * hostile.length);
    expect(secretStart(hostile)).toBeLessThan(hostile.length);
  });
});
