// The requests for transformers: what is sent, what an answer means, and writes whose outcome is unknown.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, fails, startAnswerServer, succeeds } from '../../helpers/api/answer-server.ts';
import { FAST } from '../../helpers/api/fault-proxy.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

const ACCOUNT = '699d98642c564d2e855e9661899b7252';
const BODY = { name: 'slim', description: '', code: 'SELECT RayID FROM http_requests' };
const CREATED = { id: 3, name: 'slim', dataset: 'http_requests', associated_jobs: null };
const LOST: HttpAnswer = { body: '<!DOCTYPE html>', headers: { 'content-type': 'text/html' } };

let server: AnswerServer;
let api: ManagementApi;
beforeAll(async () => {
  server = await startAnswerServer();
});
beforeEach(async () => {
  api = await connectApi({ baseURL: server.baseURL, credentials: { token: 'the-token' }, ...FAST });
});
afterAll(() => server.stop());
const methods = () => server.requests.map(({ method }) => method).join(' ');
const messageOf = (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  );

describe('a request', () => {
  it.each<[string, () => Promise<unknown>, HttpAnswer, unknown, string, string]>([
    [
      'list',
      () => api.listTransformers(ACCOUNT),
      succeeds([CREATED]),
      [{ id: 3, name: 'slim', dataset: 'http_requests' }],
      'GET',
      '',
    ],
    ['list of none', () => api.listTransformers(ACCOUNT), succeeds(null), [], 'GET', ''],
    ['SQL', () => api.readTransformerCode(ACCOUNT, 3), succeeds({ content: 'a' }), 'a', 'GET', '/3/content'],
    [
      'versions',
      () => api.listTransformerVersions(ACCOUNT, 3, 5),
      succeeds([{ id: 9, version: 2 }]),
      [{ id: 9, version: 2 }],
      'GET',
      '/3/versions?limit=5',
    ],
    ['preview', () => api.previewTransformer(ACCOUNT, 'x', '{}'), succeeds([{ a: 1 }]), [{ a: 1 }], 'POST', '/preview'],
    [
      'preview of a dropped record',
      () => api.previewTransformer(ACCOUNT, 'x', '{}'),
      succeeds(null),
      [],
      'POST',
      '/preview',
    ],
    [
      'preview in the older form',
      () => api.previewTransformer(ACCOUNT, 'x', '{}'),
      succeeds({ a: 1 }),
      [{ a: 1 }],
      'POST',
      '/preview',
    ],
    [
      'missing transformer',
      () => api.readTransformer(ACCOUNT, 3),
      fails(404, 1006, 'not found'),
      undefined,
      'GET',
      '/3',
    ],
    [
      'missing SQL',
      () => api.readTransformerCode(ACCOUNT, 3),
      fails(404, 1006, 'not found'),
      undefined,
      'GET',
      '/3/content',
    ],
  ])('reads the answer: %s', async (_, run, answer, result, method, path) => {
    server.answer(answer);
    expect(await run()).toEqual(result);
    const [sent] = server.requests;
    expect(`${sent!.method} ${sent!.url}`).toBe(`${method} /client/v4/accounts/${ACCOUNT}/logpush/transformers${path}`);
  });

  it('sends a complete body, and a record as it is', async () => {
    server.answer(succeeds(CREATED));
    await api.updateTransformer(ACCOUNT, 3, BODY);
    expect(JSON.parse(String(server.requests[0]!.body))).toEqual(BODY);
    const record = '{"EdgeStartTimestamp":1779375600123456789,"a":"\\u00e9"}';
    server.answer(succeeds([]));
    await api.previewTransformer(ACCOUNT, 'SELECT "a"', record);
    expect(String(server.requests[0]!.body)).toBe(`{"sql":"SELECT \\"a\\"","input":${record}}`);
  });

  it.each<[HttpAnswer, RegExp]>([
    [
      fails(403, 1004, 'transformer feature is not available for this account'),
      /^api-forbidden: cannot list .*; ask Cloudflare to enable transformers/,
    ],
    [fails(403, 10000, 'Authentication error'), /^api-forbidden: .*lacks the permission Logs Write for this account/],
    [fails(413, 1, 'too large'), /^api-too-large: .*; shorten the SQL$/],
    [
      fails(400, 1002, 'missing required field: name'),
      /^api-rejected: .*"missing required field: name"; correct what its message names$/,
    ],
    [succeeds([{ id: 'x' }]), /^api-unexpected-answer: /],
  ])('states an error in words %#', async (answer, message) => {
    server.answer(answer);
    expect(await messageOf(api.listTransformers(ACCOUNT))).toMatch(message);
  });
});

describe('a write whose answer is lost', () => {
  it.each<[string, HttpAnswer[], string, string]>([
    ['was made', [LOST, succeeds([CREATED])], 'POST GET', ''],
    ['was made, and the list lags behind', [LOST, succeeds([]), succeeds([CREATED])], 'POST GET GET', ''],
    ['was not made', [LOST, succeeds([]), succeeds([]), succeeds([]), succeeds(CREATED)], 'POST GET GET GET POST', ''],
    [
      'may be that of another client',
      [LOST, succeeds([{ ...CREATED, description: 'x' }])],
      'POST GET',
      'api-outcome-unknown',
    ],
  ])('is looked up: a creation that %s', async (_, answers, sent, code) => {
    server.answer(...answers);
    const result = await messageOf(api.createTransformer(ACCOUNT, BODY, [1]));
    expect(result.startsWith(code === '' ? 'no error' : code)).toBe(true);
    expect(methods()).toBe(sent);
  });

  it.each<[string, HttpAnswer[], string, string]>([
    ['was made', [LOST, succeeds(CREATED), succeeds({ content: BODY.code })], 'PUT GET GET', 'no error'],
    [
      'was not made',
      [LOST, succeeds(CREATED), succeeds({ content: 'old' }), succeeds(CREATED)],
      'PUT GET GET PUT',
      'no error',
    ],
    ['finds no transformer', [LOST, fails(404, 1006, 'gone')], 'PUT GET GET', 'api-outcome-unknown'],
  ])('is looked up: an update that %s', async (_, answers, sent, start) => {
    server.answer(...answers);
    expect(await messageOf(api.updateTransformer(ACCOUNT, 3, BODY))).toMatch(new RegExp(`^${start}`));
    expect(methods()).toBe(sent);
  });
});
