// Jobs that write CSV do not determine the form of a source: their options apply only to objects that are CSV.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-csv-jobs-'));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const job = (name: string, options: object) => ({
  name,
  filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}',
  output_options: { output_type: 'csv', field_names: ['RayID', 'BotScore'], ...options },
});
const jobs = (name: string, ...of: object[]) => file(name, JSON.stringify(of));

const NDJSON = file('lines.ndjson', '{"RayID":"a","BotScore":1}\n{"RayID":"b","BotScore":50}\n');
const CSV = file('rows.csv', '"a",1\n"b",50\n');
const SAME = jobs('same.json', job('a', {}), job('b', { sample_rate: 1 }));
const ORDER = jobs('order.json', job('a', {}), job('b', { field_names: ['BotScore', 'RayID'] }));
const PREFIX = jobs('prefix.json', job('a', {}), job('b', { batch_prefix: 'RayID,BotScore\n' }));
const LINE_END = jobs('delimiter.json', job('a', { field_delimiter: '\n' }));
const QUOTE = jobs('quote.json', job('a', { field_delimiter: '"' }));

/** What the first job keeps, or why nothing is kept. */
async function outcomeOf(source: string, path: string, input: string): Promise<number | string> {
  const run = await runTogether(['replay', source, '--job', path, '--input', input, '--format', 'json', '-q']);
  if (run.stdout === '') return run.stderr;
  const report = JSON.parse(run.stdout);
  if (report.problems.length === 0) {
    expect(run.code).toBe(0);
    return report.jobs[0].kept.lines;
  }
  expect(run.code).toBeGreaterThan(0);
  expect(report.source).toMatchObject({ objects: 1, damaged: 1 });
  return report.problems[0].message;
}

const CONFLICT = /^cannot read the object as the CSV of two jobs: found a and b with different output_options/;
const DELIMITER = /cannot read CSV: found the delimiter/;

describe('a source', () => {
  it.each<[string, string, string, number | RegExp]>([
    ...[SAME, ORDER, PREFIX, LINE_END, QUOTE].flatMap((path): [string, string, string, number][] => [
      ['of lines', NDJSON, path, 1],
    ]),
    ['of rows', CSV, SAME, 1],
    ['of rows', CSV, ORDER, CONFLICT],
    ['of rows', CSV, PREFIX, CONFLICT],
    ['of rows', CSV, LINE_END, DELIMITER],
    ['of rows', CSV, QUOTE, DELIMITER],
  ])('%s %s, jobs of %s', async (_, source, path, wanted) => {
    expect(await outcomeOf(source, path, 'auto')).toEqual(
      typeof wanted === 'number' ? wanted : expect.stringMatching(wanted),
    );
    if (source === NDJSON) expect(await outcomeOf(source, path, 'ndjson')).toBe(1);
    if (source === NDJSON && path !== SAME) {
      expect(await outcomeOf(source, path, 'csv')).toMatch(path === ORDER || path === PREFIX ? CONFLICT : DELIMITER);
    }
  });
});

it.each(['1', '2'])('with %s threads an object of CSV is rejected, the others count', async (threads) => {
  const report = await runTogether([
    ...['replay', NDJSON, CSV, '--job', ORDER, '--threads', threads, '--format', 'json', '-q', '--reproducible'],
  ]);
  expect(report.code).toBe(1);
  expect(JSON.parse(report.stdout)).toMatchObject({
    source: { objects: 2, damaged: 1 },
    lines: { read: 2 },
    jobs: [{ kept: { lines: 1 } }, { kept: { lines: 1 } }],
    problems: [{ code: 'csv-rejected', object: CSV, offset: 0 }],
  });
});

it('names the input of JSON lines that are read as CSV', async () => {
  const { code, stderr } = await runTogether(['replay', NDJSON, '--input', 'csv', '-f', 'BotScore < 30', '-q']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('set --input ndjson if the lines are JSON')]);
});
