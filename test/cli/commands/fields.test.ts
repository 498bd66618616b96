// headgate fields preview as users run it: the three forms of its result, bad input, guards, exit codes.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { LoggedGroup } from '../../../src/language/custom-fields/index.ts';
import { COMBINED_BYTES, getDataset } from '../../../src/language/dataset/index.ts';
import { ROOT, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-fields-'));
const RULESET = 'samples/ruleset.json';
const HAR = 'samples/traffic/shop.har';
const NDJSON = 'samples/traffic/shop.ndjson';

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const preview = (...args: string[]) => runTogether(['fields', 'preview', ...args]);

describe('text', () => {
  it('shows what is cut, what never occurs, and what to do', async () => {
    const run = await preview('--ruleset', RULESET, HAR, NDJSON, '--limit', '1', '-q');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('31 exchanges from 2 files');
    expect(run.stdout).toMatch(/truncated +\S+ +9\.7 % +3 lines/);
    expect(run.stdout).toMatch(/cookie prefs .* 3 +2\.70 kB/);
    expect(run.stdout).toContain('every line fits without cookie prefs (the smallest such set)');
    expect(run.stdout).toContain('cookie cartId is not the cookie cartID, in 12 exchanges');
    expect(run.stdout).toContain('response cache-control occurs more than once in 4 exchanges');
    expect(run.stdout).toContain('Exchanges (1 of 31, most bytes first)');
  });

  it('exchanges have their fields in the order of the line', async () => {
    const parameters = { request_fields: [{ name: 'zz' }, { name: '7' }, { name: 'b' }] };
    const rule = { action: 'log_custom_field', expression: 'true', action_parameters: parameters };
    const ruleset = file('order.json', JSON.stringify([rule]));
    const path = file('order.ndjson', exchange({ 7: 'x', b: '', zz: 'z'.repeat(COMBINED_BYTES + 1) }));
    const run = await preview('--ruleset', ruleset, path, '-q');
    expect(run.stdout).toMatch(/RequestHeaders +zz z+….*z+ \(truncated\) · 7 "" \(emptied\) · b ""\n/);
  });

  it('keeps terminals safe', async () => {
    const path = file('escape.ndjson', exchange({ 'accept-language': 'a\u001b[31mb' }));
    const run = await preview('--ruleset', RULESET, path, '-q');
    expect(run.stdout).toContain('a\\u001b[31mb');
    expect(run.stdout).not.toContain('\u001b');
  });
});

it('json holds the figures, the exchanges with the most bytes first', async () => {
  const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'json', '--limit', '2', '-q');
  expect(run.code).toBe(0);
  const found = JSON.parse(run.stdout);
  expect(found).toMatchObject({
    version: 1,
    partial: false,
    traffic: { files: 1, exchanges: 24, broken: 0 },
    figures: { limits: 'classic', limitBytes: COMBINED_BYTES, over: 1, near: 1, leaveOut: { search: 'smallest' } },
    job: null,
    problems: [],
  });
  expect(found.figures.fields.map(({ name }: { name: string }) => name)).toHaveLength(12);
  expect(found.rows).toHaveLength(2);
  expect(found.rows[0]).toMatchObject({ index: 13, cutAt: { key: 'Cookies', name: 'prefs' } });
  const bytes = (found.rows[0].logged as LoggedGroup[])
    .flatMap(({ fields }) => fields)
    .reduce((sum, { value }) => sum + Buffer.byteLength(value as string), 0);
  expect(bytes).toBe(COMBINED_BYTES);
  expect(found.rows[1]).toMatchObject({ index: 18, bytes: 7575, cutAt: null });
});

describe('lines', () => {
  it('contain the data of the exchange, with the types of the catalog', async () => {
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '-q');
    const lines = run.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(24);
    const { fields } = getDataset('http_requests');
    const types = { string: 'string', int: 'number', timestamp: 'number', object: 'object' } as const;
    for (const [name, value] of Object.entries(JSON.parse(lines[0]!))) {
      const type = fields.get(name)!.type as keyof typeof types;
      expect([name, typeof value]).toEqual([name, types[type]]);
    }
    // Nanoseconds come out digit by digit.
    const timestamp = /"timestamp":(\d+)/.exec(readFileSync(join(ROOT, NDJSON), 'utf8'))![1]!;
    expect(lines[0]).toContain(`"EdgeStartTimestamp":${timestamp},`);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      ClientIP: '198.51.100.23',
      ClientCountry: 'de',
      ClientRequestHost: 'api.shop.example.com',
      ClientRequestMethod: 'GET',
      ClientRequestPath: '/api/search',
      ClientRequestProtocol: 'HTTP/3',
      ClientRequestReferer: '',
      EdgeResponseContentType: 'application/json',
      RequestHeaders: { 'x-api-version': '2026-10' },
      ResponseHeaders: { 'x-release': '2026.11.02-1' },
      Cookies: { currency: 'EUR', greeting: 'Moin Jörg' },
    });
  });

  it("have a job's fields in their order, without those that no exchange contains", async () => {
    const job = file(
      'job.json',
      JSON.stringify({
        name: 'j',
        output_options: { field_names: ['Cookies', 'BotScore', 'RequestHeaders', 'ClientIP', 'ResponseHeaders'] },
      }),
    );
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '--job', job);
    expect(run.code).toBe(0);
    expect(Object.keys(JSON.parse(run.stdout.split('\n')[0]!))).toEqual([
      'Cookies',
      'RequestHeaders',
      'ClientIP',
      'ResponseHeaders',
    ]);
    expect(run.stderr).toContain('BotScore');
  });

  it.each<[string, object, string]>([
    [
      'timestamps',
      { timestamp_format: 'rfc3339ms' },
      '{"EdgeStartTimestamp":"2026-11-02T14:30:01.250Z","Cookies":{"currency":"\u0024{x}"}}\n',
    ],
    [
      'the CVE rewrite',
      { 'CVE-2021-44228': true },
      '{"EdgeStartTimestamp":1793629801250000001,"Cookies":{"currency":"x{x}"}}\n',
    ],
    [
      'CSV',
      { output_type: 'csv', timestamp_format: 'unix', batch_prefix: 'at,cookies\n' },
      'at,cookies\n1793629801,"{""currency"":""\u0024{x}""}"\n',
    ],
    [
      'a template',
      {
        record_template: '<{{ .EdgeStartTimestamp }} {{ .BotScore }} {{ .ClientIP }}>',
        field_names: ['EdgeStartTimestamp', 'BotScore'],
      },
      '{<1793629801250000001 null null>}\n',
    ],
    [
      'around',
      { batch_prefix: '[', batch_suffix: ']', record_suffix: '}', record_delimiter: ',' },
      '[{"EdgeStartTimestamp":1793629801250000001,"Cookies":{"currency":"\u0024{x}"}}]',
    ],
  ])('are as the job writes them: %s', async (name, options, wanted) => {
    const rule = {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { cookie_fields: [{ name: 'currency' }] },
    };
    const ruleset = file(`${name}.ruleset.json`, JSON.stringify([rule]));
    const output_options = { field_names: ['EdgeStartTimestamp', 'Cookies'], ...options };
    const job = file(`${name}.job.json`, JSON.stringify({ name, output_options }));
    const traffic = file(
      `${name}.ndjson`,
      `{"timestamp":1793629801250000001,${exchange({ Cookie: 'currency=\u0024{x}' }).slice(1)}`,
    );
    const run = await preview('--ruleset', ruleset, '--job', job, traffic, '--format', 'lines', '-q');
    expect(run.stdout).toBe(wanted);
  });

  it('of a legacy job too; what it would leave out is written, and said', async () => {
    const logpull_options =
      'fields=EdgeStartTimestamp,Cookies,RequestHeaders,ResponseHeaders&timestamps=rfc3339&sample=0.1';
    const job = file(
      'legacy-lines.json',
      JSON.stringify({ name: 'j', filter: '{"where":{"key":"RayID","operator":"eq","value":"x"}}', logpull_options }),
    );
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '--job', job);
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(24);
    expect(run.stdout).toMatch(/^\{"EdgeStartTimestamp":"2026-11-02T14:30:0\dZ","Cookies":/);
    expect(run.stderr).toContain("the lines include every exchange: the job's filter and sample_rate are not applied");
  });

  it('--out appears whole, and nothing beside it stays', async () => {
    const out = join(folder, 'lines.ndjson');
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '--out', out);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('24 lines, 1 truncated, 892 B lost, 1 near the limit');
    expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(25);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('--out that cannot be written', async () => {
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '--out', join(folder, 'no/such/file'));
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('the folder does not exist');
  });

  it('a full disk', async () => {
    const run = await preview('--ruleset', RULESET, NDJSON, '--format', 'lines', '--out', '/dev/full');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('cannot write --out /dev/full: the disk is full');
  });
});

describe('traffic', () => {
  it('from standard input, compressed', async () => {
    const content = gzipSync(readFileSync(join(ROOT, HAR)));
    const run = await runTogether(['fields', 'preview', '--ruleset', RULESET, '-', '--limit', '0'], { stdin: content });
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('7 exchanges from 1 file');
  });

  it('a ruleset and traffic both from standard input', async () => {
    const run = await preview('--ruleset', '-', '-');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('cannot read standard input twice');
  });

  const har = readFileSync(join(ROOT, HAR), 'utf8');
  const ndjson = readFileSync(join(ROOT, NDJSON), 'utf8');
  it.each<[string, string | Uint8Array, number, string]>([
    ['cut.har', har.slice(0, 20_000), 1, 'cut-file'],
    ['cut.gz', gzipSync(ndjson).subarray(0, 1500), 1, 'gzip-truncated'],
    ['broken-entry.ndjson', `${ndjson}{"request":5}\n`, 0, 'request: found a number, expected an object'],
    [
      'headers.har',
      har.replace('"value": "*/*"', '"value": 5'),
      0,
      'entry 0: request.headers[3].value: found a number',
    ],
    ['no.har', '{"log":{"version":"1.2"}}', 2, 'found "log" without entries'],
    ['job.txt', '{\n"name": "a job"\n}', 2, 'expected a HAR file'],
    ['empty.ndjson', '', 2, 'found no exchange (no entry in 1 file)'],
    [
      'cached.har',
      JSON.stringify({
        log: {
          entries: [{ request: { method: 'GET', url: 'data:,', headers: [] }, response: { status: 200, headers: [] } }],
        },
      }),
      2,
      'the only entry never reached the edge',
    ],
    [
      'no-cookies.har',
      JSON.stringify({
        log: {
          entries: [
            { request: { method: 'GET', url: 'https://a/', headers: [] }, response: { status: 200, headers: [] } },
          ],
        },
      }),
      0,
      'browsers leave it out of a HAR file',
    ],
  ])('%s: exit %#', async (name, content, code, message) => {
    const args = ['fields', 'preview', '--ruleset', RULESET, file(name, content), '-q'];
    const run = await runTogether(args, { env: { COLUMNS: '140' } });
    // Without an exchange there is one sentence, and nothing to print.
    expect(code === 2 ? run.stderr : run.stdout).toContain(message);
    expect(code === 2 ? run.stdout : run.stderr).toBe('');
    expect(run.code).toBe(code);
  });

  it('pushed logs: one sentence, nothing else', async () => {
    const run = await preview('--ruleset', RULESET, 'samples/logs/all-requests', '-q');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^headgate: cannot preview custom fields: found log lines in \S+ and 15 more, .*\n$/);
    expect(run.stderr).toContain('expected traffic: a HAR file saved by a browser, or NDJSON of exchanges');
    expect(run.stderr).toContain('headgate validate SOURCE');
  });

  it('pushed logs beside traffic: the traffic counts', async () => {
    const logs = file('some.log', '{"RayID":"x"}\n'.repeat(1000));
    const run = await preview('--ruleset', RULESET, logs, NDJSON, '--format', 'json', '-q');
    const { traffic, problemCounts } = JSON.parse(run.stdout);
    expect(traffic).toMatchObject({ exchanges: 24, files: 2, broken: 0 });
    expect(problemCounts).toEqual({ 'not-traffic': 1 });
    expect(run.code).toBe(1);
  });

  it('a broken entry with --strict', async () => {
    const path = file('strict.ndjson', `${ndjson}{"request":5}\n`);
    expect(await preview('--ruleset', RULESET, path, '--strict')).toMatchObject({ code: 1 });
  });

  it('no such file', async () => {
    const run = await preview('--ruleset', RULESET, 'nowhere.har');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('nowhere.har');
  });
});

describe('rulesets', () => {
  const wrong = {
    phase: 'http_log_custom_fields',
    rules: [{ action: 'log', expression: 'true', action_parameters: { request_fields: [{ name: 'Host' }] } }],
  };
  it.each<[string, unknown, string[]]>([
    [
      'two problems',
      wrong,
      [
        'rules[0].action',
        'expected "log_custom_field"',
        'rules[0].action_parameters.request_fields[0]',
        'expected it in lower case: "host"',
      ],
    ],
    ['another phase', { phase: 'http_request_sanitize', rules: [] }, ['found the phase "http_request_sanitize"']],
    ['no rules', { rules: [] }, ['an empty ruleset logs nothing']],
    ['a job', { dataset: 'http_requests' }, ['found a Logpush job']],
  ])('%s', async (name, document, messages) => {
    const run = await preview('--ruleset', file(`${name}.json`, JSON.stringify(document)), NDJSON);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    for (const message of messages) expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('nothing was read');
  });

  it('a warning does not stop it', async () => {
    const rule = {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { request_fields: [{ name: 'range' }] },
    };
    const run = await preview('--ruleset', file('range.json', JSON.stringify([rule])), NDJSON, '--limits', 'current');
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('[never-logged]');
    expect(run.stdout).toContain('request range is never logged by the platform');
    const json = await preview(
      ...['--ruleset', join(folder, 'range.json'), NDJSON, '--limits', 'current', '--format', 'json'],
    );
    expect(JSON.parse(json.stdout).rulesetWarnings).toMatchObject([{ code: 'never-logged' }]);
  });

  it('no ruleset', async () => {
    expect(await preview(NDJSON)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--ruleset') });
  });
});

describe('--job', () => {
  it.each<[string, object, number, string]>([
    ['fits', { output_options: { field_names: ['RequestHeaders', 'ResponseHeaders', 'Cookies'] } }, 0, ''],
    ['legacy', { logpull_options: 'fields=RayID,Cookies,RequestHeaders,ResponseHeaders&timestamps=rfc3339' }, 0, ''],
    [
      'legacy-lacks',
      { logpull_options: 'fields=RayID,Cookies,RequestHeaders' },
      0,
      'field_names of job legacy-lacks lacks ResponseHeaders, which the ruleset configures: the job does not log it; add ResponseHeaders',
    ],
    [
      'lacks',
      { output_options: { field_names: ['RayID', 'Cookies', 'ResponseHeaders'] } },
      0,
      'field_names of job lacks lacks RequestHeaders',
    ],
    ['nothing', {}, 0, 'found no field_names in job nothing'],
    [
      'other',
      { dataset: 'firewall_events', output_options: { field_names: ['RayID'] } },
      1,
      'found dataset firewall_events in job other, expected http_requests',
    ],
  ])('%s', async (name, job, code, message) => {
    const path = file(`${name}.job.json`, JSON.stringify({ name, ...job }));
    const run = await preview('--ruleset', RULESET, NDJSON, '--job', path, '--format', 'json', '-q');
    expect(run.code).toBe(code);
    const { names, mismatches } = JSON.parse(run.stdout).job;
    expect(names).toEqual([name]);
    expect(mismatches.map((one: { message: string }) => one.message).join()).toContain(message);
    expect(mismatches.length > 0).toBe(message !== '');
  });

  it('lists what the ruleset does not configure', async () => {
    const rule = {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { cookie_fields: [{ name: 'currency' }] },
    };
    const run = await preview(
      '--ruleset',
      file('cookie.json', JSON.stringify(rule)),
      NDJSON,
      '--job',
      'samples/jobs/all-requests.json',
      '--limit',
      '0',
    );
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('found RequestHeaders in field_names of job all-requests');
  });
});

it.each<[string[], number]>([
  [['http_requests', 'firewall_events'], 0],
  [['firewall_events', 'dns_logs'], 1],
])('--job with jobs of %j: exit %i', async (datasets, code) => {
  const output_options = { field_names: ['RequestHeaders', 'ResponseHeaders', 'Cookies'] };
  const jobs = datasets.map((dataset, index) => ({ name: `mixed-${index}`, dataset, output_options }));
  const path = file(`mixed-${code}.json`, JSON.stringify(jobs));
  const run = await preview('--ruleset', RULESET, NDJSON, '--job', path, '--format', 'json', '-q');
  expect(run.code).toBe(code);
  const { mismatches, remarks } = JSON.parse(run.stdout).job;
  const [said, other] = code === 0 ? [remarks, mismatches] : [mismatches, remarks];
  expect(said.at(-1).message).toContain(`found dataset ${datasets[1]} in job mixed-1`);
  expect(other).toEqual([]);
  // The one job that fits writes the lines.
  const lines = await preview('--ruleset', RULESET, NDJSON, '--job', path, '--format', 'lines', '-q');
  if (code === 0) expect(Object.keys(JSON.parse(lines.stdout.split('\n')[0]!))).toEqual(output_options.field_names);
});

describe('hosts', () => {
  it('several are named', async () => {
    const run = await preview('--ruleset', RULESET, HAR, '-q');
    expect(run.stdout.replace(/\n +/g, ' ')).toContain(
      'found 7 exchanges of 3 hosts: api.shop.example.com (3), shop.example.com (3), static.example.com (1)',
    );
  });

  it('one is not', async () => {
    expect((await preview('--ruleset', RULESET, NDJSON, '-q')).stdout).not.toContain('hosts');
  });

  it.each<[string[], number, number]>([
    [['SHOP.example.com'], 3, 4],
    [['shop.example.com', 'static.example.com'], 4, 3],
    [['*.shop.example.com'], 3, 4],
    [['*.example.com'], 7, 0],
    [['example.com'], 0, 7],
  ])('--host %j', async (hosts, exchanges, others) => {
    const flags = hosts.flatMap((host) => ['--host', host]);
    const run = await preview('--ruleset', RULESET, HAR, '-q', '--format', 'json', ...flags);
    const { traffic, figures, notes } = JSON.parse(run.stdout);
    // A guard must not pass where nothing was looked at.
    expect([run.code, traffic.exchanges, figures.exchanges, traffic.passedOver['other-host']]).toEqual([
      exchanges === 0 ? 2 : 0,
      exchanges,
      exchanges,
      others,
    ]);
    const said = notes.map(({ message }: { message: string }) => message).join();
    expect(said).toContain(exchanges === 0 ? 'static.example.com (1), expected a host selected with --host' : '');
    expect(said.includes('host')).toBe(exchanges === 0);
  });
});

describe('--fail-on', () => {
  it.each<[string[], string, number]>([
    [['truncation'], NDJSON, 1],
    [['missing'], NDJSON, 1],
    [['missing'], HAR, 0],
    [['missing', 'truncation'], HAR, 1],
    [['near'], HAR, 2],
  ])('%j over %s', async (findings, traffic, code) => {
    const flags = findings.flatMap((finding) => ['--fail-on', finding]);
    expect((await preview('--ruleset', RULESET, traffic, ...flags)).code).toBe(code);
  });

  it('nothing is cut under the current limits', async () => {
    expect((await preview('--ruleset', RULESET, HAR, '--limits', 'current', '--fail-on', 'truncation')).code).toBe(0);
  });
});

it('two runs give the same bytes', async () => {
  const args = ['--ruleset', RULESET, HAR, NDJSON, '--format', 'json', '-q'];
  expect((await preview(...args)).stdout).toBe((await preview(...args)).stdout);
});

it('a reader that has seen enough is no error', async () => {
  const command = `'${process.execPath}' '${programPath('headgate')}' fields preview --ruleset ${RULESET} ${NDJSON} --format lines -q`;
  expect(await runShell(`set -o pipefail; ${command} | head -1 | wc -l`)).toMatchObject({ code: 0, stderr: '' });
});

function exchange(headers: Record<string, string>): string {
  const request = { method: 'GET', url: 'https://a.example/', headers: Object.entries(headers) };
  return `${JSON.stringify({ request, response: { status: 200, headers: [] } })}\n`;
}
