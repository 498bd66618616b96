// replay --written-by, as a user runs it: remarks on lines that are not in the source.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-written-by-'));
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const LINES = file('lines.ndjson', '{"BotScore":1}\n');
const FILTER = '{"where":{"and":[{"key":"BotScore","operator":"lt","value":18446744073709551616}]}}';
const JOB = file('job.json', { name: 'slim', filter: FILTER, output_options: { field_names: ['BotScore'] } });
/** Tests a field that the job does not push. */
const TESTED = 'ClientCountry == "de" or BotScore == 1';
const replay = (...args: string[]) => runTogether(['replay', '-q', '--counts', LINES, ...args, '--written-by', JOB]);

it('names the conditions that dropped lines, and a line that may be missing', async () => {
  const { stdout, code } = await replay('-f', TESTED);
  expect(code).toBe(0);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('warning: the figures of filter-1 are a lower bound: slim dropped lines that filter-1 keeps');
  expect(text).toContain('BotScore < 18446744073709551616 A record that may be missing: {');
  expect(text).toContain('"BotScore":18446744073709551616');
  expect(text).toContain('slim does not push the fields ClientCountry that filter-1 tests.');
});

it('prints nothing about a filter whose lines are all in the source', async () => {
  const { stdout } = await replay('-f', 'BotScore < 5');
  expect(stdout).not.toMatch(/warning|note/);
});

it('adds the answer for each filter to the JSON, with exact integers', async () => {
  const { stdout } = await replay('-f', 'BotScore < 5', '-f', TESTED, '--format', 'json');
  expect(stdout).toMatch(/"BotScore": 18446744073709551616\b/);
  const { completeness } = JSON.parse(stdout);
  expect(completeness).toMatchObject([
    { writtenBy: 'slim', answer: 'complete', conditions: [], missingFields: [] },
    {
      writtenBy: 'slim',
      answer: 'lower-bound',
      witness: { from: 'keep', to: 'drop' },
      conditions: [{ path: 'where.and[0]', text: 'BotScore < 18446744073709551616' }],
      missingFields: ['ClientCountry'],
    },
  ]);
});

it.each([
  ['an upper limit', ['--guard', 'kept <= 1'], 2],
  ['an exact number', ['--guard', 'kept == 1'], 2],
  ['bytes', ['--guard', 'kept-bytes <= 1 MB'], 2],
  ['a share, from above', ['--guard', 'kept <= 50%'], 2],
  ['the same share, from below', ['--guard', 'dropped >= 50%'], 2],
  ['a share that only lines of the source can have', ['--guard', 'kept >= 50%'], 2],
  ['lines that it may keep', ['--never-keep', 'BotScore == 18446744073709551617'], 2],
  ['lines that it can never keep', ['--never-keep', 'BotScore == 2 and ClientCountry == "us"'], 0],
  ['an upper limit that is exceeded', ['--guard', 'kept < 1'], 1],
  ['a lower limit', ['--guard', 'kept >= 1'], 0],
  ['lines that it may not drop, and that are all in the source', ['--never-drop', 'BotScore == 1'], 0],
  ['lines that it may not drop', ['--never-drop', 'ClientASN == 1'], 2],
  ['an upper limit of a filter whose lines are all in the source', ['-f', 'BotScore < 5', '--guard', 'kept <= 1'], 0],
])('a guard on a lower bound: %s', async (_, args, code) => {
  const run = await replay(...(args.includes('-f') ? [] : ['-f', TESTED]), ...args, '--details');
  expect([run.code, run.stderr !== '']).toEqual([code, code === 2]);
  const text = run.stdout.replaceAll(/\s+/g, ' ');
  expect(text.includes('incomplete')).toBe(code === 2);
  expect(text).toContain(`Guards: 1 of 1 ${['holds', 'broken', 'not judged'][code]}`);
});

it('rejects a file that is no job before anything is read', async () => {
  const run = await runTogether(['replay', LINES, '-f', 'all', '--written-by', file('no.json', '[]')]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain('no.json');
});

/** Of 60 lines, a third of each status. Times, so that there are rates. */
const MANY = file(
  'many.ndjson',
  Array.from({ length: 60 }, (_, at) => {
    const time = `2026-11-01T00:${String(at).padStart(2, '0')}:00Z`;
    return `{"EdgeResponseStatus":${[200, 404, 503][at % 3]},"RayID":"${1000 + at}","EdgeStartTimestamp":"${time}"}\n`;
  }).join(''),
);
const least = (status: number) =>
  JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: status } });
const WRITERS = {
  everything: file('everything.json', { name: 'everything' }),
  sample: file('sample.json', { name: 'sample', output_options: { sample_rate: 0.1 } }),
  filter: file('filter.json', { name: 'filter', filter: least(200) }),
  both: file('both.json', { name: 'both', filter: least(200), output_options: { sample_rate: 0.1 } }),
};
type Verdict = 'holds' | 'broken' | 'not judged';

// The filter keeps 40 of the 60 lines: with a sample of a tenth, 292 to 537 of the real ones.
it.each<[guard: string, verdicts: Record<keyof typeof WRITERS, Verdict>]>([
  ['kept >= 40', { everything: 'holds', sample: 'holds', filter: 'holds', both: 'holds' }],
  ['kept <= 40', { everything: 'holds', sample: 'broken', filter: 'holds', both: 'broken' }],
  ['kept <= 600', { everything: 'holds', sample: 'holds', filter: 'holds', both: 'holds' }],
  ['kept >= 400', { everything: 'broken', sample: 'not judged', filter: 'broken', both: 'not judged' }],
  ['kept >= 600', { everything: 'broken', sample: 'broken', filter: 'broken', both: 'broken' }],
  // Lines below 200, which this filter drops, are not in the source of a filter.
  ['kept <= 67%', { everything: 'holds', sample: 'not judged', filter: 'holds', both: 'not judged' }],
  ['kept >= 60%', { everything: 'holds', sample: 'not judged', filter: 'not judged', both: 'not judged' }],
  ['dropped <= 100', { everything: 'holds', sample: 'broken', filter: 'not judged', both: 'broken' }],
  ['dropped >= 20', { everything: 'holds', sample: 'holds', filter: 'holds', both: 'holds' }],
  ['dropped >= 30%', { everything: 'holds', sample: 'not judged', filter: 'holds', both: 'not judged' }],
  ['pushed <= 40', { everything: 'holds', sample: 'broken', filter: 'holds', both: 'broken' }],
  ['kept-bytes <= 4 kB', { everything: 'holds', sample: 'broken', filter: 'holds', both: 'broken' }],
])('a guard on a source by its writing job: %s', async (guard, verdicts) => {
  for (const [writer, verdict] of Object.entries(verdicts)) {
    const args = ['replay', '-q', MANY, '-f', 'EdgeResponseStatus >= 404', '--guard', guard, '--format', 'json'];
    const run = await runTogether([...args, '--written-by', WRITERS[writer as keyof typeof WRITERS]]);
    const [found] = JSON.parse(run.stdout).guards;
    const is = found.value === null ? 'not judged' : found.holds ? 'holds' : 'broken';
    expect([writer, is, run.code]).toEqual([writer, verdict, ['holds', 'broken', 'not judged'].indexOf(verdict)]);
    const isSampled = writer === 'sample' || writer === 'both';
    expect(/sample_rate 0\.1 of/.test(found.found)).toBe(isSampled);
  }
});

it.each<[keyof typeof WRITERS, answer: string, text: RegExp]>([
  ['everything', 'complete', /Proven: every line that filter-1 keeps was kept by everything/],
  ['sample', 'lower-bound', /the source is a sample: sample pushed a share of 0\.1 of the lines/],
  ['filter', 'complete', /Proven: every line that filter-1 keeps was kept by filter/],
  ['both', 'lower-bound', /the source is a sample: both pushed a share of 0\.1 of the lines/],
])('states how complete the source of a job is: %s', async (writer, answer, text) => {
  const args = ['replay', '-q', MANY, '-f', 'EdgeResponseStatus >= 404', '--written-by', WRITERS[writer]];
  const [json, plain] = await Promise.all([runTogether([...args, '--format', 'json']), runTogether(args)]);
  expect(JSON.parse(json.stdout).completeness).toMatchObject([{ writtenBy: writer, answer, conditions: [] }]);
  expect(plain.stdout.replaceAll(/\s+/g, ' ')).toMatch(text);
  expect([json.code, plain.code]).toEqual([0, 0]);
});
