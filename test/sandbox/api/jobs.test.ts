// Logpush jobs over the API: what a client writes, reads back, and is rejected.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ZONE_JOBS } from '../../../src/cloud/limits/index.ts';
import { keyedDestination, type LocalApi, openLocalApi, SECRET } from '../../helpers/sandbox/local-api.ts';

const CONF = keyedDestination();
const FIELDS = { field_names: ['RayID', 'EdgeResponseStatus'] };
const JOB = { name: 'errors', dataset: 'http_requests', destination_conf: CONF, output_options: FIELDS };
const filterOf = (...conditions: unknown[]) => JSON.stringify({ where: { and: conditions } });
const condition = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const SERVER_ERRORS = filterOf(condition('EdgeResponseStatus', 'geq', 500));

let api: LocalApi;
beforeEach(async () => {
  api = await openLocalApi();
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  expect(api.open.size).toBe(0);
  api.state.close();
});

const create = async (body: object = JOB) => {
  const { status, body: envelope } = await api.call('POST', 'logpush/jobs', body);
  expect(status, JSON.stringify(envelope.errors)).toBe(200);
  return envelope.result;
};
const errorOf = async (method: string, path: string, body?: unknown) => {
  const { status, body: envelope } = await api.call(method, path, body);
  const text = JSON.stringify(envelope.errors);
  expect(text).not.toContain(SECRET);
  return [status, envelope.errors[0]?.code, envelope.errors.map(({ message }) => message).join(' | ')];
};

describe('one job', () => {
  it('is created disabled, read back, listed and deleted', async () => {
    const created = await create({ ...JOB, filter: SERVER_ERRORS });
    expect(created).toEqual({
      id: 1,
      ...JOB,
      filter: SERVER_ERRORS,
      enabled: false,
      last_complete: null,
      last_error: null,
      error_message: null,
    });
    expect((await api.call('GET', 'logpush/jobs/1')).body.result).toEqual(created);
    expect((await api.call('GET', 'logpush/jobs')).body).toEqual({
      result: [created],
      success: true,
      errors: [],
      messages: [],
    });
    expect((await api.call('DELETE', 'logpush/jobs/1')).body.result).toEqual({ id: 1 });
    expect(await errorOf('GET', 'logpush/jobs/1')).toEqual([404, 1003, "job '1' not found"]);
    expect((await create()).id).toBe(2);
  });

  it('leaves out what is empty', async () => {
    const empty = { name: null, filter: '', logpull_options: null, frequency: null, max_upload_bytes: null };
    const options = { ...FIELDS, batch_prefix: null, sample_rate: null };
    const created = await create({ ...JOB, ...empty, kind: '', output_options: options });
    const { name: _name, ...rest } = JOB;
    expect(created).toEqual({
      id: 1,
      ...rest,
      enabled: false,
      last_complete: null,
      last_error: null,
      error_message: null,
    });
  });

  it('keeps every option', async () => {
    const options = {
      field_names: ['RayID'],
      output_type: 'csv',
      batch_prefix: 'RayID\n',
      batch_suffix: '',
      record_prefix: '',
      record_suffix: '\n',
      record_delimiter: '',
      field_delimiter: ';',
      record_template: '{{ .RayID }}',
      timestamp_format: 'rfc3339ns',
      sample_rate: 0.25,
      'CVE-2021-44228': true,
      merge_subrequests: false,
    };
    const limits = { max_upload_bytes: 5_000_000, max_upload_records: 1000, max_upload_interval_seconds: 30 };
    const more = { ...limits, frequency: 'low', filter_attack_traffic: true, kind: 'edge', enabled: true };
    expect(await create({ ...JOB, ...more, output_options: options })).toMatchObject({
      ...more,
      output_options: options,
    });
    const largest = {
      max_upload_bytes: 1_000_000_000,
      max_upload_records: 1_000_000,
      max_upload_interval_seconds: 300,
    };
    expect(await create({ ...JOB, ...largest })).toMatchObject(largest);
  });
});

describe('an update', () => {
  it('changes what is sent, replaces output_options as a whole, and clears with null', async () => {
    await create({ ...JOB, filter: SERVER_ERRORS, output_options: { ...FIELDS, sample_rate: 0.5 } });
    const put = async (body: object) => (await api.call('PUT', 'logpush/jobs/1', body)).body.result;
    expect(await put({ enabled: true })).toMatchObject({ ...JOB, enabled: true, output_options: { sample_rate: 0.5 } });
    expect((await put({ output_options: FIELDS })).output_options).toEqual(FIELDS);
    expect(await put({ max_upload_records: 2000, name: 'other' })).toMatchObject({
      name: 'other',
      filter: SERVER_ERRORS,
    });
    expect(await put({ filter: '' })).not.toHaveProperty('filter');
    expect(await put({ filter: SERVER_ERRORS })).toHaveProperty('filter');
    expect(await put({ filter: ' \n' })).not.toHaveProperty('filter');
    expect(await put({ filter: null, max_upload_records: null, name: '' })).toEqual({
      id: 1,
      dataset: 'http_requests',
      destination_conf: CONF,
      output_options: FIELDS,
      enabled: true,
      last_complete: null,
      last_error: null,
      error_message: null,
    });
  });

  it('accepts a whole job as the API returned it', async () => {
    const created = await create();
    expect((await api.call('PUT', 'logpush/jobs/1', created)).body.result).toEqual(created);
  });

  it.each<[object, number, number, string]>([
    [{ dataset: 'dns_logs' }, 400, 1002, 'updating a job is not allowed: dataset cannot be changed'],
    [{ kind: 'edge' }, 400, 1002, 'updating a job is not allowed: kind cannot be changed'],
    [
      { filter: filterOf(condition('EdgeResponseStatus', 'in', '200,201')) },
      400,
      1004,
      'updating a job is not allowed: bad predicate: failed to decode value "\\"200,201\\"", supported kinds: []uint64',
    ],
    [
      { destination_conf: null },
      400,
      1002,
      'invalid value for destination_conf: found null, expected 1 to 4096 characters',
    ],
    [{ enabled: 'true' }, 400, 1002, 'invalid value for enabled: found a string, expected true or false'],
    [{ enable: true }, 400, 6007, 'invalid JSON: unknown field "enable"'],
  ])('%j is rejected', async (body, status, code, message) => {
    const created = await create();
    expect(await errorOf('PUT', 'logpush/jobs/1', body)).toEqual([status, code, message]);
    expect((await api.call('GET', 'logpush/jobs/1')).body.result).toEqual(created);
  });
});

describe('a filter', () => {
  /** Bytes of a filter around its value. */
  const LENGTH = filterOf(condition('RayID', 'eq', '')).length;
  const many = (count: number) => Array.from({ length: count }, () => condition('BotScore', 'lt', 3));
  it.each<[string, unknown, string | RegExp]>([
    [
      'text for numbers',
      condition('EdgeResponseStatus', 'in', '200,201'),
      'failed to decode value "\\"200,201\\"", supported kinds: []uint64',
    ],
    [
      'a text among numbers',
      condition('EdgeResponseStatus', 'in', [200, 'a']),
      'failed to decode value "[200,\\"a\\"]", supported kinds: []uint64',
    ],
    [
      'a text for a number',
      condition('EdgeResponseStatus', 'eq', 'x'),
      'failed to decode value "\\"x\\"", supported kinds: uint64',
    ],
    [
      'a list for a number',
      condition('EdgeResponseStatus', 'eq', [1]),
      'failed to decode value "[1]", supported kinds: uint64',
    ],
    [
      'a negative number',
      condition('EdgeResponseStatus', 'eq', -1),
      'failed to decode value "-1", supported kinds: uint64',
    ],
    ['a fraction', condition('EdgeResponseStatus', 'eq', 1.5), 'failed to decode value "1.5", supported kinds: uint64'],
    ['a number for a text', condition('ClientIP', 'eq', 1), 'failed to decode value "1", supported kinds: string'],
    ['numbers for texts', condition('ClientIP', 'in', [1]), 'failed to decode value "[1]", supported kinds: []string'],
    [
      'a number for a truth',
      condition('CacheReserveUsed', 'eq', 1),
      'failed to decode value "1", supported kinds: bool',
    ],
    [
      'a number in an array of texts',
      condition('BotTags', 'contains', 1),
      'failed to decode value "1", supported kinds: string',
    ],
    [
      'a text in an array of numbers',
      condition('BotDetectionIDs', 'contains', 'a'),
      'failed to decode value "\\"a\\"", supported kinds: uint64',
    ],
    ['the second of two', condition('ClientIP', 'eq', {}), 'failed to decode value "{}", supported kinds: string'],
    ['another operator', condition('ClientIP', 'neq', 'a'), /unknown operator .*found "neq"/],
    ['an unknown field', condition('ClientIPs', 'eq', 'a'), /unknown field/],
    ['a field that cannot be filtered', condition('Cookies', 'eq', 'a'), /Cookies/],
  ])('with %s', async (_name, wrong, message) => {
    const filter = filterOf(condition('RayID', 'eq', 'a'), wrong);
    const [status, code, text] = await errorOf('POST', 'logpush/jobs', { ...JOB, filter });
    expect([status, code]).toEqual([400, 1004]);
    const prefix = 'creating a new job is not allowed: bad predicate: ';
    expect(text).toMatch(prefix);
    if (typeof message === 'string') expect(text).toBe(prefix + message);
    else expect(text).toMatch(message);
  });

  it.each([
    ['31 operators', filterOf(...many(31)), /too many operators: found 31 conditions, expected at most 30/],
    [
      '1001 bytes',
      `${filterOf(condition('RayID', 'eq', 'a'.repeat(1000 - LENGTH)))} `,
      /found 1,001 bytes, expected at most 1,000/,
    ],
    ['no JSON', '{"where":', /invalid JSON/],
    ['an expression', 'BotScore < 30', /expression in a job/],
    ['no where', JSON.stringify(condition('RayID', 'eq', 'a')), /filter without "where"/],
  ])('of %s', async (_name, filter, message) => {
    expect(await errorOf('POST', 'logpush/jobs', { ...JOB, filter })).toEqual([
      400,
      1004,
      expect.stringMatching(message),
    ]);
  });

  it('may reach the limits, and hold a bare condition', async () => {
    for (const filter of [
      SERVER_ERRORS,
      filterOf(condition('RayID', 'eq', 'a'.repeat(1000 - LENGTH))),
      JSON.stringify({ where: condition('EdgeResponseStatus', 'in', ['200', 201]) }),
    ]) {
      expect((await create({ ...JOB, filter })).filter).toBe(filter);
    }
  });
});

describe('rejected', () => {
  it.each<[string, object, number, number, string | RegExp]>([
    ['no destination', { destination_conf: undefined }, 400, 1002, 'missing value for destination_conf'],
    ['an empty destination', { destination_conf: '' }, 400, 1002, /found an empty string, expected 1 to 4096/],
    [
      'a long destination',
      { destination_conf: `s3://${'a'.repeat(4092)}` },
      400,
      1002,
      /expected 1 to 4096 characters/,
    ],
    ['a name with a space', { name: 'a b' }, 400, 1002, /expected up to 512 letters, digits, hyphens and dots/],
    ['a long name', { name: 'a'.repeat(513) }, 400, 1002, /expected up to 512/],
    ['an unknown key', { ratio: 1 }, 400, 6007, 'invalid JSON: unknown field "ratio"'],
    ['an option outside', { field_names: ['RayID'] }, 400, 6007, 'invalid JSON: unknown field "field_names"'],
    ['another kind', { kind: 'core' }, 400, 1002, /expected "" or "edge"/],
    ['another frequency', { frequency: 'medium' }, 400, 1002, /expected "high" or "low"/],
    ['a filter as an object', { filter: { where: {} } }, 400, 1002, /found an object, expected a string/],
    [
      'too few bytes',
      { max_upload_bytes: 4_999_999 },
      400,
      1002,
      /found 4999999, expected 0, or an integer from 5000000 to/,
    ],
    [
      'too many records',
      { max_upload_records: 1_000_001 },
      400,
      1002,
      /expected 0, or an integer from 1000 to 1000000/,
    ],
    ['half a second', { max_upload_interval_seconds: 30.5 }, 400, 1002, /found 30.5, expected 0, or an integer/],
    ['long legacy options', { logpull_options: 'a'.repeat(4097) }, 400, 1002, /expected up to 4096 characters/],
    ['a transformer', { transformer_id: 7 }, 400, 1002, 'transformer 7 not found for this account'],
    [
      'an unknown dataset',
      { dataset: 'http_request' },
      400,
      1004,
      /found "http_request", .*did you mean http_requests\?/,
    ],
    ['a dataset of accounts', { dataset: 'gateway_dns' }, 400, 1004, /dataset gateway_dns belongs to accounts/],
    [
      'an edge job of DNS',
      { dataset: 'dns_logs', kind: 'edge', output_options: {} },
      400,
      1004,
      /edge jobs push http_requests/,
    ],
    [
      'attack traffic of DNS',
      { dataset: 'dns_logs', filter_attack_traffic: true, output_options: {} },
      400,
      1004,
      /applies to/,
    ],
    [
      'merged subrequests of DNS',
      { dataset: 'dns_logs', output_options: { merge_subrequests: true } },
      400,
      1004,
      /merge_sub/,
    ],
  ])('%s', async (_name, change, status, code, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await errorOf('POST', 'logpush/jobs', { ...JOB, ...change })).toEqual([status, code, expected]);
    expect((await api.call('GET', 'logpush/jobs')).body.result).toEqual([]);
  });

  it.each<[object, RegExp]>([
    [{ feild_names: [] }, /unknown field "feild_names"/],
    [{ field_names: ['RayID', 'RayId'] }, /output_options.field_names: found "RayId", .*write RayID/],
    [{ field_names: 'RayID' }, /output_options.field_names: found "RayID", expected an array/],
    [{ field_names: [1] }, /output_options.field_names\[0\]: found 1, expected a string/],
    [{ output_type: 'json' }, /output_options.output_type: found "json", expected one of ndjson, csv/],
    [{ timestamp_format: 'iso' }, /expected one of unixnano, unix, rfc3339, rfc3339ms, rfc3339ns/],
    [{ sample_rate: 0 }, /output_options.sample_rate: found 0, expected a number above 0 and up to 1/],
    [{ sample_rate: 1.1 }, /found 1.1/],
    [{ sample_rate: '0.1' }, /found "0.1", expected a number/],
    [{ 'CVE-2021-44228': 'yes' }, /found "yes", expected true or false/],
    [{ 'CVE-2021-4428': true }, /unknown field "CVE-2021-4428"/],
    [{ record_template: '{{ .RayID' }, /output_options.record_template: found/],
    [{ record_template: '{{ .NoField }}' }, /output_options.record_template: found "NoField"/],
  ])('output_options %j', async (output_options, message) => {
    const [status, , text] = await errorOf('POST', 'logpush/jobs', { ...JOB, output_options });
    expect(status).toBe(400);
    expect(text).toMatch(message);
  });

  it('reports all problems of a body', async () => {
    const body = { ...JOB, name: ' ', kind: 1, surplus: 1, output_options: { sample_rate: 3, timestamp_format: 'x' } };
    expect((await api.call('POST', 'logpush/jobs', body)).body.errors).toHaveLength(5);
    const many = { ...JOB, output_options: { field_names: Array(10_000).fill(1) } };
    expect((await api.call('POST', 'logpush/jobs', many)).body.errors).toHaveLength(100);
  });

  it.each(['0', '-1', '01', '1.0', 'abc', '99999999999999999999', '%00'])('the id %s', async (id) => {
    expect((await errorOf('GET', `logpush/jobs/${id}`))[0]).toBe(404);
  });
});

describe('legacy options', () => {
  const legacy = { ...JOB, output_options: undefined, logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339' };
  it('are kept, checked, and ignored next to output_options', async () => {
    expect(await create(legacy)).toMatchObject({ logpull_options: legacy.logpull_options });
    for (const [options, message] of [
      ['fields=RayID,NoField', /^[^|]*logpull_options: found "NoField"[^|]*$/],
      ['fields=RayID&timestamp=unix', /found 1 unknown parameter, expected fields, timestamps/],
      ['fields=RayID&sample=2', /"sample=2" in logpull_options, expected a number above 0 and up to 1$/],
      ['fields=QueryName', /found "QueryName", expected fields of http_requests/],
    ] as const) {
      expect((await errorOf('POST', 'logpush/jobs', { ...legacy, logpull_options: options }))[2]).toMatch(message);
    }
    await create({ ...JOB, logpull_options: 'fields=NoField' });
  });

  it.each<[unknown, boolean, RegExp]>([
    ['fields=RayID&timestamps=unix&sample=0.1&CVE-2021-44228=true', true, /^$/],
    [null, true, /^$/],
    ['fields=RayID&timestamps=rfc3339,ClientIP', false, /expected every field in "fields="/],
    ['fields=NoField', false, /found 1 field that no dataset has/],
  ])('validate/origin %j → %s', async (logpull_options, valid, message) => {
    const { body } = await api.call('POST', 'logpush/validate/origin', { logpull_options });
    expect(body.result).toEqual({ valid, message: expect.stringMatching(message) });
  });
});

describe('the zone and the account', () => {
  it('have their own jobs and datasets', async () => {
    const account = `/accounts/${api.state.identity.accountId}`;
    await create();
    const made = await api.call('POST', `${account}/logpush/jobs`, {
      destination_conf: CONF,
      dataset: 'gateway_dns',
      filter: JSON.stringify({ where: condition('ColoCode', '!eq', 'IAD') }),
    });
    expect(made.body.result).toMatchObject({ id: 2, dataset: 'gateway_dns' });
    expect((await api.call('GET', `${account}/logpush/jobs`)).body.result).toHaveLength(1);
    expect((await api.call('GET', `${account}/logpush/jobs/1`)).status).toBe(404);
    expect((await api.call('DELETE', 'logpush/jobs/2')).status).toBe(404);
    expect((await api.call('POST', `${account}/logpush/jobs`, JOB)).body.errors[0]!.message).toBe(
      'creating a new job is not allowed: dataset http_requests belongs to zones; use zones/{id}/logpush',
    );
    const shared = { destination_conf: CONF, dataset: 'firewall_events' };
    expect((await api.call('POST', `${account}/logpush/jobs`, shared)).status).toBe(200);
    expect((await api.call('POST', 'logpush/jobs', shared)).status).toBe(200);
  });

  it(`the zone has at most ${MAX_ZONE_JOBS} jobs, also if they are created at once`, async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => api.call('POST', 'logpush/jobs', JOB)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(MAX_ZONE_JOBS);
    expect(await errorOf('POST', 'logpush/jobs', JOB)).toEqual([
      403,
      1004,
      'creating a new job is not allowed: exceeded max jobs allowed',
    ]);
    expect((await api.call('PUT', 'logpush/jobs/1', { enabled: true })).status).toBe(200);
    await api.call('DELETE', 'logpush/jobs/1');
    await create();
    const wide = await openLocalApi({ maxJobs: 20 });
    for (let i = 0; i < 20; i += 1) expect((await wide.call('POST', 'logpush/jobs', JOB)).status).toBe(200);
    expect((await wide.call('POST', 'logpush/jobs', JOB)).status).toBe(403);
  });

  it('know the fields and the jobs of their datasets', async () => {
    await create();
    await create({ dataset: 'dns_logs', destination_conf: CONF });
    const { body } = await api.call('GET', 'logpush/datasets/dns_logs/fields');
    expect(body.result).toMatchObject({ QueryName: 'string', ResponseCached: 'bool', Timestamp: 'int or string' });
    const requests = (await api.call('GET', 'logpush/datasets/http_requests/fields')).body.result;
    const defaults = (await api.call('GET', 'logpush/datasets/http_requests/fields/default')).body.result;
    expect(requests).toMatchObject({ RequestHeaders: 'object', BotTags: 'array[string]' });
    expect(requests).not.toHaveProperty('WAFAction');
    expect(defaults).not.toHaveProperty('RequestHeaders');
    expect(requests).toMatchObject(defaults);
    const jobs = (await api.call('GET', 'logpush/datasets/dns_logs/jobs')).body.result;
    expect(jobs.map(({ id }: { id: number }) => id)).toEqual([2]);
    for (const path of ['fields', 'fields/default', 'jobs']) {
      expect((await errorOf('GET', `logpush/datasets/gateway_dns/${path}`))[0]).toBe(404);
      expect((await errorOf('GET', `logpush/datasets/constructor/${path}`))[0]).toBe(404);
    }
  });
});

describe('destinations', () => {
  it('are probed before a job is created or moved', async () => {
    await create();
    const bytes = await readFile(join(api.folder, 'bucket/logs/test.txt.gz'));
    expect(gunzipSync(bytes).toString()).toBe('{"content":"tests"}');
    const rejecting = { destination_conf: keyedDestination('rejecting/logs') };
    const message =
      'error validating destination: error writing object: error uploading: cannot write to s3://rejecting/logs: access was denied';
    expect(await errorOf('POST', 'logpush/jobs', { ...JOB, ...rejecting })).toEqual([400, 1002, message]);
    expect(await errorOf('PUT', 'logpush/jobs/1', rejecting)).toEqual([400, 1002, message]);
    const other = { destination_conf: `ftp://bucket?secret-access-key=${SECRET}` };
    expect(await errorOf('POST', 'logpush/jobs', { ...JOB, ...other })).toEqual([
      400,
      1002,
      'error validating destination: cannot write to the destination: found another scheme, expected s3://',
    ]);
    const validate = async (body: object) => (await api.call('POST', 'logpush/validate/destination', body)).body.result;
    expect(await validate({ destination_conf: CONF })).toEqual({ valid: true, message: '' });
    expect(await validate(rejecting)).toEqual({ valid: false, message });
    expect(await validate(other)).toMatchObject({ valid: false });
  });

  it('that never answer end the wait', async () => {
    const impatient = await openLocalApi({ maxWaitMs: 20 });
    const body = { ...JOB, destination_conf: keyedDestination('silent/logs') };
    const { status, body: envelope } = await impatient.call('POST', 'logpush/jobs', body);
    expect([status, envelope.errors[0]!.message]).toEqual([
      400,
      'error validating destination: error writing object: error uploading: found no answer from s3://silent/logs within 0.02 seconds',
    ]);
    expect(impatient.open.size).toBe(0);
  });

  it('exist if a job of the zone or the account uses them, whatever the keys', async () => {
    const exists = async (conf: string) =>
      (await api.call('POST', 'logpush/validate/destination/exists', { destination_conf: conf })).body.result.exists;
    expect(await exists(CONF)).toBe(false);
    await create();
    expect(await exists(CONF)).toBe(true);
    expect(await exists(`${CONF}-rotated`)).toBe(true);
    expect(await exists(keyedDestination('bucket/other'))).toBe(false);
    await api.call('PUT', 'logpush/jobs/1', { destination_conf: keyedDestination('bucket/other') });
    expect([await exists(CONF), await exists(keyedDestination('bucket/other'))]).toEqual([false, true]);
  });
});

it('another client may change or delete a job while its destination is probed', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const display = 's3://slow';
  const slow = await openLocalApi({
    openWriter: async (conf) => ({
      identity: conf,
      display,
      needsProof: false,
      put: async () => {
        if (conf.startsWith(display)) await held;
        return 'key';
      },
      close: () => {},
    }),
  });
  for (let i = 0; i < 3; i += 1) await slow.call('POST', 'logpush/jobs', JOB);
  const changed = slow.call('PUT', 'logpush/jobs/1', { destination_conf: 's3://slow', name: 'slow' });
  const gone = slow.call('PUT', 'logpush/jobs/2', { destination_conf: 's3://slow' });
  const invalid = slow.call('PUT', 'logpush/jobs/3', { destination_conf: 's3://slow', output_options: null });
  await slow.call('PUT', 'logpush/jobs/1', { name: 'quick', enabled: true });
  await slow.call('DELETE', 'logpush/jobs/2');
  // Valid next to output options, which the held update removes.
  expect((await slow.call('PUT', 'logpush/jobs/3', { logpull_options: 'fields=No' })).status).toBe(200);
  release();
  expect((await changed).body.result).toMatchObject({ name: 'slow', enabled: true, destination_conf: 's3://slow' });
  expect((await gone).status).toBe(404);
  expect((await invalid).status).toBe(400);
  expect((await slow.call('GET', 'logpush/jobs/3')).body.result).toMatchObject(JOB);
});
