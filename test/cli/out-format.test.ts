// --out picks the format by its ending, --format wins and says so, and chooses the table of csv.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../helpers/cli/run-cli.ts';

const LOGS = 'samples/logs/errors-and-threats/20261101';
const REPLAY = ['replay', LOGS, '-f', 'EdgeResponseStatus >= 500'];
const folder = mkdtempSync(join(tmpdir(), 'headgate-format-'));

describe('the ending of --out', () => {
  it.each([
    ['r.md', /^### headgate replay: `filter-1`/],
    ['r.HTML', /^<!doctype html>/],
    ['r.htm', /^<!doctype html>/],
    ['r.json', /^\{\n {2}"version": 1/],
    ['r.csv', /^job,kept_lines/],
    ['r.xml', /^<\?xml version="1.0"/],
    ['r.txt', /^ {2}[\d,]+ lines, .* from \d+ objects/m],
    ['r.log', /^ {2}[\d,]+ lines, .* from \d+ objects/m],
    ['json', /^ {2}[\d,]+ lines, .* from \d+ objects/m],
  ])('%s', async (name, content) => {
    const out = join(folder, name);
    const run = await runTogether([...REPLAY, '--out', out]);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).not.toContain('warning');
    expect(readFileSync(out, 'utf8')).toMatch(content);
  });

  it('yields to --format, with a warning', async () => {
    const out = join(folder, 'other.html');
    const run = await runTogether([...REPLAY, '--format', 'json', '--out', out]);
    expect(run.stderr).toContain(
      `headgate: warning: the ending of --out ${out} means html, but the file will contain json, as --format requests\n`,
    );
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ version: 1 });
  });

  it('agrees with each format that it may have', async () => {
    const out = join(folder, 'annotations.txt');
    const run = await runTogether([...REPLAY, '--format', 'github', '--out', out]);
    expect(run.stderr).not.toContain('warning');
    expect(readFileSync(out, 'utf8')).toBe('headgate: 0 of 2 checks failed\n');
  });

  it('of a format that the result lacks: an error before anything is read, with --quiet, too', async () => {
    const out = join(folder, 'list.html');
    const run = await runTogether(['replay', LOGS, '--list', '--quiet', '--out', out]);
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its ending means html, expected text or json'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it.each(['r.pdf', 'r.tar.GZ', 'r.yaml'])(
    'of a file of another kind, %s: an error with --quiet, too',
    async (name) => {
      const out = join(folder, name);
      const run = await runTogether([...REPLAY, '--quiet', '--out', out]);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toBe(
        `headgate: cannot write --out ${out}: found the ending ${extname(name).toLowerCase()}, expected .md, .markdown, .html, .htm, .json, .csv, .xml or .txt; use another ending, or --format\n`,
      );
      expect(existsSync(out)).toBe(false);
      expect(await runTogether([...REPLAY, '--quiet', '--out', out, '--format', 'text'])).toMatchObject({ code: 0 });
    },
  );

  it('of lines is that of a sample', async () => {
    const out = join(folder, 'r.ndjson');
    const sampled = await runTogether(['sample', LOGS, '-n', '1', '--quiet', '--out', out]);
    expect(sampled).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(readFileSync(out, 'utf8')))).toContain('EdgeResponseStatus');
    const replayed = await runTogether([...REPLAY, '--quiet', '--out', out]);
    expect(replayed.stderr).toContain('its ending means lines, expected text, markdown, ');
  });

  it('of a result with one format means nothing', async () => {
    const out = join(folder, 'filter.json');
    expect(await runTogether(['check', 'BotScore < 30', '--as-job-string', '--out', out])).toMatchObject({
      stderr: '',
    });
    expect(readFileSync(out, 'utf8')).toMatch(/^"\{/);
  });
});

describe('--format csv:TABLE', () => {
  it('chooses the table', async () => {
    const run = await runTogether([...REPLAY, '-q', '--format', 'csv:conditions']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^job,condition,true,false,unknown,sole_blocker,sole_keeper,path\nfilter-1,EdgeResponseStatus >= 500,/,
    );
  });

  it('writes the table to a file', async () => {
    const out = join(folder, 'conditions.csv');
    expect(await runTogether([...REPLAY, '--format', 'csv:conditions', '-q', '-o', out])).toMatchObject({ stderr: '' });
    expect(readFileSync(out, 'utf8')).toMatch(/^job,condition,/);
  });

  it('has no rows of problems without any', async () => {
    const run = await runTogether([...REPLAY, '--format', 'csv:problems', '-q']);
    expect(run).toMatchObject({ code: 0, stdout: 'code,object,offset,message\n' });
  });

  it.each<[string, string[], string]>([
    ['json:jobs', [], 'cannot use --format json:jobs: expected one of text, '],
    [
      'csv:rows',
      [],
      'cannot use --format csv:rows: expected one of text, markdown, html, json, csv, junit, github, csv:jobs, ',
    ],
    ['csv:guards', [], 'cannot write the table guards as CSV: found the tables jobs,'],
    ['csv:jobs', ['--list'], 'cannot use --format csv here: expected text or json'],
  ])('%s %j is rejected', async (format, flags, message) => {
    const run = await runTogether([...REPLAY, '-q', '--format', format, ...flags]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

it('formats that a result cannot have are not offered', async () => {
  const run = await runTogether(['check', 'BotScore < 30', '--format', 'html']);
  expect(run.stderr).toContain('expected one of text, json, markdown, junit, github');
});
