// Problems of a job that show without its lines: each with its code, severity, path and fix.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { parseJobs } from '../../../src/language/job/index.ts';
import { defaultsOf, JOB_SEVERITIES, type JobProblem, jobProblems } from '../../../src/language/output/index.ts';

const DATASET = getDataset('http_requests');
const GOOD = { field_names: ['RayID'] };

function problemsOf(job: object): JobProblem[] {
  return jobProblems(parseJobs(JSON.stringify({ name: 'a', ...job }), 'f', 'f').jobs[0]!, DATASET);
}

it.each<[string, object, [string, string, string][]]>([
  ['a sound job', { output_options: GOOD }, []],
  [
    'both names of the response headers',
    { output_options: { field_names: ['ResponseHeaders', 'ResponseFields'] } },
    [],
  ],
  [
    'a filter given as an object: the string to paste',
    { filter: { where: { key: 'BotScore', operator: 'lt', value: 1 } }, output_options: GOOD },
    [
      [
        'job-filter-object',
        'filter',
        'found an object, expected the filter as a JSON string; write "filter": "{\\"where\\":{\\"key\\":\\"BotScore\\",\\"operator\\":\\"lt\\",\\"value\\":1}}"',
      ],
    ],
  ],
  ...['null', ' null\n', '   '].map((filter): [string, object, [string, string, string][]] => [
    `the filter ${JSON.stringify(filter)}`,
    { filter, output_options: GOOD },
    [
      [
        'job-filter-empty',
        'filter',
        `found ${JSON.stringify(filter)}, expected a filter: the platform reads it as none, so every line is pushed; write a filter, or remove the key`,
      ],
    ],
  ]),
  ['the filter ""', { filter: '', output_options: GOOD }, []],
  [
    'options of which one was once documented so',
    { output_options: { ...GOOD, 'CVE-2021-4428': true, sample_rat: 1 } },
    [
      [
        'job-option-unknown',
        'output_options',
        'found "CVE-2021-4428", "sample_rat", which the platform does not define; write CVE-2021-44228 for "CVE-2021-4428", sample_rate for "sample_rat"',
      ],
    ],
  ],
  [
    'an option near to none',
    { output_options: { ...GOOD, compression: 'zstd' } },
    [
      [
        'job-option-unknown',
        'output_options',
        `found "compression", which the platform does not define; expected options among ${Object.keys(defaultsOf({})).join(', ')}`,
      ],
    ],
  ],
  [
    'options outside output_options',
    { sample_rate: 0.1, output_options: GOOD },
    [
      [
        'job-option-misplaced',
        '',
        'found "sample_rate" next to output_options, expected these options inside it: the platform ignores them here; move them',
      ],
    ],
  ],
  [
    'names with a slip, in another case, of another dataset, of none',
    { output_options: { field_names: ['EdgeResponseStat', 'edgecolocode', 'QueryName', 'x'.repeat(80)] } },
    [
      [
        'job-field-unknown',
        'output_options.field_names',
        `found "EdgeResponseStat", "edgecolocode", "QueryName", "${'x'.repeat(64)}", expected fields of http_requests; write EdgeResponseStatus for "EdgeResponseStat", EdgeColoCode for "edgecolocode"; QueryName is a field of dns_logs, dns_firewall_logs, gateway_dns`,
      ],
    ],
  ],
  [
    'a removed and a deprecated field',
    { output_options: { field_names: ['WAFAction', 'OriginResponseTime'] } },
    [
      [
        'job-field-removed',
        'output_options.field_names',
        'found "WAFAction", which the platform no longer pushes; write SecurityAction for "WAFAction"',
      ],
      [
        'job-field-deprecated',
        'output_options.field_names',
        'found "OriginResponseTime", which the platform still pushes but will remove',
      ],
    ],
  ],
  [
    'a template that cannot be read',
    { output_options: { ...GOOD, record_template: '{{ if .RayID }}' } },
    [['job-template', 'output_options.record_template', expect.stringMatching(/^found .* at character 1, expected/)]],
  ],
  [
    'a template with fields that are unknown or not listed',
    { output_options: { ...GOOD, record_template: '{{ .RayID }}{{ .BotScor }}{{ .ClientIP }}' } },
    [
      [
        'job-field-unknown',
        'output_options.record_template',
        'found "BotScor", expected fields of http_requests; write BotScore for "BotScor"',
      ],
      [
        'job-field-unlisted',
        'output_options.record_template',
        'found "BotScor", "ClientIP", expected fields that field_names lists: the others are null in every line; add them to field_names',
      ],
    ],
  ],
  [
    'no fields, and none of them',
    { filter: null },
    [['job-no-fields', 'output_options.field_names', expect.any(String)]],
  ],
  ['the legacy options', { logpull_options: 'fields=RayID' }, [['job-legacy', 'logpull_options', expect.any(String)]]],
  [
    'names of the legacy options',
    { logpull_options: 'fields=RayId,RayID,RayID' },
    [
      ['job-field-unknown', 'output_options.field_names', expect.stringContaining('write RayID for "RayId"')],
      ['job-legacy', 'logpull_options', expect.any(String)],
      ['job-field-repeated', 'output_options.field_names', 'found "RayID" more than once, expected each field once'],
    ],
  ],
  ['a disabled job', { enabled: false, output_options: GOOD }, [['job-state', '', 'enabled is false']]],
])('%s', (_, job, wanted) => {
  const found = problemsOf(job);
  expect(found.map(({ code, path, message }) => [code, path, message])).toEqual(wanted);
  for (const { code, severity } of found) expect(severity).toBe(JOB_SEVERITIES[code]);
});

describe('a job of 200,000 names', () => {
  // A step that is quadratic in the number of names takes minutes here.
  const names = Array.from({ length: 100_000 }, (_, index) => `NoField${index}`);

  it('is checked in one pass, and a message shows the first names', () => {
    const [unknown, repeated, ...more] = problemsOf({ output_options: { field_names: [...names, ...names] } });
    expect(more).toEqual([]);
    expect(unknown!.names).toEqual(names);
    expect(unknown!.message).toMatch(
      /^found "NoField0", .*"NoField9" and 99990 more, expected fields of http_requests$/,
    );
    expect(repeated!.names).toEqual(names);
  });
});
