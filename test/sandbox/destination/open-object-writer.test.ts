// Which destination a destination_conf means, what is rejected, and that no message shows a secret.
import { describe, expect, it } from 'vitest';
import { openObjectWriter } from '../../../src/sandbox/destination/open-object-writer.ts';

const own = {
  endpoint: 'http://127.0.0.1:8791/cdn-cgi/local/r2/s3',
  has: (name: string) => name === 'sandbox' || name === 'second',
  ensure: () => Promise.resolve(),
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
    const writer = await openObjectWriter(conf, own, { allowRemote: true });
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
    const rules = { allowRemote: true };
    const s3 = await openObjectWriter('s3://sandbox/a?region=auto', undefined, rules);
    expect(s3.identity).toBe('amazonaws.com/sandbox/a');
    const r2 = await openObjectWriter(`r2://sandbox/a?account-id=${own.accountId}&${keys}`, undefined, rules);
    expect(r2.identity).toBe(`${own.accountId}.r2.cloudflarestorage.com/sandbox/a`);
  });
});

describe('with local buckets', () => {
  it.each([
    ['s3://logs/http/{DATE}?region=eu-west-1', 'sandbox/logs/http/{DATE}'],
    [`s3://logs/a?region=eu-west-1&${keys}`, 'sandbox/logs/a'],
    [`r2://logs/a?account-id=abc&${keys}`, 'sandbox/logs/a'],
    ['s3://sandbox/a?region=auto', 'sandbox/sandbox/a'],
    [`s3://logs/a?region=x&endpoint=http://127.0.0.1:9000&${keys}`, '127.0.0.1:9000/logs/a'],
  ])('%s needs no proof', async (conf, identity) => {
    expect(await openObjectWriter(conf, own, { localBuckets: true })).toMatchObject({ identity, needsProof: false });
  });

  it.each([
    [`s3://logs/a?region=x&endpoint=https://s3.example.com&${keys}`, 'location-remote'],
    ['s3://logs/a', 'location-region'],
    ['r2://logs/a?account-id=abc', 'location-keys'],
  ])('%s is rejected as without', async (conf, code) => {
    await expect(openObjectWriter(conf, own, { localBuckets: true })).rejects.toMatchObject({ code });
  });
});

it.each([
  'gs://bucket/dir',
  'azure://container/dir?sig=very-secret',
  'https://logs.example.com/a?header_Authorization=very-secret',
  'splunk://host/a',
  'datadog://host/a',
  'sumo://host/a',
])('%s is stored only', async (conf) => {
  const writer = await openObjectWriter(conf, own);
  expect(writer.identity).toBe(conf.replace(/\?.*/, ''));
  expect(writer.display).not.toContain('very-secret');
  const put = writer.put('20261122', 'a.log.gz', Buffer.alloc(1), new AbortController().signal);
  const scheme = conf.slice(0, conf.indexOf('://') + 3);
  await expect(put).rejects.toThrow(
    `cannot write a.log.gz: the sandbox stores a job for ${scheme} and pushes nothing there`,
  );
});

describe('rejected', () => {
  it.each([
    ['logs/http', 'location-path', /found a relative path/],
    ['./logs?secret-access-key=very-secret', 'location-path', /found a relative path/],
    ['  ', 'location-path', /found empty text/],
    ['file://server/logs', 'location-path', /found a URL that is not/],
    ['file:///logs?region=x', 'location-path', /found a URL that is not/],
    [
      'http://logs.example.com/very-secret',
      'location-scheme',
      /found the scheme http:\/\/, but the sandbox supports s3/,
    ],
    ['ftp://very-secret@host/', 'location-scheme', /found the scheme ftp/],
    [
      's3://bucket/dir?region=x',
      'location-remote',
      /the sandbox contacts no other machine; .* --local-buckets .* or with --allow-remote/,
    ],
    [`r2://bucket/dir?account-id=abc&${keys}`, 'location-remote', /--local-buckets/],
    [
      `s3://bucket/dir?region=x&endpoint=https://s3.example.com&${keys}`,
      'location-remote',
      /machine; start the sandbox with --allow-remote$/,
    ],
    [`s3://bucket/dir?region=x&endpoint=http://127.0.0.1.example.com&${keys}`, 'location-remote', /no other machine/],
    [`s3://bucket/dir?region=x&endpoint=http://192.168.1.7:9000&${keys}`, 'location-remote', /no other machine/],
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
