// headgate explain, as a user runs it.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

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
  expect(run.stdout).toContain('line 1  RayID a1  stdin at byte 0');
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
    [['--line', '5'], 'expected a record in line 5'],
    [['--line', '99'], 'expected a record in line 99'],
  ])('%j is not found', async (args, message) => {
    const run = await explain(args);
    expect(run.stderr).toContain(message);
    expect(run).toMatchObject({ code: 1, stdout: '' });
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
