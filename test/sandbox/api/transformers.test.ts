// Transformers over the API of the sandbox: their calls, and the jobs that refer to them. docs/platform.md, "Transformers".
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyedDestination, type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const SQL = "SELECT RayID, ClientRequestPath AS path FROM http_requests WHERE ClientRequestPath <> '/health'";
const DNS = 'SELECT QueryName FROM dns_logs';

let api: LocalApi;
let root: string;
beforeAll(async () => {
  api = await openLocalApi();
  root = `/accounts/${api.state.identity.accountId}/logpush/transformers`;
});
beforeEach(() => {
  const { jobs, transformers } = api.state;
  for (const scope of ['zone', 'account'] as const) for (const { id } of jobs.list(scope)) jobs.delete(scope, id);
  for (const { id } of transformers.list()) transformers.delete(id);
});
afterAll(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const create = async (body: object = {}) => (await api.call('POST', root, { name: 'slim', code: SQL, ...body })).body;
const job = (more: object) =>
  api.call('POST', 'logpush/jobs', { name: 'a', destination_conf: keyedDestination(), ...more });
const errorsOf = ({ status, body }: { status: number; body: { errors: { message: string }[] } }) => [
  status,
  ...body.errors.map(({ message }) => message),
];

describe('a transformer', () => {
  it('is created, listed, read, updated and deleted', async () => {
    const created = (await create({ description: 'Drops health checks' })).result;
    expect(created).toEqual({
      ...{ id: expect.any(Number), name: 'slim', description: 'Drops health checks', dataset: 'http_requests' },
      ...{ created_at: expect.any(String), updated_at: created.created_at, associated_jobs: [] },
    });
    const one = `${root}/${created.id}`;
    expect((await api.call('GET', one)).body.result).toEqual(created);
    expect((await api.call('GET', root)).body.result).toEqual([created]);
    expect((await api.call('GET', `${one}/content`)).body.result).toEqual({ content: SQL });
    // A client may send back what it has read. Without the SQL, it stays; without the description, there is none.
    const { description: _, ...kept } = created;
    const renamed = (await api.call('PUT', one, { ...kept, name: 'other' })).body.result;
    expect(renamed).toEqual({ ...kept, name: 'other', updated_at: expect.any(String) });
    expect(renamed.updated_at > created.updated_at).toBe(true);
    expect((await api.call('DELETE', one)).body.result).toEqual({ id: created.id });
    for (const path of [one, `${one}/content`, `${one}/versions`]) {
      expect(errorsOf(await api.call('GET', path))).toEqual([404, `transformer '${created.id}' not found`]);
    }
    // SQLite never gives an id to another one.
    expect((await create()).result.id).toBeGreaterThan(created.id);
  });

  it('has a version for each change of its SQL', async () => {
    const { id } = (await create()).result;
    await api.call('PUT', `${root}/${id}`, { name: 'slim', code: DNS });
    await api.call('PUT', `${root}/${id}`, { name: 'renamed' });
    const versions = (await api.call('GET', `${root}/${id}/versions`)).body.result;
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await api.call('GET', `${root}/${id}/versions?limit=1`)).body.result).toEqual(versions.slice(0, 1));
    const contentOf = async (query: string) =>
      (await api.call('GET', `${root}/${id}/content${query}`)).body.result?.content;
    expect(await contentOf('')).toBe(DNS);
    expect(await contentOf(`?version_id=${versions[1].id}`)).toBe(SQL);
    expect(await contentOf('?version_id=99')).toBeUndefined();
    expect((await api.call('GET', `${root}/${id}`)).body.result.dataset).toBe('dns_logs');
  });

  it.each<[string, object, number, string | RegExp]>([
    ['no name', { name: undefined }, 400, 'missing required field: name'],
    ['no SQL', { code: undefined }, 400, 'missing required field: code'],
    ['a long name', { name: 'ä'.repeat(128) }, 400, /expected at most 255 bytes/],
    ['a long description', { description: 'a'.repeat(4097) }, 400, /expected at most 4,096 bytes/],
    ['an unknown key', { sql: SQL }, 400, 'invalid JSON: unknown field "sql"'],
    ['an unknown field', { code: 'SELECT RayIDD FROM http_requests' }, 400, /line 1, column 8: unknown field/],
    ['an unknown dataset', { code: 'SELECT a FROM nowhere' }, 400, /unknown dataset/],
    ['a join', { code: 'SELECT RayID FROM http_requests JOIN dns_logs' }, 400, /not supported/],
    ['SQL over 10 KB', { code: `${SQL} -- ${'a'.repeat(10_000)}` }, 413, /expected at most 10,000 bytes/],
  ])('with %s is rejected', async (_, change, status, message) => {
    const answer = await api.call('POST', root, { name: 'slim', code: SQL, ...change });
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0]!.message).toMatch(message);
    expect(api.state.transformers.list()).toEqual([]);
  });

  it('is not of a zone', async () => {
    expect((await api.call('GET', 'logpush/transformers')).status).toBe(404);
    expect((await api.call('GET', `${root}/preview`)).status).toBe(405);
  });
});

describe('a preview', () => {
  it.each<[string, string, string]>([
    ['a record', '{"RayID":"a","ClientRequestPath":"/"}', '[{"RayID":"a","path":"/"}]'],
    ['a record that is dropped', '{"RayID":"a","ClientRequestPath":"/health"}', 'null'],
    ['a record without the field of WHERE', '{"RayID":"a"}', 'null'],
  ])('answers for %s', async (_, input, result) => {
    const answer = await api.call('POST', `${root}/preview`, `{"sql":${JSON.stringify(SQL)},"input":${input}}`);
    expect(JSON.stringify(answer.body.result)).toBe(result);
    expect(api.state.transformers.list()).toEqual([]);
  });

  it('returns the fields of the record for *', async () => {
    const sql = 'SELECT * FROM http_requests';
    const answer = await api.call('POST', `${root}/preview`, { sql, input: { RayID: 'a' } });
    expect(answer.body.result).toEqual([{ RayID: 'a' }]);
  });

  it('keeps 64-bit integers', async () => {
    const sql = 'SELECT EdgeStartTimestamp FROM http_requests';
    const input = '{"EdgeStartTimestamp":1779375600123456789}';
    const response = await api.app.request(`/client/v4${root}/preview`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${api.state.identity.token}` } },
      body: `{"sql":"${sql}","input":${input}}`,
    });
    expect(await response.text()).toContain(`"result":[${input}]`);
  });

  it.each<[string, string, RegExp]>([
    [
      'SQL that fails',
      `{"sql":"SELECT CAST(RayID AS INT) AS a FROM http_requests","input":{"RayID":"x"}}`,
      /cannot cast/,
    ],
    ['no record', `{"sql":"${SQL}"}`, /missing required field: input/],
    ['no SQL', `{"input":{}}`, /missing required field: sql/],
    ['wrong SQL', `{"sql":"SELECT","input":{}}`, /^line 1/],
  ])('rejects %s', async (_, body, message) => {
    const [status, text] = errorsOf(await api.call('POST', `${root}/preview`, body));
    expect(status).toBe(400);
    expect(text).toMatch(message);
  });
});

describe('a job', () => {
  it('attaches a transformer, which then cannot be deleted or change its dataset', async () => {
    const { id } = (await create()).result;
    const created = (await job({ transformer_id: id })).body.result;
    expect(created.transformer_id).toBe(id);
    const one = `${root}/${id}`;
    expect((await api.call('GET', one)).body.result.associated_jobs).toEqual([
      { id: created.id, name: 'a', object_type: 'zone', object_tag: api.state.identity.zoneId },
    ]);
    expect(errorsOf(await api.call('DELETE', one))).toEqual([
      409,
      expect.stringContaining('referenced by active logpush jobs'),
    ]);
    expect(errorsOf(await api.call('PUT', one, { name: 'slim', code: DNS }))).toEqual([
      400,
      `transformer ${id} dataset "dns_logs" does not match job dataset "http_requests"`,
    ]);
    const path = `logpush/jobs/${created.id}`;
    expect((await api.call('PUT', path, { output_options: { output_type: 'csv' } })).status).toBe(400);
    expect((await api.call('PUT', path, { transformer_id: null })).body.result.transformer_id).toBeUndefined();
    expect((await api.call('DELETE', one)).status).toBe(200);
  });

  it.each<[string, object, string | RegExp]>([
    ['one that does not exist', { transformer_id: 999 }, 'transformer 999 not found for this account'],
    [
      'one of another dataset',
      { dataset: 'dns_logs', output_options: {} },
      /dataset "http_requests" does not match job dataset "dns_logs"/,
    ],
    ['one to CSV', { output_options: { output_type: 'csv', field_names: ['RayID'] } }, /requires output_type ndjson/],
    ['one with a template', { output_options: { record_template: '{{.RayID}}' } }, /record_template/],
  ])('cannot attach %s', async (_, change, message) => {
    const { id } = (await create()).result;
    const answer = await job({ transformer_id: id, ...change });
    expect([answer.status, answer.body.errors[0]!.code]).toEqual([400, 1002]);
    expect(answer.body.errors[0]!.message).toMatch(message);
  });
});
