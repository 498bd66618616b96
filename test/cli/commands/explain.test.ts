// headgate explain, as a user runs it.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExplainResult } from '../../../src/verbs/index.ts';
import { runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { startCountingBucket } from '../../helpers/destination/counting-bucket.ts';

const LINES = [
  '{"RayID":"a1","EdgeResponseStatus":503,"ClientCountry":"de"}',
  '',
  '{"RayID":"a2","EdgeResponseStatus":"x","ClientCountry":"DE"}',
  '{"RayID":"a3","EdgeStartTimestamp":1700000000002000001}',
  'broken',
  '{"RayID":"a5","EdgeResponseStatus":200,"ClientCountry":"fr"}',
].join('\n');
const FILTER = 'EdgeResponseStatus >= 500 and (ClientCountry == "de" or ClientCountry == "at")';
const explain = (args: string[]) => runTogether(['explain', '-', '-f', FILTER, ...args], { stdin: LINES });

it('shows a tree for each line', async () => {
  const run = await explain([]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('\nLine 1, RayID a1\n  stdin at byte 0\n');
  expect(run.stdout).toMatch(
    /keep {2}filter-1\n {4}true {4}and\n {4}├─ true {4}EdgeResponseStatus >= 500 {3}found 503/,
  );
  expect(run.stdout).toContain('└─ false   ClientCountry == "at"   found "de"');
  expect(run.stdout).toContain('found the string "x", which is not of the field\'s type');
  expect(run.stdout).toContain('field missing');
  expect(run.stdout).toContain('only letter case differs');
});

describe('chooses lines', () => {
  it.each<[string[], number[]]>([
    [
      ['--limit', '2'],
      [1, 3],
    ],
    [['--line', '3'], [3]],
    [['--ray', 'a5'], [6]],
    [['--ray', 'a2', '--line', '3'], [3]],
  ])('%j', async (args, lines) => {
    const run = await explain([...args, '--format', 'json']);
    expect(JSON.parse(run.stdout).lines.map((line: { line: number }) => line.line)).toEqual(lines);
  });

  it.each([
    [['--ray', 'zz'], 'found no such line in 6 lines, expected a line with RayID "zz"'],
    [['--ray', 'zz,yy'], 'expected a line with RayID one of 2 ids'],
    [
      ['--where', 'ClientCountry == "it"'],
      'expected a line for which ClientCountry == "it" is true; --where is undecided for 1 line',
    ],
    [
      ['--ray', 'a1', '--where', 'ClientCountry == "fr"'],
      'with RayID "a1" and a line for which ClientCountry == "fr" is true',
    ],
    [['--line', '5'], 'expected a record in line 5'],
    [['--line', '99'], 'expected a record in line 99'],
  ])('%j is not found', async (args, message) => {
    const run = await explain(args);
    expect(run.stderr).toContain(message);
    expect(run.code).toBe(2);
  });
});

it('JSON keeps integers exact', async () => {
  const run = await runTogether(
    ['explain', '-', '-f', 'EdgeStartTimestamp > 1700000000002000000', '--ray', 'a3', '--format', 'json'],
    { stdin: LINES },
  );
  expect(run.stdout).toContain('1700000000002000001');
});

it('several filters on one line', async () => {
  const run = await explain(['-f', 'ClientCountry in {"fr" "de"}', '--line', '1']);
  expect(run.stdout).toContain('filter-1');
  expect(run.stdout).toContain('filter-2');
});

it('a line cannot send control characters to the terminal', async () => {
  const line = '{"ClientRequestPath":"\\u001b[31mred\\u0007"}';
  const run = await runTogether(['explain', '-', '-f', 'ClientRequestPath == "a"'], { stdin: line });
  expect(run.stdout).not.toContain('\u001b');
  expect(run.stdout).toContain('\\u001b[31mred');
});

it('keeps to the time range, as replay does', async () => {
  const args = [
    'explain',
    'samples/logs/all-requests',
    '-f',
    'BotScore < 30',
    '--since',
    '2026-11-02T18:05:00Z',
    '--until',
    '2026-11-02T18:06:00Z',
    '--limit',
    '5000',
    '--format',
    'json',
  ];
  const run = await runTogether(args);
  const replayed = await runTogether(['replay', ...args.slice(1, 8), '--format', 'json', '-q']);
  expect(JSON.parse(run.stdout).lines).toHaveLength(JSON.parse(replayed.stdout).lines.read);
});

it.each([
  ['no line', '', 'cannot explain: found no records (no line in 1 object), expected one JSON object on each line'],
  [
    'no record',
    'no\njson\n',
    '(2 malformed lines in 1 object; the first problem is in stdin at byte 0: cannot parse the line: ',
  ],
  [
    'nothing that can be read',
    Buffer.from('BZh91AY&SY12345678'),
    '1 unreadable; the first problem is in stdin at byte 0: found bzip2',
  ],
])('%s: there is no answer', async (_, stdin, message) => {
  const run = await runTogether(['explain', '-', '-f', 'BotScore < 30'], { stdin });
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(message);
});

it('says what was wrong with the objects', async () => {
  const run = await runTogether([
    'explain',
    'samples/damaged',
    '-f',
    'BotScore < 30',
    '--limit',
    '100000',
    '--format',
    'json',
  ]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('gzip-truncated');
});

const folder = mkdtempSync(join(tmpdir(), 'headgate-explain-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The summary and the numbers of the lines of a run. */
async function summaryOf(args: readonly string[], stdin = LINES) {
  const run = await runTogether(['explain', ...args, '--format', 'json'], { stdin });
  const { summary, lines } = JSON.parse(run.stdout) as ExplainResult;
  return { code: run.code, summary, lines: lines.map(({ line }) => line) };
}

describe('many ids', () => {
  const ids = file('ids.txt', '\uFEFF# from a ticket\r\na1 # first\r\n\r\n  a5\r\nzz\r\n');

  it.each<[string, string[], number[], string[]]>([
    ['separated by commas', ['--ray', 'a5, a1,zz'], [1, 6], ['zz']],
    ['repeated', ['--ray', 'zz', '--ray', 'a5'], [6], ['zz']],
    ['a file with blank lines and comments', ['--ray', `@${ids}`], [1, 6], ['zz']],
    ['a file and others', ['--ray', `@${ids}`, '--ray', 'a3,a1'], [1, 4, 6], ['zz']],
    ['all found', ['--ray', 'a1,a5'], [1, 6], []],
  ])('%s', async (_, args, lines, notFound) => {
    const found = await summaryOf(['-', '-f', FILTER, ...args]);
    expect(found).toMatchObject({ code: 0, lines, summary: { lines: lines.length, ids: { notFound, outside: [] } } });
  });

  it('on standard input, which is then not a source', async () => {
    const log = file('part.log', LINES);
    expect((await summaryOf([log, '-f', FILTER, '--ray', '-'], 'a1\na5\n')).lines).toEqual([1, 6]);
    const twice = await runTogether(['explain', '-', '-f', FILTER, '--ray', '-'], { stdin: LINES });
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain('cannot read standard input twice');
  });

  it('text lists those that were not found', async () => {
    const run = await explain(['--ray', 'a1,zz,yy']);
    expect(run.stdout).toContain('Not in this source: 2 RayIDs\n  zz\n  yy\n');
    expect(run.code).toBe(0);
  });

  it('none found: the report lists them, exit 2', async () => {
    const run = await explain(['--ray', 'zz,yy']);
    expect(run.stdout).toContain('Not in this source: 2 RayIDs\n  zz\n  yy\n');
    expect(run.code).toBe(2);
    expect(await summaryOf(['-', '-f', FILTER, '--ray', 'zz'])).toMatchObject({
      code: 2,
      summary: { ids: { requested: 1, notFound: ['zz'] } },
    });
  });

  it('several lines of one id are all found, after the last id too', async () => {
    const { lines } = await summaryOf(['-', '-f', FILTER, '--ray', 'a1'], `${LINES}\n${LINES}`);
    expect(lines).toEqual([1, 7]);
  });

  it('a RayID as in the header cf-ray', async () => {
    const { lines } = await summaryOf(
      ['-', '-f', FILTER, '--ray', '8f3a5c2d1e4b6a70-FRA'],
      '{"RayID":"8f3a5c2d1e4b6a70","EdgeResponseStatus":200}\n',
    );
    expect(lines).toEqual([1]);
  });

  it('an id outside the time range is not "not in this source"', async () => {
    const stdin =
      '{"RayID":"a","EdgeStartTimestamp":"2026-11-01T00:00:00Z"}\n{"RayID":"b","EdgeStartTimestamp":"2026-11-02T00:00:00Z"}\n';
    const args = ['-', '-f', 'BotScore < 3', '--since', '2026-11-02', '--ray', 'a,b,c'];
    const { summary } = await summaryOf(args, stdin);
    expect(summary.ids).toEqual({ requested: 3, notFound: ['c'], outside: ['a'] });
    const text = await runTogether(['explain', ...args], { stdin });
    expect(text.stdout).toContain('Only outside the time range: 1 RayID\n  a\n');
  });

  it.each<[string, string[], string]>([
    ['audit_logs', ['-d', 'audit_logs', '-f', 'ActionResult == true', '--ray', 'x'], '{"ID":"x","ActionResult":true}'],
    [
      'audit_logs_v2',
      ['-d', 'audit_logs_v2', '-f', 'ActionType == "x"', '--ray', 'x'],
      '{"AuditLogID":"x","ActionType":"x"}',
    ],
  ])('%s: the id of the event', async (_, args, stdin) => {
    expect((await summaryOf(['-', ...args], stdin)).lines).toEqual([1]);
  });

  it.each<[string, string[], string]>([
    ['a dataset without ids', ['-d', 'dns_logs', '-f', 'ResponseCode == 1', '--ray', 'a'], 'whose lines have no id'],
    ['an empty text', ['-f', FILTER, '--ray', ''], 'found no id in ""'],
    ['an empty file', ['-f', FILTER, '--ray', `@${file('none.txt', '# none\n')}`], 'expected one id in each line'],
    ['a path without @', ['-f', FILTER, '--ray', ids], 'to read ids from the file, pass @'],
    ['no such file', ['-f', FILTER, '--ray', '@nowhere.txt'], 'cannot read the file of ids nowhere.txt'],
    ['a selection without a filter', ['--where', 'BotScore < 3'], '--where selects lines, and is not explained'],
    ['an empty selection', ['-f', FILTER, '--where', ''], 'cannot use --where: found an empty filter'],
    ['a wrong verdict', ['-f', FILTER, '--verdict', 'dropped'], 'expected one of drop, keep, undecided, fail'],
    ['failing lines without a transformer', ['-f', FILTER, '--verdict', 'fail'], 'found no transformer, expected one'],
  ])('%s is an error', async (_, args, message) => {
    const run = await runTogether(['explain', '-', ...args], { stdin: LINES });
    expect(run.stderr).toContain(message);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });
});

it('a damaged source may have the ids that were not found', async () => {
  const run = await runTogether(['explain', 'samples/damaged', '-q', '-f', FILTER, '--ray', 'zz,yy']);
  expect(run.stdout).toContain('Not in this source, which is damaged: 2 RayIDs');
});

it.each([
  ['keep', 1],
  ['drop', 6],
  ['fail', 3],
  ['undecided', 4],
])('--verdict %s selects by the outcome of the transformer', async (verdict, line) => {
  const sql =
    "SELECT CASE WHEN ClientCountry = 'DE' THEN CAST(RayID AS BIGINT) ELSE 1 END AS n FROM http_requests WHERE ClientCountry <> 'fr'";
  const found = await summaryOf(['-', '-f', 'all', '-t', sql, '--verdict', verdict]);
  expect(found).toMatchObject({ code: 0, lines: [line], summary: { lines: 4, matching: 1 } });
});

it('a transformer without a filter: says nothing of a filter', async () => {
  const sql = "SELECT RayID FROM http_requests WHERE ClientCountry = 'de'";
  const alone = await runTogether(['explain', '-', '-t', sql], { stdin: LINES });
  expect(alone.stdout).toContain(
    'Of the lines, the transformer delivers 1, drops 2, fails on 0 and leaves 1 undecided.\n',
  );
  expect(alone.stdout).not.toMatch(/by the filter|of the filter|the filter is true/);
  const behind = await runTogether(['explain', '-', '-f', FILTER, '-t', sql], { stdin: LINES });
  expect(behind.stdout).toMatch(/1 kept by the filter; .* of the kept lines, the/);
});

describe('lines by a filter', () => {
  it.each<[string, string[], number[], object]>([
    ['--where', ['--where', 'ClientCountry in {"de" "fr"}'], [1, 6], { lines: 2, matching: 2, whereUndecided: 1 }],
    [
      '--where and --verdict',
      ['--where', 'ClientCountry in {"de" "fr"}', '--verdict', 'drop'],
      [6],
      { lines: 2, matching: 1 },
    ],
    ['--verdict alone', ['--verdict', 'undecided'], [4], { lines: 4, matching: 1, where: null }],
    ['--where all', ['--where', 'all', '--limit', '1'], [1], { lines: 4, matching: 4 }],
    ['no line of the verdict', ['--where', 'RayID == "a1"', '--verdict', 'drop'], [], { lines: 1, matching: 0 }],
  ])('%s', async (_, args, lines, summary) => {
    expect(await summaryOf(['-', '-f', FILTER, ...args])).toMatchObject({ code: 0, lines, summary });
  });

  it('an invalid one is reported as other filters are', async () => {
    const run = await explain(['--where', 'ClientCuntry == "de"']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('--where');
    expect(run.stderr).toContain('ClientCountry');
  });

  it('--out does not replace a file of --where or --ray', async () => {
    const where = file('where.txt', 'RayID == "a1"');
    const run = await explain(['--where', `@${where}`, '--out', where]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(where, 'utf8')).toBe('RayID == "a1"');
  });
});

describe('the summary', () => {
  const lines = [
    '{"RayID":"1","EdgeResponseStatus":500,"ClientCountry":"de"}',
    '{"RayID":"2","EdgeResponseStatus":200,"ClientCountry":"de"}',
    '{"RayID":"3","EdgeResponseStatus":200,"ClientCountry":"at"}',
    '{"RayID":"4","EdgeResponseStatus":500}',
    '{"RayID":"5","EdgeResponseStatus":500,"ClientCountry":null}',
    '{"RayID":"6","EdgeResponseStatus":500,"ClientCountry":7}',
    '{"RayID":"7"}',
    '{"RayID":"8","EdgeResponseStatus":200}',
  ].join('\n');

  it('has each line once, by reason', async () => {
    const { summary } = await summaryOf(
      ['-', '-f', 'EdgeResponseStatus >= 500 and ClientCountry == "de"', '--where', 'all'],
      lines,
    );
    const [{ reasons, ...figures } = { reasons: [] }] = summary.jobs;
    expect(figures).toEqual({ name: 'filter-1', kept: 1, dropped: 3, undecided: 4 });
    expect(
      reasons.map(({ verdict, code, text, field, lines: count }) => [verdict, code, text ?? field, count]),
    ).toEqual([
      ['keep', 'kept', undefined, 1],
      ['drop', 'several-blockers', undefined, 2],
      ['drop', 'sole-blocker', 'EdgeResponseStatus >= 500', 1],
      ['undecided', 'field-missing', 'ClientCountry', 1],
      ['undecided', 'field-null', 'ClientCountry', 1],
      ['undecided', 'field-mismatch', 'ClientCountry', 1],
      ['undecided', 'several-unknown', undefined, 1],
    ]);
  });

  it('comes first in the text of several lines, and a single line has none', async () => {
    const several = await explain(['--ray', 'a1,a5']);
    expect(several.stdout).toMatch(
      /^2 lines selected of 4 read\.\n {2}2 of 2 RayIDs found\n\nfilter-1\n {2}1 kept; 1 dropped\.\n/,
    );
    expect((await explain(['--ray', 'a1'])).stdout).toMatch(
      /^filter-1 keeps the line: the filter is true\.\n\nLine 1, RayID a1\n/,
    );
  });

  it('an or without a true alternative is not several blockers', async () => {
    const { summary } = await summaryOf(
      ['-', '-f', 'BotScore < 1 or EdgeResponseStatus == 1', '--ray', 'a1'],
      '{"RayID":"a1","BotScore":5,"EdgeResponseStatus":5}',
    );
    expect(summary.jobs[0]!.reasons).toEqual([{ verdict: 'drop', code: 'no-alternative', lines: 1 }]);
  });
});

describe('a job that does not push all it keeps', () => {
  const job = (name: string, changes: object, rate = 1): string =>
    file(
      `${name}.json`,
      JSON.stringify({
        name,
        dataset: 'http_requests',
        filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}',
        output_options: { field_names: ['RayID', 'EdgeResponseStatus'], sample_rate: rate },
        ...changes,
      }),
    );
  const SOURCE = 'samples/logs/all-requests';

  it.each<[string, object, number, { words: string[]; push: object }]>([
    [
      'disabled',
      { enabled: false },
      1,
      {
        words: ['the job is disabled (enabled is false): it pushes no line', 'not pushed: the job is disabled'],
        push: { enabled: false, sampleRate: 1 },
      },
    ],
    [
      'sampling',
      {},
      0.1,
      { words: ['sample_rate is 0.1', 'sampled out by sample_rate 0.1'], push: { enabled: true, sampleRate: 0.1 } },
    ],
    [
      'failing',
      {
        enabled: true,
        last_error: '2026-11-04T01:00:00Z',
        error_message: 'rejected: secret-access-key=AKIASECRETSECRET',
      },
      1,
      {
        words: ['last_error is "2026-11-04T01:00:00Z"', '"rejected'],
        push: { lastError: '2026-11-04T01:00:00Z' },
      },
    ],
  ])('%s: text and JSON state it once', async (name, changes, rate, { words, push }) => {
    const args = [
      'explain',
      SOURCE,
      '--job',
      job(name, changes, rate),
      '--where',
      'EdgeResponseStatus >= 400',
      '--limit',
      '1',
    ];
    const [text, json] = await Promise.all([runTogether(args), runTogether([...args, '--format', 'json'])]);
    expect(text.code).toBe(0);
    for (const word of words) expect(text.stdout).toContain(word);
    expect(text.stdout.split(words[0]!)).toHaveLength(2);
    expect(text.stderr).not.toContain('sample_rate');
    expect(text.stdout + json.stdout).not.toContain('AKIASECRETSECRET');
    expect((JSON.parse(json.stdout) as ExplainResult).summary.jobs[0]!.push).toMatchObject(push);
  });

  it('a single kept line says that it is not pushed', async () => {
    const run = await runTogether(['explain', '-', '--job', job('off', { enabled: false }), '--line', '1'], {
      stdin: LINES,
    });
    expect(run.stdout).toContain('the job is disabled (enabled is false): it pushes no line');
    expect(run.stdout).toMatch(/keep {2}off {2}not pushed: the job is disabled\n/);
  });

  it.each([1, 0.5, 0.1, 0.01])('sample_rate %d: pushed are the lines that --emit writes', async (rate) => {
    const path = job(`rate-${rate}`, {}, rate);
    const { summary } = await summaryOf([SOURCE, '--job', path, '--where', 'all', '--limit', '1']);
    const emitted = await runTogether(['replay', SOURCE, '--job', path, '-q', '--emit', '-']);
    const [{ kept, pushed } = { kept: 0, pushed: 0 }] = summary.jobs;
    expect(pushed).toBe(emitted.stdout.trimEnd().split('\n').length);
    expect(pushed! < kept).toBe(rate < 1);
  });

  it('does not sample lines again that the job itself has pushed', async () => {
    const bucket = await startCountingBucket({ objects: 20, listedBytes: 40 });
    const own = job('own', { destination_conf: bucket.source }, 0.01);
    const { summary } = await summaryOf(['--job', own, '--where', 'all']);
    await bucket.stop();
    expect(summary.jobs).toMatchObject([{ kept: 20, pushed: 20, push: { sampleRate: 0.01 } }]);
    expect(summary.jobs[0]!.remarks!.join()).toContain('the source is the destination of this job');
  });
});

it('Ctrl-C prints the summary so far, marked partial, exit 130', async () => {
  const args = ['explain', '-', '-f', FILTER, '--ray', 'a1,zz'];
  const text = await runCli(args, { stdin: `${LINES}\n`, interruptAfterStdin: 'SIGINT' });
  expect(text.code).toBe(130);
  expect(text.stdout).toContain('\n  warning: interrupted: there may be more lines\n');
  expect(text.stdout).toContain('Not in this source so far: 1 RayID\n  zz\n');
});
