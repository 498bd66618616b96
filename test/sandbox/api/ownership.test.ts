// Proof of ownership: the file, its token, and the jobs that need it.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnershipToken, OWNERSHIP_MS } from '../../../src/sandbox/api/logpush/ownership-token.ts';
import { openObjectWriter } from '../../../src/sandbox/destination/open-object-writer.ts';
import { keyedDestination, type LocalApi, openLocalApi, SECRET } from '../../helpers/sandbox/local-api.ts';

const CONF = 's3://bucket/logs/{DATE}?region=us-west-2';
const JOB = { dataset: 'http_requests', destination_conf: CONF, output_options: { field_names: ['RayID'] } };
const START = Date.UTC(2026, 10, 1, 12);

let now: number;
let api: LocalApi;
beforeEach(async () => {
  now = START;
  api = await openLocalApi({ now: () => now });
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  expect(api.open.size).toBe(0);
  api.state.close();
});

const challenge = async (conf = CONF, scope = '') => {
  const { body } = await api.call('POST', `${scope}logpush/ownership`, { destination_conf: conf });
  expect(body.result).toEqual({
    filename: expect.stringMatching(/^(.*\/)?ownership-challenge-[0-9a-f]{8}\.txt$/),
    valid: true,
    message: '',
  });
  const bucket = /^s3:\/\/([^/?]+)/.exec(conf)![1]!;
  return {
    filename: body.result.filename,
    token: await readFile(join(api.folder, bucket, body.result.filename), 'utf8'),
  };
};
const create = async (ownership_challenge?: string, conf = CONF) => {
  const { status, body } = await api.call('POST', 'logpush/jobs', {
    ...JOB,
    destination_conf: conf,
    ownership_challenge,
  });
  return [status, body.errors[0]?.code, body.errors[0]?.message ?? body.result.id];
};
const INCORRECT = [400, 1002, 'incorrect ownership challenge'];
const MISSING = [400, 1002, 'ownership_challenge must be set for the provided destination_conf'];

it('writes a token below the path of the destination', async () => {
  const { filename, token } = await challenge();
  expect(filename).toBe(`logs/20261101/${basename(filename)}`);
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  expect(claims).toEqual({
    object_type: 'zone',
    object_id: api.state.identity.zoneId,
    destination: 's3://bucket/logs/{DATE}',
    fingerprint: 's3://bucket/logs/{DATE}',
    iat: START / 1000,
    exp: (START + OWNERSHIP_MS) / 1000,
    jti: expect.any(String),
  });
  expect((await challenge()).token).not.toBe(token);
});

it('reports a destination that cannot be written as a result', async () => {
  for (const [conf, message] of [
    [
      's3://rejecting/logs',
      /^error validating destination: error writing object: error uploading: cannot write to s3:\/\/rejecting\/logs/,
    ],
    [`ftp://a?secret-access-key=${SECRET}`, /found another scheme/],
  ] as const) {
    const { status, body } = await api.call('POST', 'logpush/ownership', { destination_conf: conf });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ valid: false, message: expect.stringMatching(message) });
    expect(JSON.stringify(body)).not.toContain(SECRET);
  }
});

describe('a job', () => {
  it('needs the token once', async () => {
    expect(await create()).toEqual(MISSING);
    expect(await create('')).toEqual(MISSING);
    expect(await create('0000')).toEqual(INCORRECT);
    const { token } = await challenge();
    expect(await create(`${token}\n`)).toEqual([200, undefined, 1]);
    expect(await create()).toEqual([200, undefined, 2]);
    expect((await api.call('GET', 'logpush/jobs/1')).body.result).not.toHaveProperty('ownership_challenge');
  });

  it('needs none for a destination with keys', async () => {
    expect(await create(undefined, keyedDestination())).toEqual([200, undefined, 1]);
  });

  it('needs it again for another path, and after seven days', async () => {
    await create((await challenge()).token);
    const other = 's3://bucket/other';
    expect(await create(undefined, other)).toEqual(MISSING);
    const put = async (body: object) => {
      const { status, body: envelope } = await api.call('PUT', 'logpush/jobs/1', body);
      return [status, envelope.errors[0]?.code, envelope.errors[0]?.message];
    };
    expect(await put({ destination_conf: other })).toEqual(MISSING);
    expect(await put({ destination_conf: `${CONF}&sse=AES256` })).toEqual([200, undefined, undefined]);
    const { token } = await challenge(other);
    expect(await put({ destination_conf: other, ownership_challenge: token })).toEqual([200, undefined, undefined]);
    expect(await put({ destination_conf: CONF })).toEqual([200, undefined, undefined]);
    now += OWNERSHIP_MS - 1;
    expect((await create())[0]).toBe(200);
    now += 1;
    expect(await create()).toEqual(MISSING);
    expect(await put({ enabled: true, destination_conf: CONF })).toEqual([200, undefined, undefined]);
  });
});

it('a folder of this machine is proven like a bucket', async () => {
  const real = await openLocalApi({ now: () => now, openWriter: (conf) => openObjectWriter(conf, undefined) });
  const destination_conf = join(real.folder, 'logs', '{DATE}');
  const send = async (path: string, body: object) => (await real.call('POST', `logpush/${path}`, body)).body;
  const job = { destination_conf, output_options: { field_names: ['RayID'] } };
  expect((await send('jobs', job)).errors[0]!.message).toBe(MISSING[2]);
  const { result } = await send('ownership', { destination_conf });
  expect(result.filename).toBe(join(real.folder, 'logs', '20261101', basename(result.filename)));
  const ownership_challenge = await readFile(result.filename, 'utf8');
  expect((await send('jobs', { ...job, ownership_challenge })).result).toMatchObject({ id: 1, destination_conf });
  expect((await send('validate/destination', { destination_conf })).result).toEqual({ valid: true, message: '' });
  expect((await send('validate/destination/exists', { destination_conf })).result).toEqual({ exists: true });
  const relative = await send('jobs', { ...job, destination_conf: 'logs' });
  expect(relative.errors[0]!.message).toMatch(/^error validating destination: .*found a relative path/);
});

describe('a token', () => {
  const valid = async (token: string, conf = CONF, scope = '') =>
    (
      await api.call('POST', `${scope}logpush/ownership/validate`, {
        destination_conf: conf,
        ownership_challenge: token,
      })
    ).body.result.valid;

  it('is valid for its destination and its zone for seven days', async () => {
    const { token } = await challenge();
    const account = `/accounts/${api.state.identity.accountId}/`;
    expect(await valid(token)).toBe(true);
    expect(await valid(token, 's3://bucket/other')).toBe(false);
    expect(await valid(token, CONF, account)).toBe(false);
    expect(await valid((await challenge(CONF, account)).token, CONF, account)).toBe(true);
    now += OWNERSHIP_MS;
    expect(await valid(token)).toBe(false);
    expect(await valid((await challenge()).token)).toBe(true);
  });

  it('cannot be forged', async () => {
    const { token } = await challenge();
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const subject = {
      objectType: 'zone',
      objectId: api.state.identity.zoneId,
      destination: CONF,
      fingerprint: 's3://bucket/logs/{DATE}',
    };
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const forged of [
      '',
      '..',
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `${header}.${claims}.${signature}.`,
      `${header}.${claims}.${signature.slice(1)}`,
      `${unsigned}.${claims}.`,
      `${header}.${claims.slice(0, -2)}.${signature}`,
      createOwnershipToken(subject, 'another secret', now),
      'a'.repeat(100_000),
    ]) {
      expect(await valid(forged)).toBe(false);
    }
    expect(await valid(createOwnershipToken(subject, api.state.identity.signingSecret, now))).toBe(true);
  });

  it.each([
    [{ destination_conf: CONF }, 'missing value for ownership_challenge: expected the token of an ownership challenge'],
    [
      { destination_conf: 1, ownership_challenge: 'a' },
      'invalid value for destination_conf: found 1, expected 1 to 4096 characters',
    ],
    [{ destination_conf: CONF, ownership_challenge: 'a', zone: 1 }, 'invalid JSON: unknown field "zone"'],
  ])('the body %j is rejected', async (body, message) => {
    const { status, body: envelope } = await api.call('POST', 'logpush/ownership/validate', body);
    expect([status, envelope.errors[0]!.message]).toEqual([400, message]);
  });
});
