// Every form of a source and every mistake in one; no message contains a secret.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeadgateError } from '../../../../src/base/index.ts';
import { parseDestinationConf, parseLocation } from '../../../../src/input/destination/index.ts';
import { redactLocation } from '../../../../src/input/destination/location/redact-location.ts';
import { BUCKET_ROWS, ERROR_ROWS } from '../../../cases/destination/locations.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-location-'));

beforeAll(() => {
  writeFileSync(join(folder, 'aws'), '[profile work]\nregion = eu-profile\n');
  writeFileSync(join(folder, 'access.log.gz'), '');
  mkdirSync(join(folder, 'day-folder/today'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('HEADGATE_EDGE_KEY', undefined);
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'aws'));
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'));
});
afterEach(() => void vi.unstubAllEnvs());

describe('buckets', () => {
  it.each(BUCKET_ROWS)('$name', async ({ source, options, env, location }) => {
    for (const [name, value] of Object.entries(env ?? {})) vi.stubEnv(name, value);
    const read: Record<string, unknown> = { ...(await parseLocation(source, options)) };
    for (const [key, value] of Object.entries(location)) expect(read[key], key).toEqual(value);
    expect(read.display).not.toMatch(/SECRET|KEYID/);
  });
});

describe('mistakes', () => {
  it.each(ERROR_ROWS)('$name', async ({ source, options, env, code, says }) => {
    for (const [name, value] of Object.entries(env ?? {})) vi.stubEnv(name, value);
    const error: HeadgateError = await parseLocation(source, options).then(
      () => expect.fail('was read'),
      (thrown) => thrown,
    );
    expect(error.code).toBe(code);
    expect(error.kind).toBe('unreachable');
    expect(error.message).toMatch(says);
    expect(error.message).not.toMatch(/SECRET|KEYID|RET@/);
    expect(error.message).toMatch(/^cannot read .+: /);
    expect(error.message).not.toMatch(/[.\n]$/);
  });
});

describe('this machine', () => {
  it('distinguishes a folder from a file', async () => {
    expect(await parseLocation(folder)).toEqual({ kind: 'folder', path: folder, display: folder });
    const file = join(folder, 'access.log.gz');
    expect(await parseLocation(file)).toEqual({ kind: 'file', path: file, singleUse: false, display: file });
    expect(await parseLocation(`file://${file}`)).toMatchObject({ kind: 'file', path: file });
  });

  it('recognizes a pipe, which can be opened only once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await parseLocation(pipe)).toMatchObject({ kind: 'file', singleUse: true });
  });

  it('accepts {DATE} in a path', async () => {
    const path = join(folder, 'date={DATE}');
    expect(await parseLocation(path)).toEqual({ kind: 'folder', path, display: path });
  });

  it('explains a home folder that the shell did not replace', async () => {
    await expect(parseLocation('~/logs')).rejects.toThrow(
      'cannot read ~/logs: the file or folder does not exist; shells replace ~ only at the start of a word without quotes: write $HOME',
    );
  });

  it.each([
    { path: 'acess.log.gz', says: /did you mean ".*\/access\.log\.gz"\?$/ },
    { path: 'day-foldr/today', says: /did you mean ".*\/day-folder\/today"\?$/ },
    { path: 'day-foldr/elsewhere', says: /the file or folder does not exist, expected/ },
    {
      path: 'nowhere/at/all',
      says: /the file or folder does not exist, expected a folder, a file, - for .* s3:\/\/.* r2:\/\/.* https:\/\/\S+ of the edge script$/,
    },
    { path: 'EdgeResponseStatus >= 500', says: /to use the text as a filter, write it after --filter$/ },
    { path: 'nowhere/{DATE}', says: /the file or folder does not exist/ },
    { path: 'access.log.gz/x', says: /the file or folder does not exist/ },
  ])('$path does not exist', async ({ path, says }) => {
    await expect(parseLocation(join(folder, path))).rejects.toMatchObject({ code: 'location-path', message: says });
  });

  it('suggests --filter for JSON', async () => {
    const message = /to use the text as a filter, write it after --filter$/;
    await expect(parseLocation('{"where":{}}')).rejects.toMatchObject({ code: 'location-path', message });
  });
});

it.each(['s3:/bucket/logs', 'r2:bucket/logs'])('%s lacks a slash', async (path) => {
  const message = new RegExp(`did you mean a bucket, ${path.slice(0, 2)}://<bucket>`);
  await expect(parseLocation(path)).rejects.toMatchObject({ code: 'location-path', message });
});

describe('redactLocation', () => {
  it.each([
    ['s3://b/logs/{DATE}?region=a&secret-access-key=SECRET', 's3://b/logs/{DATE}'],
    ['r2://b/logs/account-id=x&secret-access-key=SECRET', 'r2://b/logs'],
    ['s3://KEYID:SE/CR@ET@b/logs', 's3://b/logs'],
    ['sumo://host/receiver/SECRET', 'sumo://host/…'],
    ['https://user:SECRET@host/x?y', 'https://host/…'],
    ['https://user:SEC?RET@host/x', 'https://…'],
    ['https://:SEC?RET@host/x', 'https://…'],
    ['https://host:8443/x?y', 'https://host:8443/…'],
    ['https://[::1]:8443/x?y', 'https://[::1]:8443/…'],
    ['s3://b;secret-access-key=SECRET', 's3://b'],
    ['s3://b/x secret-access-key=SECRET', 's3://b/x'],
    ['s3://b/x%3Fsecret-access-key%3DSECRET', 's3://b/x'],
    ['s3://KEYID:SECRET/x', 's3://…/x'],
    ['b/x?secret=SECRET', 'b/x'],
    ['logs/2026', 'logs/2026'],
    ['b/logs?access-key-id=KEYID&secret-access-key=SECRET', 'b/logs'],
    ['', ''],
  ])('%s', (source, redacted) => {
    expect(redactLocation(source)).toBe(redacted);
  });
});

describe('the key of the edge script', () => {
  it('is asked for only by an https:// source, and only without one in the environment', async () => {
    const asked: string[] = [];
    const askEdgeKey = async (host: string) => {
      asked.push(host);
      return ' SECRET ';
    };
    await parseLocation('s3://b/?region=a', { askEdgeKey });
    await parseLocation(folder, { askEdgeKey });
    await parseLocation('https://h.example/', { askEdgeKey, edgeKey: 'other' });
    vi.stubEnv('HEADGATE_EDGE_KEY', 'ambient');
    expect(await parseLocation('https://h.example/', { askEdgeKey })).toMatchObject({ authKey: 'ambient' });
    expect(asked).toEqual([]);
    vi.stubEnv('HEADGATE_EDGE_KEY', '');
    expect(await parseLocation('https://h.example/', { askEdgeKey })).toMatchObject({ authKey: 'SECRET' });
    expect(asked).toEqual(['h.example']);
  });

  it('may be none', async () => {
    const location = await parseLocation('https://h.example/', { askEdgeKey: async () => '' });
    expect(location).toMatchObject({ kind: 'edge', authKey: undefined });
  });
});

it.each(['https://logs.example/push?header_Authorization=SECRET', 'https://logs.example/push'])(
  'an https:// destination of a job is not the edge script: %s',
  async (conf) => {
    vi.stubEnv('HEADGATE_EDGE_KEY', 'SECRET');
    await expect(parseDestinationConf(conf)).rejects.toMatchObject({
      code: 'location-scheme',
      message:
        'cannot read https://logs.example/…: found an HTTP address, expected s3://, r2:// or a folder; a job that pushes over HTTP stores no files; pipe a single file: curl <address> | headgate replay -',
    });
  },
);
