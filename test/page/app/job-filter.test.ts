// Of a job, the page takes the filter and nothing else.
import { describe, expect, it } from 'vitest';
import { filterOfJob } from '../../../src/page/app/job-filter.ts';

const FILTER = { where: { key: 'EdgeResponseStatus', operator: 'geq', value: 400 } };
const SECRET = 'r2://b?secret-access-key=S3CR3T';
const JOB = {
  id: 1,
  name: 'errors',
  dataset: 'http_requests',
  filter: JSON.stringify(FILTER),
  destination_conf: SECRET,
};

describe('the filter of a job', () => {
  it.each([
    ['a job', JOB],
    ['a filter that is an object', { ...JOB, filter: FILTER }],
    ['an answer', { success: true, errors: [], result: JOB }],
    ['an answer with a list', { result: [JOB] }],
    ['a list', [JOB]],
    ['a job without a destination', { filter: JSON.stringify(FILTER) }],
  ])('is taken of %s', (_, job) => {
    const { text, note } = filterOfJob(JSON.stringify(job));
    expect(JSON.parse(text!)).toEqual(FILTER);
    expect(note).toContain('was left out');
  });

  it.each([
    ['no job', '{"result": []}'],
    ['invalid JSON', `${JSON.stringify(JOB)},`],
    ['a part of a job', `"destination_conf": "${SECRET}"`],
    ['Terraform', `destination_conf = "${SECRET}"`],
    ['a string of JSON', JSON.stringify(JSON.stringify(JOB))],
    ['a list of filters', JSON.stringify([FILTER])],
  ])('is not taken of %s', (_, text) => {
    expect(filterOfJob(text)).toMatchObject({ text: null, note: expect.stringContaining('not taken') });
  });

  it.each([
    '',
    'EdgeResponseStatus >= 400',
    JSON.stringify(FILTER),
    '{',
    'ClientRequestURI contains "destination_conf"',
  ])('leaves %j as it is', (text) => {
    expect(filterOfJob(text)).toEqual({ text, note: '', others: [] });
  });

  const EXACT = '{ "where": {"key":"EdgeStartTimestamp","operator":"geq","value":1708214001123456789},"where":{} }';

  it.each([
    ['a string, as it is, also with a key twice', EXACT, EXACT],
    [
      'an object, as it is',
      { where: { a: 1, b: '} "filter": {' } },
      '{"where":{"a":9007199254740993,"b":"} \\"filter\\": {"}}',
    ],
  ])('is %s', (_, filter, text) => {
    const job = JSON.stringify({ ...JOB, filter }).replace('"a":1', '"a":9007199254740993');
    expect(filterOfJob(job).text).toBe(text);
  });

  it('is that of the first job with a filter of the dataset, with those of the others', () => {
    const exact = '{"where":{"a":9007199254740993}}';
    const jobs = [
      { ...JOB, name: 'every line', filter: null },
      { ...JOB, name: 'dns', dataset: 'dns_logs' },
      JOB,
      { ...JOB, name: 'object', filter: { exact: true } },
    ];
    const text = JSON.stringify({ success: true, result: jobs }).replace('{"exact":true}', exact);
    expect(filterOfJob(text, 'http_requests')).toEqual({
      text: JOB.filter,
      note: 'Only the filter of the job errors for http_requests is here: the rest was left out.',
      others: [
        { name: 'job every line', text: '' },
        { name: 'job object', text: exact },
      ],
    });
    expect(filterOfJob(JSON.stringify(jobs.slice(1, 2).concat(jobs[1]!)), 'http_requests')).toMatchObject({
      text: null,
      note: expect.stringContaining('found 2 jobs for other datasets, expected one for http_requests'),
    });
  });

  it('is not taken of a job for another dataset than that of the lines', () => {
    const job = JSON.stringify({ ...JOB, dataset: 'dns_logs' });
    expect(filterOfJob(job, 'http_requests')).toMatchObject({
      ...{
        text: null,
        note: expect.stringContaining('found the job errors for dns_logs, expected one for http_requests'),
      },
    });
    expect(filterOfJob(job, 'dns_logs').text).toBe(JOB.filter);
  });

  it('is empty without a filter', () => {
    for (const filter of [null, '', undefined])
      expect(filterOfJob(JSON.stringify({ destination_conf: SECRET, filter }))).toEqual({
        text: '',
        note: 'The job has no filter and keeps every line; the rest of it, with its destination, was left out.',
        others: [],
      });
  });
});
