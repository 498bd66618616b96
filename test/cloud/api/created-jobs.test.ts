// A job whose creation has an unknown outcome, and a list that lags behind: it is looked up several times, and all jobs of its name are named.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, startAnswerServer, succeeds } from '../../helpers/api/answer-server.ts';
import { FAST } from '../../helpers/api/fault-proxy.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

const ZONE = { zone: '023e105f4ecef8ad9ca31a8372d0c353' };
const BODY = { name: 'errors', dataset: 'http_requests', destination_conf: 's3://logs' };
const [FIRST, SECOND] = [
  { id: 1, ...BODY },
  { id: 2, ...BODY },
];
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

it.each([
  [1, [], 'POST GET'],
  [2, [[]], 'POST GET GET'],
  [3, [[], []], 'POST GET GET GET'],
])('a job that only list %i contains is created once', async (_, empty, sent) => {
  server.answer(LOST, ...empty.map((jobs) => succeeds(jobs)), succeeds([FIRST]));
  expect(await api.createJob(ZONE, BODY, [])).toEqual(FIRST);
  expect(methods()).toBe(sent);
});

it.each<[string, lists: object[][], ids: number[], sent: string]>([
  ['shown at once', [[FIRST, SECOND]], [1, 2], 'GET'],
  ['shown late', [[SECOND], [SECOND], [FIRST, SECOND]], [1, 2], 'GET GET GET'],
  ['never shown', [[SECOND]], [2], 'GET GET GET'],
])('after a creation that was sent twice, the other job is %s', async (_, lists, ids, sent) => {
  server.answer(LOST, succeeds([]), succeeds([]), succeeds([]), succeeds(SECOND));
  const created = await api.createJob(ZONE, BODY, []);
  server.answer(...lists.map((jobs) => succeeds(jobs)));
  expect(await api.readCreatedJob(ZONE, created)).toEqual({ job: SECOND, ids });
  expect(methods()).toBe(sent);
});

it.each<[string, HttpAnswer[], object | undefined, string]>([
  ['is in the list at once', [succeeds([FIRST])], FIRST, 'GET'],
  ['is in the list late', [succeeds([]), succeeds([FIRST])], FIRST, 'GET GET'],
  ['is never in the list', [succeeds([]), succeeds([]), succeeds([]), succeeds(FIRST)], FIRST, 'GET GET GET GET'],
])('a created job %s: it exists', async (_, answers, job, sent) => {
  server.answer(succeeds(FIRST));
  const created = await api.createJob(ZONE, BODY, []);
  server.answer(...answers);
  expect(await api.readCreatedJob(ZONE, created)).toEqual({ job, ids: [1] });
  expect(methods()).toBe(sent);
});
