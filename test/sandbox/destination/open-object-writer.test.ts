// Which destination a destination_conf means, what is refused, and that no message shows a secret.
import { describe, expect, it } from 'vitest';
import { openObjectWriter } from '../../../src/sandbox/destination/open-object-writer.ts';

const own = {
  endpoint: 'http://127.0.0.1:8791/cdn-cgi/local/r2/s3',
  has: (name: string) => name === 'sandbox' || name === 'second',
  pass: <T>(send: () => Promise<T>) => send(),
  accessKeyId: 'own-key-id',
  secretAccessKey: 'own-secret',
  region: 'auto',
  accountId: '0123456789abcdef0123456789abcdef',
};
const keys = 'access-key-id=key-id-of-a-user&secret-access-key=very-secret';

describe('identity, display and proof', () => {
  it.each([
    ['s3://logs/http/{DATE}?region=eu-west-1', 'amazonaws.com/logs/http/{DATE}', 's3://logs/http/{DATE}', true],
    ['s3://logs/http/?region=eu-west-1&sse=AES256', 'amazonaws.com/logs/http', 's3://logs/http/', true],
    ['s3://logs/http?region=us-west-2/', 'amazonaws.com/logs/http', 's3://logs/http', true],
    [`s3://logs/a?region=x&endpoint=http://127.0.0.1:9000&${keys}`, '127.0.0.1:9000/logs/a', 's3://logs/a', false],
    [`r2://logs/a?account-id=abc&${keys}`, 'abc.r2.cloudflarestorage.com/logs/a', 'r2://logs/a', false],
    ['s3://sandbox/a?region=auto', 'sandbox/sandbox/a', 's3://sandbox/a', true],
    ['s3://second/a?region=auto', 'sandbox/second/a', 's3://second/a', true],
    [
      `r2://sandbox/a/{DATE}?account-id=${own.accountId}&${keys}`,
      'sandbox/sandbox/a/{DATE}',
      'r2://sandbox/a/{DATE}',
      false,
    ],
    [`s3://sandbox/a/?region=auto&endpoint=${own.endpoint}&${keys}`, 'sandbox/sandbox/a', 's3://sandbox/a/', false],
    ['/var/logs/{DATE}/', 'file:///var/logs/%7BDATE%7D', '/var/logs/{DATE}', true],
    ['file:///var/../logs', 'file:///logs', '/logs', true],
  ])('%s', async (conf, identity, display, needsProof) => {
    const writer = await openObjectWriter(conf, own);
    expect(writer).toMatchObject({ identity, display, needsProof });
    writer.close();
  });

  it('the bucket of the sandbox is the same one after a restart on another port', async () => {
    const moved = { ...own, endpoint: own.endpoint.replace('8791', '9791') };
    const [before, after] = await Promise.all(
      [own, moved].map((bucket) => openObjectWriter('s3://sandbox/a?region=auto', bucket)),
    );
    expect(after!.identity).toBe(before!.identity);
  });

  it('without a sandbox its names mean buckets of the services', async () => {
    const s3 = await openObjectWriter('s3://sandbox/a?region=auto', undefined);
    expect(s3.identity).toBe('amazonaws.com/sandbox/a');
    const r2 = await openObjectWriter(`r2://sandbox/a?account-id=${own.accountId}&${keys}`, undefined);
    expect(r2.identity).toBe(`${own.accountId}.r2.cloudflarestorage.com/sandbox/a`);
  });
});

describe('refused', () => {
  it.each([
    ['logs/http', 'location-path', /found a relative path/],
    ['./logs?secret-access-key=very-secret', 'location-path', /found a relative path/],
    ['  ', 'location-path', /found empty text/],
    ['file://server/logs', 'location-path', /found a URL that is not/],
    ['file:///logs?region=x', 'location-path', /found a URL that is not/],
    ['gs://bucket/dir', 'location-scheme', /found the scheme gs:\/\/, but the sandbox supports s3/],
    ['azure://container/dir?sig=very-secret', 'location-scheme', /found the scheme azure/],
    ['https://logs.example.com/very-secret?header_Authorization=very-secret', 'location-scheme', /scheme https/],
    ['s3:/bucket/dir?region=x', 'location-region|location-scheme', /too few slashes/],
    ['s3://bucket/dir', 'location-region', /found no region/],
    ['s3://bucket/dir?region=', 'location-region', /found no region/],
    ['s3://bucket/dir?region=x&sse=very-secret', 'location-parameter', /value of sse/],
    ['s3://bucket/dir?region=x&endpoint=http://127.0.0.1:1', 'location-keys', /found no keys/],
    ['s3://bucket/dir?region=x&secret-access-key=very-secret', 'location-keys', /without access-key-id/],
    ['r2://bucket/dir?account-id=abc', 'location-keys', /found no keys/],
    [`r2://bucket/dir?${keys}`, 'location-account', /no account-id/],
    [`r2://bucket/dir/account-id=abc&${keys}`, 'location-query', /parameters in the path/],
    [`s3://bucket/dir?region=x&colour=very-secret&${keys}`, 'location-parameter', /unknown parameter|colour/],
  ])('%s', async (conf, code, message) => {
    const error = await openObjectWriter(conf, own).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expect.stringMatching(code), message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('very-secret');
  });
});
