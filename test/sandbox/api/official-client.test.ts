// The official SDK drives every operation over HTTP, and the answers have the shapes of recorded ones where those are at
// hand.
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOM_RULE, keyedDestination, TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

/** Recorded bodies of the platform, which are not part of the project. */
const RECORDED = resolve(import.meta.dirname, '../../../../shared/fixtures/api');
const PHASE = 'http_log_custom_fields';
const RULE = { ...CUSTOM_RULE, action: 'log_custom_field' as const };
const CONF = 's3://bucket/logs?region=us-west-2';

let api: ServedApi;
let baseURL: string;
let client: Cloudflare;
let zone_id: string;
let account_id: string;

beforeAll(async () => {
  api = await serveApi({ maxJobs: 10 });
  ({ zoneId: zone_id, accountId: account_id } = api.state.identity);
  ({ baseURL } = api);
  client = new Cloudflare({
    baseURL,
    apiToken: TOKEN,
    apiKey: null,
    apiEmail: null,
    userServiceKey: null,
    maxRetries: 0,
  });
});
afterAll(() => api.stop());

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of pages) all.push(one);
  return all;
}

describe('the user', () => {
  it('verifies the token, and finds zone and account', async () => {
    expect(await client.user.tokens.verify()).toMatchObject({ status: 'active' });
    const zones = await allOf(client.zones.list());
    const accounts = await allOf(client.accounts.list());
    expect([zones.map(({ id }) => id), accounts.map(({ id }) => id)]).toEqual([[zone_id], [account_id]]);
    expect(await client.zones.get({ zone_id })).toMatchObject({ account: { id: account_id } });
    expect(await client.accounts.get({ account_id })).toMatchObject({ name: 'Sandbox' });
  });

  it('may use e-mail and key', async () => {
    const { email, apiKey } = api.state.identity;
    const other = new Cloudflare({
      baseURL,
      apiEmail: email,
      apiKey,
      apiToken: null,
      userServiceKey: null,
      maxRetries: 0,
    });
    expect(await other.zones.get({ zone_id })).toMatchObject({ id: zone_id });
  });
});

describe('rulesets', () => {
  it('every operation', async () => {
    const missing = await client.rulesets.phases.get(PHASE, { zone_id }).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(Cloudflare.NotFoundError);
    expect(missing).toMatchObject({ status: 404, errors: [{ code: 10003 }] });

    const phases = ['http_request_firewall_custom', 'http_request_transform', 'http_request_origin'] as const;
    for (const phase of phases) await client.rulesets.create({ zone_id, name: phase, kind: 'zone', phase });
    const fields = { zone_id, name: 'fields', kind: 'zone', phase: PHASE } as const;
    // A dry run has no result, so the client knows no type.
    const { id } = (await client.rulesets.create({ ...fields, rules: [RULE] })) as { id: string };
    const second = await client.rulesets.create(fields).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(Cloudflare.BadRequestError);
    expect(second).toMatchObject({ errors: [{ code: 20217, source: { pointer: '/kind' } }] });

    // Two rulesets on a page: the client follows the cursors.
    const listed = await allOf(client.rulesets.list({ zone_id, per_page: 2 }));
    expect(listed.map(({ name }) => name)).toEqual([...phases, 'fields']);
    expect(await allOf(client.rulesets.list({ account_id }))).toEqual([]);

    const found = await client.rulesets.get(id, { zone_id });
    expect(await client.rulesets.phases.get(PHASE, { zone_id })).toEqual(found);
    const kept = found.rules[0] as typeof RULE;
    const dry = await client.rulesets.update(id, { zone_id, rules: [], dry_run: true });
    expect(dry).toBeNull();
    const updated = await client.rulesets.update(id, { zone_id, rules: [kept], description: 'new' });
    expect(updated).toMatchObject({ version: '2', description: 'new', rules: found.rules });
    const written = await client.rulesets.phases.update(PHASE, { zone_id, rules: [] });
    expect(written).toMatchObject({ id, version: '3', rules: [] });

    const added = await client.rulesets.rules.create(id, { zone_id, ...RULE });
    const ruleId = (added as { rules: { id: string }[] }).rules[0]!.id;
    const edited = await client.rulesets.rules.edit(ruleId, {
      zone_id,
      ruleset_id: id,
      ...RULE,
      enabled: false,
    });
    expect(edited).toMatchObject({ version: '5', rules: [{ id: ruleId, version: '2', enabled: false }] });
    const removed = await client.rulesets.rules.delete(ruleId, { zone_id, ruleset_id: id });
    expect(removed).toMatchObject({ version: '6', rules: [] });

    const versions = await allOf(client.rulesets.versions.list(id, { zone_id }));
    expect(versions.map(({ version }) => version)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await client.rulesets.versions.get('1', { zone_id, ruleset_id: id })).toEqual(found);
    await client.rulesets.versions.delete('1', { zone_id, ruleset_id: id });
    const left = await allOf(client.rulesets.phases.versions.list(PHASE, { zone_id }));
    expect(left).toHaveLength(5);
    const last = await client.rulesets.phases.versions.get('6', { zone_id, ruleset_phase: PHASE });
    expect(last).toMatchObject({ version: '6' });
    expect(await client.rulesets.delete(id, { zone_id })).toBeFalsy();
  });
});

describe('Logpush', () => {
  it('every operation of a zone', async () => {
    const create = (ownership_challenge?: string) =>
      client.logpush.jobs.create({
        zone_id,
        name: 'example.com',
        dataset: 'http_requests',
        destination_conf: CONF,
        output_options: { field_names: ['RayID', 'RequestHeaders'], timestamp_format: 'rfc3339' },
        filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":"500"}}',
        ...(ownership_challenge !== undefined && { ownership_challenge }),
      });
    const rejected = await create().catch((error: unknown) => error);
    expect(rejected).toMatchObject({ status: 400, errors: [{ code: 1002 }] });
    const challenge = await client.logpush.ownership.create({ zone_id, destination_conf: CONF });
    expect(challenge).toMatchObject({ valid: true, message: '' });
    const token = await readFile(join(api.folder, 'bucket', challenge!.filename!), 'utf8');
    const validity = await client.logpush.ownership.validate({
      zone_id,
      destination_conf: CONF,
      ownership_challenge: token,
    });
    expect(validity).toEqual({ valid: true });
    const job = (await create(token))!;
    expect(job).toMatchObject({ id: 1, enabled: false, filter: expect.stringContaining('geq') });

    const updated = await client.logpush.jobs.update(1, { zone_id, enabled: true, max_upload_records: 0 });
    expect(updated).toEqual({ ...job, enabled: true, max_upload_records: 0 });
    expect(await client.logpush.jobs.get(1, { zone_id })).toEqual(updated);
    expect(await allOf(client.logpush.jobs.list({ zone_id }))).toEqual([updated]);
    expect(await allOf(client.logpush.datasets.jobs.get('http_requests', { zone_id }))).toEqual([updated]);
    expect(await client.logpush.datasets.fields.get('http_requests', { zone_id })).toMatchObject({ RayID: 'string' });

    const validate = client.logpush.validate;
    expect(await validate.destination({ zone_id, destination_conf: CONF })).toEqual({ valid: true, message: '' });
    expect(await validate.destinationExists({ zone_id, destination_conf: CONF })).toEqual({ exists: true });
    expect(await validate.origin({ zone_id, logpull_options: 'fields=RayID' })).toEqual({ valid: true, message: '' });
    expect(await client.logpush.jobs.delete(1, { zone_id })).toEqual({ id: 1 });
  });

  it('jobs of an account', async () => {
    const job = await client.logpush.jobs.create({
      account_id,
      dataset: 'gateway_dns',
      destination_conf: keyedDestination(),
    });
    expect(await allOf(client.logpush.jobs.list({ account_id }))).toEqual([job]);
    await client.logpush.jobs.delete(job!.id!, { account_id });
  });

  it('a rejected filter', async () => {
    const error = await client.logpush.jobs
      .create({
        zone_id,
        destination_conf: keyedDestination(),
        filter: '{"where":{"key":"EdgeResponseStatus","operator":"in","value":"200,201"}}',
      })
      .catch((one: unknown) => one);
    expect(error).toMatchObject({
      status: 400,
      errors: [{ code: 1004, message: expect.stringContaining('supported kinds: []uint64') }],
    });
  });
});

it('a body that is too large is answered, not cut off', async () => {
  const error = await client.logpush.validate
    .origin({ zone_id, logpull_options: 'a'.repeat(5_000_000) })
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ status: 413, errors: [{ code: 6013 }] });
  expect(await client.zones.get({ zone_id })).toMatchObject({ id: zone_id });
});

describe('the shapes of recorded answers', () => {
  const HEAD = ['description', 'id', 'kind', 'last_updated', 'name', 'phase', 'version'];
  const RULE_KEYS = [
    'action',
    'action_parameters',
    'description',
    'enabled',
    'expression',
    'id',
    'last_updated',
    'ref',
    'version',
  ];
  const JOB = ['dataset', 'destination_conf', 'enabled', 'error_message', 'id', 'last_complete', 'last_error', 'name'];
  const keysOf = (found: object): string[] => Object.keys(found).sort();
  const recorded = (name: string) => JSON.parse(readFileSync(join(RECORDED, name), 'utf8'));

  const answers = async () => {
    const path = `rulesets/phases/${PHASE}/entrypoint`;
    const body = { rules: [CUSTOM_RULE] };
    const entryPoint = (await api.call('PUT', path, body)).body;
    const list = (await api.call('GET', 'rulesets')).body;
    const job = {
      name: 'example.com',
      dataset: 'http_requests',
      destination_conf: keyedDestination(),
      logpull_options: 'fields=RayID,ClientIP,EdgeStartTimestamp&timestamps=rfc3339',
      filter: '{"where":{"key":"ClientRequestHost","operator":"eq","value":"example.com"}}',
    };
    await api.call('POST', 'logpush/jobs', job);
    return { entryPoint, list, jobs: (await api.call('GET', 'logpush/jobs')).body };
  };

  it('as documented', async () => {
    const { entryPoint, list, jobs } = await answers();
    expect(keysOf(entryPoint.result)).toEqual([...HEAD, 'rules'].sort());
    expect(keysOf(entryPoint.result.rules[0])).toEqual(RULE_KEYS);
    expect(keysOf(list.result[0])).toEqual(HEAD);
    expect(keysOf(jobs.result[0])).toEqual([...JOB, 'filter', 'logpull_options'].sort());
    for (const one of [entryPoint, jobs]) expect(keysOf(one)).toEqual(['errors', 'messages', 'result', 'success']);
  });

  it.runIf(existsSync(RECORDED))('as recorded', async () => {
    const { entryPoint, list, jobs } = await answers();
    const tool = (name: string) => recorded(`cf-terraforming.v4.cloudflare_${name}.json`);
    const [oldList, oldEntryPoint] = [0, 1].map((index) => tool(`ruleset_zone_http_log_custom_fields.${index}`));
    expect(keysOf(list.result[0])).toEqual(keysOf(oldList.result[0]));
    expect(keysOf(entryPoint)).toEqual(keysOf(oldEntryPoint));
    expect(keysOf(entryPoint.result)).toEqual(keysOf(oldEntryPoint.result));
    expect(keysOf(entryPoint.result.rules[0])).toEqual(keysOf(oldEntryPoint.result.rules[0]));
    const documented = recorded('cloudflare-docs.custom-fields.json')[2].body;
    expect(Object.keys(entryPoint.result)).toEqual(Object.keys(documented.result));
    expect(keysOf(entryPoint.result.rules[0])).toEqual(keysOf(documented.result.rules[0]));
    const oldJobs = tool('logpush_job_with_filter.0');
    expect(keysOf(jobs.result[0])).toEqual(keysOf(oldJobs.result[0]));
    for (const key of ['last_complete', 'last_error', 'error_message']) {
      expect(jobs.result[0][key]).toBe(oldJobs.result[0][key]);
    }
  });

  it.runIf(existsSync(RECORDED))('accepts the recorded requests of the documentation', async () => {
    const [, put] = recorded('cloudflare-docs.custom-fields.json');
    const { status } = await api.call('PUT', `rulesets/phases/${PHASE}/entrypoint`, put.body);
    expect(status).toBe(200);
  });
});
