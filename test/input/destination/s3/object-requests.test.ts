// Requests for objects as a server receives them: signed for their address, with credentials that are valid, and for any key.
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { s3ErrorBody, s3Source } from '../../../helpers/destination/bucket-answers.ts';
import {
  type HttpAnswer,
  type HttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../helpers/http-server.ts';

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.stop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent');
});

/** Opens the bucket of a source. */
async function open(sourceAt: (origin: string) => string, answer: (request: ReceivedRequest) => HttpAnswer) {
  server = await startHttpServer(answer);
  return openDestination(await parseLocation(sourceAt(server.origin)), {
    limits: { backoffMs: 1, retryForMs: 100, firstAnswerMs: 0 },
  });
}

async function read(destination: Awaited<ReturnType<typeof open>>, key: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of destination.open({ name: key, key, etag: 'e' })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Computes a signature as a server does: "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)". */
function signatureOf({ method, url, headers }: ReceivedRequest, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+),/.exec(headers.authorization!) ?? [];
  const names = signed.split(';');
  const [path, query = ''] = url.split('?');
  const canonical = [
    ...[method, path, query, ...names.map((name) => `${name}:${headers[name]}`), ''],
    ...[signed, headers['x-amz-content-sha256']],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

const ANSWER = { headers: { etag: '"e"' }, body: 'stored' };

describe('a request for an object', () => {
  it.each([
    ['a folder', 'logs/20261101/a.log.gz'],
    ['characters that a signature contains escaped', "date=2026-11-01/a+b c!*'()~@:,;&$%41.log"],
    ['letters of other languages', 'журнал/ログ/é.log'],
    ['segments that a URL would resolve', 'a/../b/./c//d.log'],
    ['a slash at both ends', '/a/'],
    ['a question mark and a hash', 'a?b#c'],
  ])('is signed for a key with %s', async (_, key) => {
    const destination = await open(s3Source, () => ANSWER);
    expect(await read(destination, key)).toBe('stored');
    const [request] = server!.requests;
    expect(decodeURIComponent(request!.url)).toBe(`/b/${key}`);
    expect(request!.headers.authorization).toContain(`Signature=${signatureOf(request!, 'S')}`);
    expect(request!.headers.authorization).toMatch(/SignedHeaders=(?=\S*host;)(?=\S*if-match;)\S*x-amz-date/);
  });

  it('is signed again for the rest of an object', async () => {
    const destination = await open(s3Source, ({ index }) =>
      index === 0
        ? { ...ANSWER, cutAt: 2 }
        : { ...ANSWER, status: 206, body: 'ored', headers: { etag: '"e"', 'content-range': 'bytes 2-5/6' } },
    );
    expect(await read(destination, 'a')).toBe('stored');
    const [, rest] = server!.requests;
    expect(rest!.headers).toMatchObject({ range: 'bytes=2-', 'if-match': '"e"' });
    expect(rest!.headers.authorization).toContain(`Signature=${signatureOf(rest!, 'S')}`);
    expect(rest!.headers.authorization).toMatch(/SignedHeaders=\S*range/);
  });

  it('carries the session token of the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'FROMENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'HIDDEN');
    vi.stubEnv('AWS_SESSION_TOKEN', 'TOKEN');
    const destination = await open(
      (origin) => `s3://b/?region=eu-x&endpoint=${origin}`,
      () => ANSWER,
    );
    expect(await read(destination, 'a')).toBe('stored');
    const [request] = server!.requests;
    expect(request!.headers['x-amz-security-token']).toBe('TOKEN');
    expect(request!.headers.authorization).toMatch(
      /Credential=FROMENV\/\d{8}\/eu-x\/s3\/aws4_request, SignedHeaders=\S*x-amz-security-token/,
    );
    expect(request!.headers.authorization).toContain(`Signature=${signatureOf(request!, 'HIDDEN')}`);
  });

  it('has the session of a directory bucket, which one request creates', async () => {
    const bucket = 'logs--use1-az4--x-s3';
    const session = `<CreateSessionResult><Credentials><SessionToken>SESSION</SessionToken><SecretAccessKey>T</SecretAccessKey>
      <AccessKeyId>TEMP</AccessKeyId><Expiration>${new Date(Date.now() + 300_000).toISOString()}</Expiration></Credentials></CreateSessionResult>`;
    const destination = await open(
      (origin) => `s3://${bucket}/?region=us-east-1&endpoint=${origin}&access-key-id=K&secret-access-key=S`,
      ({ url }) => (/[?&]session/.test(url) ? { body: session } : ANSWER),
    );
    for (const key of ['logs/a', 'logs/b+c']) expect(await read(destination, key)).toBe('stored');
    const [create, ...gets] = server!.requests;
    expect(create!.url).toMatch(/[?&]session/);
    // At an address with an IP, the rules of the SDK have a second slash after the bucket.
    const paths = gets.map(({ url }) => decodeURIComponent(url.split('?')[0]!).replace('//', '/'));
    expect(paths).toEqual([`/${bucket}/logs/a`, `/${bucket}/logs/b+c`]);
    for (const get of gets) {
      expect(get.headers['x-amz-s3session-token']).toBe('SESSION');
      expect(get.headers.authorization).toMatch(/Credential=TEMP\/\d{8}\/us-east-1\/s3express\/aws4_request/);
    }
  });

  it('has new credentials when the last ones are about to expire', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headgate-credentials-'));
    // Each call names other keys, which the SDK renews five minutes before their end.
    const script = `const { appendFileSync, statSync } = require('node:fs');
      const count = ${JSON.stringify(join(folder, 'calls'))};
      appendFileSync(count, '.');
      const Expiration = new Date(Date.now() + 60_000).toISOString();
      console.log(JSON.stringify({ Version: 1, AccessKeyId: 'KEY' + statSync(count).size, SecretAccessKey: 'S', Expiration }));`;
    writeFileSync(join(folder, 'renew.cjs'), script);
    writeFileSync(
      join(folder, 'config'),
      `[default]\ncredential_process = "${process.execPath}" "${join(folder, 'renew.cjs')}"\n`,
    );
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
    const destination = await open(
      (origin) => `s3://b/?region=a&endpoint=${origin}`,
      () => ANSWER,
    );
    const keyIds = () =>
      new Set(server!.requests.map(({ headers }) => /Credential=(\w+)/.exec(headers.authorization!)?.[1]));
    // The SDK renews them in the background, and signs with the last ones until then.
    await vi.waitFor(async () => {
      expect(await read(destination, 'a')).toBe('stored');
      expect(keyIds().size).toBeGreaterThan(1);
    }, 20_000);
  });

  it('is sent once there are credentials', async () => {
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent');
    const destination = await open(
      (origin) => `s3://b/?region=a&endpoint=${origin}`,
      () => ANSWER,
    );
    await expect(read(destination, 'a')).rejects.toMatchObject({ code: 's3-no-credentials' });
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'FROMENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S');
    const again = await open(
      (origin) => `s3://b/?region=a&endpoint=${origin}`,
      () => ANSWER,
    );
    expect(await read(again, 'a')).toBe('stored');
  });

  it('is sent once, and its rejection is parsed without another request', async () => {
    const destination = await open(s3Source, () => ({ status: 404, body: s3ErrorBody('NoSuchKey') }));
    await expect(read(destination, 'a')).rejects.toMatchObject({ code: 'object-gone' });
    expect(server!.requests).toHaveLength(1);
  });
});
