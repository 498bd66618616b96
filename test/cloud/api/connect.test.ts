// Every operation of the management API against the sandbox over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOwners, connectApi, type ManagementApi, scopeOf } from '../../../src/cloud/api/index.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const PHASE = 'http_log_custom_fields';
const RULE = { action: 'log_custom_field', expression: 'true', description: 'headers' };
const cookies = (...names: string[]) => ({ action_parameters: { cookie_fields: names.map((name) => ({ name })) } });

let sandbox: ServedApi;
let api: ManagementApi;
let zone: { zone: string };
let account: { account: string };

beforeAll(async () => {
  sandbox = await serveApi({ maxJobs: 2 });
  [zone, account] = [{ zone: sandbox.zoneId }, { account: sandbox.accountId }];
  api = await connectApi({ baseURL: sandbox.baseURL, credentials: { token: sandbox.token } });
});
afterAll(() => sandbox.stop());

describe('jobs', () => {
  it('are created, read, changed and listed, of the zone and of the account', async () => {
    for (const [scope, dataset] of [
      [zone, 'http_requests'],
      [account, 'gateway_dns'],
    ] as const) {
      expect(await api.listJobs(scope)).toEqual([]);
      const body = { name: 'errors', dataset, destination_conf: sandbox.bucket.destinationConf('a') };
      const created = await api.createJob(scope, body, []);
      expect(created).toMatchObject({ ...body, enabled: false });
      expect(await api.updateJob(scope, created.id, { enabled: true })).toEqual({ ...created, enabled: true });
      expect(await api.readJob(scope, created.id)).toEqual({ ...created, enabled: true });
      expect(await api.listJobs(scope)).toEqual([{ ...created, enabled: true }]);
    }
  });

  it('without values have no keys for them', async () => {
    const [job] = await api.listJobs(zone);
    expect(Object.values(job!)).not.toContain(null);
    expect(job).not.toHaveProperty('filter');
  });

  it('that do not exist', async () => {
    expect(await api.readJob(zone, 999)).toBeUndefined();
    await expect(api.updateJob(zone, 999, { enabled: true })).rejects.toMatchObject({ code: 'api-missing' });
  });

  it('need proof of ownership, which is a file in the bucket', async () => {
    const conf = 's3://sandbox/proved?region=auto';
    const body = { name: 'proved', destination_conf: conf };
    await expect(api.createJob(zone, body, [])).rejects.toMatchObject({ code: 'api-ownership', kind: 'negative' });
    expect(await api.requestOwnership(zone, conf)).toMatch(/^proved\/ownership-challenge-[0-9a-f]+\.txt$/);
    await expect(api.checkOwnership(zone, conf, 'eyJh.eyJi.c')).rejects.toMatchObject({
      code: 'api-ownership',
      kind: 'negative',
    });
    await expect(api.createJob(zone, { ...body, ownership_challenge: 'eyJh.eyJi.c' }, [])).rejects.toMatchObject({
      code: 'api-ownership',
      kind: 'negative',
    });
  });

  it('more than the zone may have', async () => {
    const body = { name: 'second', destination_conf: sandbox.bucket.destinationConf('b') };
    await api.createJob(zone, body, []);
    await expect(api.createJob(zone, body, [])).rejects.toMatchObject({ code: 'api-max-jobs', kind: 'negative' });
  });

  it('a destination that cannot be written is named with the message of the API', async () => {
    await expect(api.requestOwnership(zone, 'nothing')).rejects.toMatchObject({
      code: 'api-destination',
      kind: 'negative',
      message: expect.stringMatching(
        /^cannot write an ownership token to the destination: the service wrote no file there \("/,
      ),
    });
  });
});

describe('the ruleset of a phase', () => {
  it('is created, read and replaced, and one rule is changed', async () => {
    expect(await api.readEntryPoint(sandbox.zoneId, PHASE)).toBeUndefined();
    const created = await api.writeEntryPoint(sandbox.zoneId, PHASE, [{ ...RULE, ...cookies('a') }]);
    expect(created).toMatchObject({ version: '1', phase: PHASE, rules: [{ ...RULE, ...cookies('a') }] });
    expect(await api.readEntryPoint(sandbox.zoneId, PHASE)).toEqual(created);
    const [rule] = created.rules!;
    const changed = await api.updateRule(sandbox.zoneId, created.id, rule!.id!, { ...RULE, ...cookies('b') });
    expect(changed).toMatchObject({ version: '2', rules: [{ id: rule!.id, ref: rule!.ref, ...cookies('b') }] });
    const replaced = await api.writeEntryPoint(sandbox.zoneId, PHASE, [{ ...RULE, ref: rule!.ref!, ...cookies('c') }]);
    expect(replaced).toMatchObject({ version: '3', rules: [{ id: rule!.id, ...cookies('c') }] });
    expect(await api.writeEntryPoint(sandbox.zoneId, PHASE, [])).toMatchObject({ version: '4' });
    expect(await api.readEntryPoint(sandbox.zoneId, PHASE)).toMatchObject({ version: '4' });
  });
});

describe('zones and accounts', () => {
  it('a zone is found by its name', async () => {
    expect(await api.findZone('example.com')).toBe(sandbox.zoneId);
    await expect(api.findZone('example.org')).rejects.toMatchObject({ code: 'zone-missing' });
  });

  it.each<[string, () => ApiOwners, 'zone' | 'account' | undefined, () => object]>([
    ['an id', () => ({ zone: sandbox.zoneId }), undefined, () => zone],
    ['a name', () => ({ zone: 'example.com' }), undefined, () => zone],
    ['an account', () => account, undefined, () => account],
    ['an account for a dataset of zones', () => account, 'zone', () => account],
    ['both', () => ({ ...zone, ...account }), undefined, () => zone],
    ['both, for a dataset of accounts', () => ({ ...zone, ...account }), 'account', () => account],
  ])('%s', async (_, owners, dataset, expected) => {
    expect(await scopeOf(api, owners(), dataset)).toEqual(expected());
  });

  it('neither', async () => {
    await expect(scopeOf(api, {})).rejects.toMatchObject({ code: 'owner-missing' });
  });
});

it('e-mail and key', async () => {
  const { email, apiKey: key, baseURL } = sandbox;
  const other = await connectApi({ baseURL, credentials: { email, key } });
  expect(await other.findZone('example.com')).toBe(sandbox.zoneId);
});
