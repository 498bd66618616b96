// One fact about a job has the same severity in every command: check and validate report it, the others warn and continue.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MISMATCH_SEVERITIES } from '../../src/language/custom-fields/index.ts';
import { JOB_SEVERITIES } from '../../src/language/output/index.ts';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-job-problems-'));
const file = (name: string, content: object | string) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const LINE = file('one.log', '{"RayID":"a536a5e1ebcd92f9","EdgeStartTimestamp":1793620800000000000,"BotScore":1}\n');
const TRAFFIC = 'samples/traffic/shop.ndjson';
const RULESET = 'samples/ruleset.json';
const KEYS = ['RequestHeaders', 'ResponseHeaders', 'Cookies'];
const FILTER = '{"where":{"key":"BotScore","operator":"lt","value":30}}';
const GOOD = { field_names: ['RayID', 'EdgeStartTimestamp', 'BotScore', ...KEYS] };
const findingsOf = (stdout: string): { code: string; severity: string }[] => JSON.parse(stdout).jobs[0].findings;

describe('what is wrong with a job', () => {
  it.each<[keyof typeof JOB_SEVERITIES, object, string | undefined]>([
    [
      'job-filter-object',
      { filter: JSON.parse(FILTER), output_options: GOOD },
      `write "filter": ${JSON.stringify(FILTER)}`,
    ],
    ['job-filter-empty', { filter: 'null', output_options: GOOD }, 'every line is pushed'],
    ['job-option-unknown', { output_options: { ...GOOD, 'CVE-2021-4428': true } }, 'write CVE-2021-44228'],
    ['job-option-misplaced', { field_names: [], output_options: GOOD }, 'found "field_names" next to output_options'],
    ['job-field-unknown', { output_options: { field_names: [...KEYS, 'edgecolocode'] } }, 'write EdgeColoCode'],
    ['job-field-removed', { output_options: { field_names: [...KEYS, 'WAFAction'] } }, 'write SecurityAction'],
    ['job-field-repeated', { output_options: { field_names: [...KEYS, 'Cookies'] } }, undefined],
    ['job-no-fields', { filter: FILTER }, undefined],
    ['job-legacy', { logpull_options: `fields=${KEYS.join()}` }, undefined],
    ['job-state', { enabled: false, output_options: GOOD }, undefined],
  ])('%s', async (code, job, said) => {
    const path = file(`${code}.json`, { name: code, filter: FILTER, ...job });
    const severity = JOB_SEVERITIES[code];
    const isError = severity === 'error';
    const checked = await runTogether(['check', '--job', path, '--format', 'json']);
    expect(checked.code).toBe(isError ? 1 : 0);
    const [check] = JSON.parse(checked.stdout).checks;
    expect(check).toMatchObject({ valid: !isError, jobProblems: [{ code, severity }] });
    expect((await runTogether(['check', '--job', path])).stdout).toContain(`  ${isError ? '✗ ' : ''}${severity} `);
    const validated = await runTogether(['validate', LINE, '--job', path, '--format', 'json', '-q']);
    expect(findingsOf(validated.stdout)).toContainEqual(expect.objectContaining({ code, severity }));
    if (isError) expect(validated.code).toBe(1);
    // These use the filter or the options, and say what is wrong with the job.
    for (const args of [
      ['replay', LINE, '--counts', '--job', path],
      ['explain', LINE, '--job', path],
      ['sample', LINE, '-n', '1', '--job', path],
      ['fields', 'preview', '-r', RULESET, TRAFFIC, '--job', path],
    ]) {
      const run = await runTogether(args);
      expect(run.code, args.join(' ')).toBe(0);
      if (said === undefined) expect(run.stderr).not.toContain('output_options');
      else expect(run.stderr).toContain(said);
    }
  });

  it.each([
    [
      's3://b/x?regoin=eu&access-key-id=AKIA&secret-access-key=hush',
      'found the parameter regoin, expected region, endpoint, account-id, access-key-id, secret-access-key, sse; did you mean region?',
    ],
    ['r2://b/x?account-id=0&token=hush', 'found the parameter token'],
    ['s3://b/x?region=eu&region=us', 'found region twice'],
    ['s3://b/x?region=eu-west-1', undefined],
    ['https://logs.example.com/x?header_Authorization=hush', undefined],
    ['gs://b/x?regoin=eu', undefined],
  ])('check reports the parameters of %s', async (destination_conf, said) => {
    const path = file('destination.json', { name: 'a', filter: FILTER, destination_conf, output_options: GOOD });
    const run = await runTogether(['check', '--job', path]);
    expect(run.code).toBe(0);
    if (said === undefined) expect(run.stdout).not.toContain('job-destination');
    else expect(run.stdout.replace(/\s+/g, ' ')).toContain(`[job-destination]: ${said}`);
    expect(run.stdout + run.stderr).not.toContain('hush');
  });

  it.each<[object, string[]]>([
    [{ output_options: { ...GOOD, sample_rate: 2 } }, ['error job-setting output_options.sample_rate']],
    [
      { filter: '{"where":', output_options: { sample_rate: 2, output_type: 'xml', field_names: ['RayIDD', 5] } },
      [
        'error job-setting output_options.sample_rate',
        'error job-setting output_options.output_type',
        'error job-setting output_options.field_names[1]',
        'warning job-no-fields output_options.field_names',
        'error json-syntax ',
      ],
    ],
    [
      { name: 'a b', max_upload_bytes: 5, output_options: GOOD },
      ['error job-setting name', 'error job-setting max_upload_bytes'],
    ],
    [{ max_upload_bytes: 0, max_upload_records: null, kind: '', frequency: 'high', id: 5, output_options: GOOD }, []],
    [{ enabeld: true, output_options: GOOD }, ['error job-key-misspelled ']],
    [{ colour: 1, output_options: GOOD }, ['warning job-key-unknown ']],
    [
      { filter: undefined, filtr: '', id: 'x', dataset: 5, output_options: GOOD },
      ['error job-key-misspelled ', 'error job-setting dataset', 'error job-setting id'],
    ],
    [{ output_options: { ...GOOD, batch_prefix: null } }, []],
  ])('check reports every problem of %j at once', async (job, expected) => {
    const path = file('settings.json', { name: 'settings', filter: FILTER, ...job });
    const run = await runTogether(['check', '--job', path, '--format', 'json']);
    const [check] = JSON.parse(run.stdout).checks;
    const found = [...check.jobProblems, ...check.problems] as { severity: string; code: string; path: string }[];
    expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path}`)).toEqual(expected);
    const isValid = !expected.some((one) => one.startsWith('error'));
    expect(check.valid).toBe(isValid);
    expect(run.code).toBe(isValid ? 0 : 1);
    const strict = await runTogether(['check', '--job', path, '--strict', '-q']);
    expect(strict.code).toBe(expected.length > 0 ? 1 : 0);
  });

  it('check names the nearest known key', async () => {
    const keys = { enabeld: true, sampel_rate: 0.5, somethingelse: 1, filter: FILTER, output_options: GOOD };
    const { stdout } = await runTogether(['check', '--job', file('keys.json', keys)]);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('found the key "enabeld", which jobs do not have, expected "enabled" ');
    expect(text).toContain('expected "sample_rate" in output_options ');
    expect(text).toContain(
      'found the key "somethingelse", which headgate does not know: jobs apply sends it as it is ',
    );
  });

  it('check reports a key that occurs twice, at its path', async () => {
    const path = file('twice.json', `{"result":[{"name":"a","name":"b","output_options":${JSON.stringify(GOOD)}}]}`);
    const { code, stdout } = await runTogether(['check', '--job', path]);
    expect(code).toBe(1);
    expect(stdout).toContain('  ✗ error name [job-setting]: found the key twice, expected it once; remove one\n');
  });

  it('check reports each job of a file; a secret of one never appears', async () => {
    const bad = { name: 'bad', destination_conf: 'hush'.repeat(2000), logpull_options: 5, output_options: GOOD };
    const path = file('jobs.json', [{ name: 'good', filter: FILTER, output_options: GOOD }, bad]);
    const run = await runTogether(['check', '--job', path, '--format', 'json']);
    expect(
      JSON.parse(run.stdout).checks.map(({ name, valid }: { name: string; valid: boolean }) => [name, valid]),
    ).toEqual([
      ['good', true],
      ['bad', false],
    ]);
    expect(run.stdout + run.stderr).not.toContain('hush');
  });

  it.each<[string, number]>([
    ['EdgeResponseStatus >= 500', 0],
    ['ClientCountry == "DE"', 1],
  ])('check --strict %s: exit %d', async (filter, code) => {
    expect((await runTogether(['check', filter])).code).toBe(0);
    expect((await runTogether(['check', filter, '--strict'])).code).toBe(code);
  });

  it('the string of a filter given as an object is printed, and the job stays rejected', async () => {
    const path = file('object.json', { name: 'a', filter: JSON.parse(FILTER), output_options: GOOD });
    const run = await runTogether(['check', '--job', path, '--as-job-string']);
    expect(run).toMatchObject({ code: 1, stdout: `${JSON.stringify(FILTER)}\n` });
    expect(run.stderr).toContain('job-filter-object');
  });

  it.each([
    ['check', '--job'],
    ['check', '--job', '--as-job-string'],
    ['replay', LINE, '--job'],
    ['replay', LINE, '-f', 'all', '--written-by'],
    ['compare', LINE, '--to', 'all', '--from-job'],
    ['explain', LINE, '--job'],
    ['validate', LINE, '--job'],
    ['fields', 'preview', TRAFFIC, '--ruleset'],
    ['validate', LINE, '--job', file('good.json', { name: 'a', output_options: GOOD }), '--ruleset'],
  ])('a file that is not JSON is an invalid job or ruleset: %s', async (...args) => {
    const [path, at] = [file('text.json', 'not JSON {'), args.findLastIndex((arg) => /^--(?!as-)/.test(arg))];
    const run = await runTogether(args.toSpliced(at + 1, 0, path));
    expect([run.code, `${run.stdout}${run.stderr}`]).toEqual([
      1,
      expect.stringContaining('invalid JSON at line 1, column 1'),
    ]);
  });

  it('a key near to filter is no job without a filter', async () => {
    const path = file('near.json', { name: 'a', filtr: FILTER });
    const said = 'found the key "filtr", which jobs do not have, expected "filter"';
    const checked = await runTogether(['check', '--job', path]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(said);
    for (const args of [
      ['check', '--as-job-string'],
      ['replay', LINE],
      ['validate', LINE],
    ]) {
      const run = await runTogether([...args, '--job', path]);
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toContain(said);
    }
  });
});

describe('a job beside a ruleset: fields preview and validate agree', () => {
  it.each<[keyof typeof MISMATCH_SEVERITIES | undefined, string | undefined, object]>([
    [undefined, undefined, { output_options: GOOD }],
    [undefined, undefined, { output_options: { field_names: ['RequestHeaders', 'ResponseFields', 'Cookies'] } }],
    ['key-not-listed', 'ruleset-unlisted', { output_options: { field_names: ['RayID', 'RequestHeaders', 'Cookies'] } }],
    ['no-key-listed', 'ruleset-unused', { output_options: { field_names: ['RayID'] } }],
    ['job-without-fields', 'job-no-fields', { output_options: { field_names: [] } }],
    ['job-dataset', 'ruleset-dataset', { dataset: 'firewall_events', output_options: { field_names: ['RayID'] } }],
  ])('%s is %s', async (code, rule, job) => {
    const path = file('beside.json', { name: 'a', ...job });
    const given = ['--ruleset', RULESET, '--job', path, '--format', 'json', '-q'];
    const severity = code && MISMATCH_SEVERITIES[code];
    const previewed = await runTogether(['fields', 'preview', TRAFFIC, ...given]);
    const mismatches: { code: string; severity: string }[] = JSON.parse(previewed.stdout).job.mismatches;
    expect([...new Set(mismatches.map((one) => `${one.code} ${one.severity}`))]).toEqual(
      code === undefined ? [] : [`${code} ${severity}`],
    );
    expect(previewed.code).toBe(severity === 'error' ? 1 : 0);
    const strict = await runTogether(['fields', 'preview', TRAFFIC, ...given, '--strict']);
    expect(strict.code).toBe(severity === 'error' || severity === 'warning' ? 1 : 0);
    const validated = await runTogether(['validate', LINE, ...given]);
    const found = findingsOf(validated.stdout).filter((one) => /^ruleset-|^job-no-fields/.test(one.code));
    expect(found.map((one) => [one.code, one.severity])).toEqual(rule === undefined ? [] : [[rule, severity]]);
  });

  it('keys that the ruleset does not configure', async () => {
    const parameters = { cookie_fields: [{ name: 'currency' }] };
    const rule = file('cookie.json', { action: 'log_custom_field', expression: 'true', action_parameters: parameters });
    const path = file('listing.json', { name: 'a', output_options: GOOD });
    const given = ['--ruleset', rule, '--job', path, '--format', 'json', '-q'];
    const previewed = await runTogether(['fields', 'preview', TRAFFIC, ...given]);
    expect(previewed.code).toBe(0);
    const mismatch = { code: 'key-not-configured', severity: 'warning' };
    expect(JSON.parse(previewed.stdout).job.mismatches).toMatchObject([mismatch, mismatch]);
    const validated = await runTogether(['validate', LINE, ...given]);
    expect(findingsOf(validated.stdout)).toContainEqual(
      expect.objectContaining({ code: 'ruleset-nothing', severity: 'warning', count: 2 }),
    );
  });
});
