// The findings about a job before any line is read: missing fields, and the state of the job.
import { expect, it } from 'vitest';
import { jobFindings } from '../../../src/analysis/validate/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { parseJobs } from '../../../src/language/job/index.ts';
import { RULESET } from '../../helpers/validate/checked.ts';

function foundOf(job: object): [string, string][] {
  const [read] = parseJobs(JSON.stringify(job), 'job.json', 'job').jobs;
  const found = jobFindings({ ...read!, dataset: getDataset('http_requests') }, RULESET);
  return found.map(({ code, places }) => [code, places[0]!.message]);
}

const GOOD = { field_names: ['RayID', 'Cookies', 'RequestHeaders', 'ResponseHeaders'] };

it.each<[string, object, [string, string][]]>([
  ['a good job', { output_options: GOOD, enabled: true, last_error: null, error_message: '' }, []],
  ['no field_names', { output_options: {} }, [['job-no-fields', '']]],
  ['an empty list is none', { output_options: { field_names: [] } }, [['job-no-fields', '']]],
  ['a record_template names its fields', { output_options: { record_template: '{"RayID":{{.RayID}}}' } }, []],
  [
    'a field twice, and a part of the lines',
    { output_options: { field_names: [...GOOD.field_names, 'RayID'], sample_rate: 0.1 } },
    [
      ['job-field-repeated', 'found "RayID" more than once, expected each field once'],
      ['job-sampled', 'sample_rate 0.1'],
    ],
  ],
  ['disabled', { output_options: GOOD, enabled: false }, [['job-state', 'enabled is false']]],
  [
    'failed, and no secret of it is quoted',
    {
      output_options: GOOD,
      enabled: true,
      last_error: '2026-11-01T10:00:00Z',
      error_message: 'error writing to s3://b/logs?secret-access-key=hush: denied',
    },
    [
      [
        'job-state',
        'last_error is "2026-11-01T10:00:00Z", error_message is "error writing to s3://b/logs?secret-access-key=…: denied"',
      ],
    ],
  ],
])('%s', (_, job, found) => {
  expect(foundOf({ name: 'one', ...job })).toEqual(found);
});
