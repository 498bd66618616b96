// The threads that answer the page: a slow question has its own, so that no other waits for it, and ends with it.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseExpression, printExpression } from '../../../src/language/filter/index.ts';
import type { Api, TextProblem, Transformed } from '../../../src/page/contract.ts';
import { type PageSource, QuestionThread } from '../../../src/page/server/question-thread.ts';
import { transformationRemarks } from '../../../src/report/index.ts';
import { formsOf } from '../../../src/verbs/check/filter-forms.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { replay } from '../../../src/verbs/replay/replay.ts';
import { suggest } from '../../../src/verbs/suggest/suggest.ts';
import { SAMPLE_LINES } from './sample-lines.ts';

const STATE = { from: '', to: '', guards: [], neverDrop: [], prices: [] };
const ASKED: Api['suggest'][0] = { ...STATE, neverDrop: ['EdgeResponseStatus >= 500'], goal: '20 %', noPromise: false };

let folder: string;
let source: PageSource;
let thread: QuestionThread;
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'headgate-thread-'));
  folder = join(root, 'index');
  mkdirSync(join(root, 'logs'));
  writeFileSync(join(root, 'logs/1.log'), SAMPLE_LINES.join(''));
  await indexLogs({ sources: [join(root, 'logs')], out: folder });
  source = {
    ...{ folder, isTemporary: true, dataset: 'http_requests', reading: undefined, nullAs: 'unknown' as const },
    ...{
      undecidedOk: false,
      sources: ['logs'],
      sourceFlags: [],
      state: STATE,
      sql: '',
      output: undefined,
      version: '0',
    },
  };
  thread = new QuestionThread({ source, isGrowing: false });
});
afterAll(() => thread.stop());

const ended: string[] = [];
const asked = async (name: string, question: unknown, signal?: AbortSignal) => {
  const answer = await thread.ask(name, question, signal);
  ended.push(name);
  return 'json' in answer ? JSON.parse(answer.json) : answer.failure.body;
};

it('suggests as the library, while other questions are answered', async () => {
  await asked('open', {});
  ended.length = 0;
  const [found] = await Promise.all([asked('suggest', ASKED), asked('verdict', STATE), asked('check', { text: '' })]);
  expect(ended.at(-1)).toBe('suggest');
  const { goal, neverDrop } = ASKED;
  const { timing: _, sources: __, commands: ___, ...report } = await suggest({ sources: [folder], goal, neverDrop });
  const same = ({ source: { indexes: ____, ...source }, ...rest }: typeof report): unknown => ({ source, ...rest });
  expect(same({ ...found.report, sources: undefined, commands: undefined })).toEqual(
    JSON.parse(JSON.stringify(same(report))),
  );
  expect(found.answer.text).toMatch(/the promise holds for every possible line \(proven\)/);
});

it('ends a suggestion that is cancelled, and removes nothing of the page', async () => {
  const controller = new AbortController();
  const waiting = asked('suggest', ASKED, controller.signal);
  controller.abort();
  expect(await waiting).toMatchObject({ error: { code: 'superseded' } });
  expect(await asked('suggest', { ...ASKED, goal: '10 %' })).toMatchObject({ report: { goal: { text: '10 %' } } });
  expect(readdirSync(folder).length).toBeGreaterThan(0);
});

it.each([
  [{ goal: 'much' }, 'goal-syntax', /^invalid goal "much"/],
  [
    { goal: '5/month' },
    'goal-no-price',
    /^cannot use the goal 5\/month: found no price, expected one such as 0\.50\/GB$/,
  ],
  [
    { neverDrop: [] },
    'promise-missing',
    /^cannot suggest: found no promise, expected a never-drop guard, or that every line may be dropped$/,
  ],
  [{ neverDrop: ['promise:attacks'] }, 'promise-undecided', /^cannot suggest with never drop promise:attacks: /],
  [{ from: 'none' }, 'nothing-kept', /^cannot suggest filters: found none as the filter in force/],
])('%j: %s, in words of the page', async (part, code, message) => {
  const { error } = await asked('suggest', { ...ASKED, ...part });
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(error.message).not.toContain('--');
});

const SQL = `SELECT RayID, CAST(ClientCountry AS BIGINT) AS n FROM http_requests WHERE BotScore < 90`;

it.each([
  ['without a job', undefined],
  ['behind the fields of a job', { field_names: ['RayID', 'ClientCountry', 'BotScore', 'EdgeStartTimestamp'] }],
])('transforms as the library, %s', async (_name, output) => {
  const own = new QuestionThread({ source: { ...source, output }, isGrowing: false });
  const to = 'EdgeResponseStatus >= 400';
  const job = {
    name: 'candidate',
    dataset: 'http_requests',
    filter: formsOf(parseExpression(to)).json,
    output_options: output,
  };
  try {
    const answer = await own.ask('transform', { ...STATE, to, sql: SQL });
    const found: Transformed = 'json' in answer ? JSON.parse(answer.json) : answer;
    const filters = [{ kind: 'job' as const, value: 'candidate', text: JSON.stringify(job) }];
    const report = await replay({ sources: [folder], filters, transformer: { sql: SQL }, samples: 1 });
    const { answer: said, sections } = await transformationRemarks(report);
    expect(said.text).toMatch(/^candidate delivers/);
    expect(found.answer.text).toBe(said.text.replace('candidate', 'The candidate'));
    expect(found.sections).toEqual(JSON.parse(JSON.stringify(sections)));
    expect(found.problems.map(({ severity, from, to: end }) => [severity, SQL.slice(from, end)])).toEqual([
      ['warning', 'CAST'],
    ]);
    expect(found.command).toContain(
      `${output ? '--job job.json' : `--filter '${printExpression(parseExpression(to))}'`} \\\n  --transformer transformer.sql`,
    );
  } finally {
    await own.stop();
  }
});

it('judges guards on what the transformer delivers, but for changes', async () => {
  const state = {
    ...{ ...STATE, neverDrop: ['EdgeResponseStatus >= 500'], guards: ['kept >= 90%', 'newly-dropped <= 1%'] },
    sql: 'SELECT RayID FROM http_requests WHERE RayID IS NULL',
  };
  const { answer, remarks, command }: Transformed = await asked('transform', state);
  expect([answer.tone, answer.text]).toEqual(['bad', '2 of 2 guards broken.']);
  expect(remarks.join('\n')).toMatch(/never drop EdgeResponseStatus >= 500: drops \d+ lines/);
  expect(remarks.join('\n')).toMatch(/kept >= 90%: kept 0 of/);
  expect(command).toMatch(/--guard 'kept >= 90%' \\\n {2}--never-drop 'EdgeResponseStatus >= 500'$/);
});

it.each([
  ['SELECT RayIDx, foo(1) AS f FROM http_requests', 'cannot use the SQL: found 2 errors', ['RayIDx', 'foo']],
  ['SELECT RayID FROM dns_logs', 'cannot use the SQL: found 1 error', ['dns_logs']],
  ['@/etc/passwd', 'cannot use the SQL: found 1 error', ['@/']],
  ['17', 'cannot use the SQL: found 1 error', ['17']],
])('%s: %s, each with its place', async (sql, message, places) => {
  const { error } = await asked('transform', { ...STATE, sql });
  expect(error).toMatchObject({ code: 'transformer-invalid', part: 'sql', message });
  const errors = error.problems.filter(({ severity }: TextProblem) => severity === 'error');
  expect(errors.map(({ from, to }: TextProblem) => sql.slice(from, to))).toEqual(places);
});

it('names a guard that is invalid', async () => {
  const { error } = await asked('transform', { ...STATE, guards: ['kept >'], sql: SQL });
  expect(error).toMatchObject({
    code: 'guard-invalid',
    part: 'guards',
    message: expect.stringMatching(/^cannot use --guard 'kept >': invalid guard, column 7/),
  });
});

it('replays no transformer behind a candidate that keeps no line', async () => {
  const { error } = await asked('transform', { ...STATE, to: 'none', sql: SQL });
  expect(error).toMatchObject({ code: 'no-filter', part: 'to', message: expect.stringMatching(/keeps no line/) });
});
