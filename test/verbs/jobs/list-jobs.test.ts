// jobs list on answers that the sandbox does not give: jobs made by other tools, and messages that contain secrets.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '../../../src/verbs/index.ts';
import { type AnswerServer, startAnswerServer } from '../../helpers/api/answer-server.ts';

let server: AnswerServer;
beforeAll(async () => {
  server = await startAnswerServer();
});
afterAll(() => server.stop());

const SECRET = 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY';

it('lists what it cannot parse as stored, with the reason, and no secret', async () => {
  const stored = '{"where":{"key":"ClientCountry","operator":"neq","value":"ca"}}';
  server.answer({
    body: {
      ...{ success: true, errors: [], messages: [] },
      result: [
        { id: 1, dataset: 'http_requests', filter: stored, destination_conf: 's3://bucket/logs?region=eu-west-1' },
        {
          ...{ id: 2, dataset: 'not_yet_known', filter: stored },
          destination_conf: `https://collector.example/${SECRET}`,
          error_message: `cannot push to https://collector.example/${SECRET}: HTTP 503`,
        },
        {
          ...{ id: 3, name: 'legacy', dataset: '', enabled: true, filter: '  ', output_options: {} },
          logpull_options: 'fields=RayID&timestamps=rfc3339&sample=0.25',
          destination_conf: `s3://b/l?region=auto&endpoint=s3.example&access-key-id=AKIAIOSFODNN7EXAMPLE&secret-access-key=${SECRET}`,
          last_error: '2026-11-22T04:57:00Z',
          error_message: `cannot write to s3://b/l?access-key-id=AKIAIOSFODNN7EXAMPLE&secret-access-key=${SECRET}: denied`,
        },
      ],
    },
  });
  const { jobs } = await listJobs({
    ...{ zone: '023e105f4ecef8ad9ca31a8372d0c353', credentials: { token: 'token' }, baseURL: server.baseURL },
  });
  const never = { lastComplete: null, lastError: null, errorMessage: null };
  expect(jobs).toEqual([
    {
      ...{ id: 1, name: null, dataset: 'http_requests', enabled: false, filter: stored, ...never },
      ...{ filterProblem: expect.stringMatching(/found "neq"/), destination: 's3://bucket/logs' },
    },
    {
      ...{ id: 2, name: null, dataset: 'not_yet_known', enabled: false, filter: stored, ...never },
      ...{
        filterProblem: 'headgate does not know the dataset not_yet_known',
        destination: 'https://collector.example/…',
        errorMessage: 'cannot push to https://collector.example/…: HTTP 503',
      },
    },
    {
      ...{ id: 3, name: 'legacy', dataset: 'http_requests', enabled: true, filter: null, destination: 's3://b/l' },
      ...{ sampleRate: 0.25, lastComplete: null, lastError: '2026-11-22T04:57:00Z' },
      errorMessage: expect.stringMatching(/^cannot write to s3:\/\/b\/l\?access-key-id=…/),
    },
  ]);
  expect(JSON.stringify(jobs)).not.toMatch(new RegExp(`${SECRET}|AKIAIOSFODNN7EXAMPLE`));
});

it('an unknown dataset is a usage error', async () => {
  const access = { zone: '023e105f4ecef8ad9ca31a8372d0c353', credentials: { token: 'x' }, baseURL: server.baseURL };
  await expect(listJobs({ ...access, dataset: 'nonsense' })).rejects.toMatchObject({
    ...{ code: 'unknown-dataset', kind: 'unreachable' },
    message: expect.stringMatching(/^cannot use the dataset: found "nonsense", .{0,200}$/),
  });
});
