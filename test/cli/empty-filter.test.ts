// An empty filter, such as that of an unset variable, and `all`, which explicitly keeps every line: in each command that takes a
// filter.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-empty-filter-'));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const LOG = file('one.log', '{"RayID":"a","BotScore":1}\n{"RayID":"b","BotScore":50}\n');

describe('an empty filter is rejected', () => {
  it.each<[string, string[]]>([
    ['check', ['check', '']],
    ['check of blanks', ['check', ' \n\t']],
    ['check of null', ['check', 'null']],
    ['check of an empty JSON string', ['check', '""']],
    ['check of null in a JSON string', ['check', '"null"']],
    ['check of an empty file', ['check', `@${file('empty.json', '\n')}`]],
    ['check beside a job', ['check', '', '--job', 'samples/jobs/all-requests.json']],
    ['replay', ['replay', LOG, '-f', '']],
    ['replay of null', ['replay', LOG, '-f', 'null']],
    ['replay of the second one', ['replay', LOG, '-f', 'BotScore < 30', '-f', '']],
    ['replay --list', ['replay', LOG, '-f', '', '--list']],
    ['sample', ['sample', LOG, '-n', '1', '-f', '']],
    ['sample --estimate', ['sample', LOG, '--estimate', '-f', '']],
    ['explain', ['explain', LOG, '-f', '']],
    ['bench', ['bench', LOG, '-f', '']],
    ['bench --compare', ['bench', LOG, '-f', 'BotScore < 30', '--compare', '']],
  ])('%s', async (_, args) => {
    const run = await runTogether(args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('found an empty filter');
    expect(run.stderr).toContain('--filter all keeps every line');
  });

  it('of a guard', async () => {
    const run = await runTogether(['replay', LOG, '-f', 'all', '--never-keep', '']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /cannot use --never-keep: found an empty filter, .*; --never-keep all is about every line$/m,
    );
  });

  it('from standard input', async () => {
    const run = await runTogether(['check', '-'], { stdin: '' });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot use filter-1') });
  });
});

it('the message names the file that was empty', async () => {
  expect((await runTogether(['check', '@/dev/null'])).stderr).toContain('cannot use /dev/null: found an empty filter');
});

describe('all keeps every line', () => {
  it('check, as text, as JSON, as the string of a job', async () => {
    const json = await runTogether(['check', 'all', '--format', 'json']);
    expect(JSON.parse(json.stdout).checks).toEqual([
      expect.objectContaining({ name: 'all', valid: true, form: 'none', problems: [] }),
    ]);
    expect(await runTogether(['check', 'all', '--as-job-string'])).toMatchObject({ code: 0, stdout: '""\n' });
  });

  it('replay, beside other filters, whose names stay as they are', async () => {
    const run = await runTogether(['replay', LOG, '-f', 'all', '-f', 'BotScore < 30', '--format', 'json', '-q']);
    expect(JSON.parse(run.stdout).jobs).toMatchObject([
      { name: 'all', kept: { lines: 2 }, dropped: { lines: 0 } },
      { name: 'filter-1', kept: { lines: 1 } },
    ]);
    const text = await runTogether(['replay', LOG, '-f', 'all', '-f', 'all', '-q']);
    expect(text.stdout).toMatch(/^Filter all\n {2}No filter: keeps every line$[\s\S]*^Filter all-2\n {2}No filter/m);
  });

  it('replay --emit writes every line', async () => {
    const out = join(folder, 'pushed');
    expect((await runTogether(['replay', LOG, '-f', 'all', '--emit', out, '-q'])).code).toBe(0);
    const [name] = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((one) => /\.gz$|\.log$/.test(one));
    const again = await runTogether(['replay', join(out, name!), '--format', 'json', '-q']);
    expect(JSON.parse(again.stdout).lines).toMatchObject({ read: 2 });
  });

  it('sample, with and without a verdict', async () => {
    const lines = readFileSync(LOG, 'utf8');
    expect(await runTogether(['sample', LOG, '-n', '9', '-f', 'all', '-q'])).toMatchObject({ code: 0, stdout: lines });
    const drop = await runTogether(['sample', LOG, '-n', '9', '-f', 'all', '--verdict', 'drop', '-q']);
    expect(drop).toMatchObject({ code: 0, stdout: '' });
    const run = await runTogether(['sample', LOG, '--estimate', '-f', 'all', '--format', 'json', '-q']);
    expect(JSON.parse(run.stdout)).toMatchObject({ filter: 'all', exact: true, share: { share: 1 } });
  });

  it('explain', async () => {
    const run = await runTogether(['explain', LOG, '-f', 'all', '-f', 'BotScore < 30', '--line', '2', '-q']);
    expect(run.stdout).toMatch(/✓ keep {2}all\n {4}no filter: keeps every line\n {2}✗ drop {2}filter-1/);
    const json = await runTogether(['explain', LOG, '-f', 'all', '--limit', '1', '--format', 'json']);
    expect(JSON.parse(json.stdout).lines[0].jobs).toEqual([
      { name: 'all', verdict: 'keep', reason: { code: 'kept' }, explanation: null },
    ]);
  });

  it('bench --compare', async () => {
    const args = ['bench', LOG, '-f', 'BotScore < 30', '--compare', 'all', '--rounds', '1', '--seconds', '1'];
    const run = await runTogether([...args, '--format', 'json', '-q']);
    expect(JSON.parse(run.stdout).filters).toMatchObject([{ name: 'filter-1' }, { name: 'all', filters: [null] }]);
  });

  it('a job holds JSON: there it is a mistake', async () => {
    const path = file(
      'job.json',
      JSON.stringify({ name: 'a', filter: 'all', output_options: { field_names: ['RayID'] } }),
    );
    const run = await runTogether(['check', '--job', path]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('expression-in-job');
  });

  it('a job without a filter stays fine', async () => {
    for (const filter of ['', null, undefined]) {
      const path = file('job.json', JSON.stringify({ name: 'a', filter, output_options: { field_names: ['RayID'] } }));
      expect((await runTogether(['check', '--job', path])).stdout).toContain('No filter: keeps every line');
    }
  });
});
