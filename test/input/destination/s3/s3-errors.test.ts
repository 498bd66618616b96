// Each rejection of a server becomes one message that names the fix, and none contains a secret.
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeadgateError } from '../../../../src/base/index.ts';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';
import { ObjectReadError } from '../../../../src/input/destination/object-finding.ts';
import { s3Error } from '../../../../src/input/destination/s3/s3-error.ts';
import { GET_ERROR_ROWS, LIST_ERROR_ROWS } from '../../../cases/destination/s3-errors.ts';
import { s3ErrorBody, s3ListBody } from '../../../helpers/destination/bucket-answers.ts';
import { type HttpServer, startHttpServer } from '../../../helpers/http-server.ts';
import { HOST_WITHOUT_ADDRESS, portWithoutServer } from '../../../helpers/listen.ts';

const KEYS = 'access-key-id=KEYID&secret-access-key=SECRET';
const REQUEST = {
  action: 'list',
  hasAnswered: false,
  retryForMs: 60_000,
  silenceMs: 20_000,
  connectMs: 10_000,
} as const;
const LIMITS = { connectMs: 500, silenceMs: 1000, backoffMs: 1, retryForMs: 100 };

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
  vi.unstubAllEnvs();
});
beforeEach(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent');
});

async function at(endpoint: string, prefix = '', keys = KEYS, profile?: string) {
  const source = `s3://b/${prefix}?region=us-east-9&endpoint=${endpoint}&${keys}`;
  return openDestination(await parseLocation(source, profile === undefined ? {} : { profile }), { limits: LIMITS });
}

async function listingError(endpoint: string, prefix = '', keys = KEYS, profile?: string): Promise<HeadgateError> {
  const destination = await at(endpoint, prefix, keys, profile);
  const error: HeadgateError = await destination.list({}).then(
    () => expect.fail('was listed'),
    (thrown) => thrown,
  );
  expect(error.kind).toBe('unreachable');
  expect(error.message).toMatch(/^cannot list s3:\/\/b\/.*: /);
  // This covers the output of --debug: the cause and every property.
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/SECRET(?!_ACCESS)|KEYID/);
  return error;
}

describe('listing', () => {
  it.each(LIST_ERROR_ROWS)('%s', async (_, answer, code, says) => {
    server = await startHttpServer(() => answer);
    const error = await listingError(server.origin);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(says);
  });

  it('a port without a server', async () => {
    const port = await portWithoutServer();
    const error = await listingError(`http://127.0.0.1:${port}`);
    expect(error.code).toBe('s3-refused');
    expect(error.message).toContain(`no server listens at 127.0.0.1:${port}`);
  });

  it('a host that does not exist', async () => {
    const error = await listingError(`http://${HOST_WITHOUT_ADDRESS}`);
    expect(error.code).toBe('s3-unknown-host');
    expect(error.message).toContain(`the host name ${HOST_WITHOUT_ADDRESS} has no address`);
  });

  it('a server without TLS', async () => {
    server = await startHttpServer(() => ({}));
    const error = await listingError(server.origin.replace('http:', 'https:'));
    expect(error.code).toBe('s3-not-tls');
    expect(error.message).toContain(`write endpoint=${server.origin}`);
  });

  it('no credentials', async () => {
    server = await startHttpServer(() => ({}));
    const error = await listingError(server.origin, '', '');
    expect(error.code).toBe('s3-no-credentials');
    expect(error.message).toContain('AWS_ACCESS_KEY_ID');
    expect((await listingError(server.origin, '', '', 'work')).message).toContain(
      'the AWS profile "work" has no usable credentials',
    );
    expect(server.requests).toHaveLength(0);
  });

  it('credentials of the environment apply if the source has none', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'FROMENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
    server = await startHttpServer(() => ({ body: s3ListBody(['a.log']) }));
    expect((await (await at(server.origin, '', '')).list({})).objects).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toContain('Credential=FROMENV/');
    expect(server.requests[0]?.headers.authorization).toContain('/us-east-9/s3/');
  });

  it('a denied listing leaves an object named in full readable', async () => {
    server = await startHttpServer(({ method }) =>
      method === 'HEAD'
        ? { headers: { etag: '"e"' }, body: 'abc' }
        : { status: 403, body: s3ErrorBody('AccessDenied') },
    );
    const { objects } = await (await at(server.origin, 'dir/a.log')).list({});
    expect(objects).toEqual([{ name: 's3://b/dir/a.log', key: 'dir/a.log', bytes: 3, etag: 'e' }]);
  });
});

describe('connections', () => {
  const location = { kind: 's3', scheme: 's3', bucket: 'b', prefix: '', region: 'eu-x', display: 's3://b/' } as const;

  it.each([
    { error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, code: 's3-certificate', says: /NODE_EXTRA_CA_CERTS/ },
    { error: { cause: { code: 'CERT_HAS_EXPIRED' } }, code: 's3-certificate', says: /has expired/ },
    {
      error: { errors: [{ code: 'ECONNREFUSED' }] },
      code: 's3-refused',
      says: /no server listens at s3\.eu-x\.amazonaws\.com/,
    },
    { error: { code: 'CERT_NOT_YET_VALID' }, code: 's3-certificate', says: /is not valid yet; check the clock/ },
    { error: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, code: 's3-certificate', says: /is valid for another name/ },
    { error: { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }, code: 's3-tls', says: /agree on no TLS connection/ },
    { error: { code: 'EHOSTUNREACH' }, code: 's3-unreachable', says: /the network has no route to/ },
    { error: { name: 'TimeoutError' }, code: 's3-timeout', says: /has not answered any request for 60 s/ },
    {
      error: { name: 'TimeoutError', code: 'EPIPE' },
      code: 's3-broken-connection',
      says: /closed the connection before the end of its answer, in every attempt for 60 s/,
    },
    { error: { name: 'TimeoutError', code: 'ETIMEDOUT' }, code: 's3-timeout', says: /has not answered any request/ },
    {
      error: { message: 'Region not accepted: region="x_y" is not a valid hostname component.' },
      code: 's3-region',
      says: /look up its region/,
    },
    { error: { code: 'ENOTFOUND' }, code: 's3-unknown-host', says: /check the region/ },
  ])('$error', ({ error, code, says }) => {
    const failure = s3Error(error, { ...location, forcePathStyle: false }, REQUEST);
    expect(failure.error.code).toBe(code);
    expect(failure.error.message).toMatch(says);
    const isObject =
      s3Error(error, { ...location, forcePathStyle: false }, { ...REQUEST, action: 'get' }).error instanceof
      ObjectReadError;
    expect(isObject).toBe(code !== 's3-region');
  });
});

describe('reading one object', () => {
  it.each(GET_ERROR_ROWS)('%s', async (_name, answer, code, says) => {
    server = await startHttpServer(() => answer);
    const destination = await at(server.origin);
    const findings: ObjectFinding[] = [];
    const reading = (async () => {
      const options = { onFinding: (one: ObjectFinding) => findings.push(one) };
      for await (const _ of readObject(destination, { name: 'x', key: 'x' }, options)) expect.fail('delivered bytes');
    })();
    if (code.startsWith('s3-')) await expect(reading).rejects.toMatchObject({ code, message: says });
    else {
      await reading;
      expect(findings).toMatchObject([{ code, message: says, offset: 0 }]);
      expect(findings[0]?.message).not.toMatch(/SECRET|KEYID/);
    }
  });

  it('an answer without content for an object that was listed with some', async () => {
    server = await startHttpServer(() => ({ status: 204 }));
    const findings: ObjectFinding[] = [];
    const options = { onFinding: (one: ObjectFinding) => findings.push(one) };
    const object = { name: 'x', key: 'x', bytes: 3 };
    for await (const _ of readObject(await at(server.origin), object, options)) expect.fail('delivered bytes');
    const message = /^the server answers HTTP 204 \(no content\) instead of the object; check the server/;
    expect(findings).toMatchObject([{ code: 'object-changed', message: expect.stringMatching(message) }]);
  });
});
