// The threads that answer the page: a slow question has its own, so that no other waits for it, and ends with it.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../../../src/page/contract.ts';
import { QuestionThread } from '../../../src/page/server/question-thread.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { suggest } from '../../../src/verbs/suggest/suggest.ts';
import { SAMPLE_LINES } from './sample-lines.ts';

const STATE = { from: '', to: '', guards: [], neverDrop: [], prices: [] };
const ASKED: Api['suggest'][0] = { ...STATE, neverDrop: ['EdgeResponseStatus >= 500'], goal: '20 %', noPromise: false };

let folder: string;
let thread: QuestionThread;
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'headgate-thread-'));
  folder = join(root, 'index');
  mkdirSync(join(root, 'logs'));
  writeFileSync(join(root, 'logs/1.log'), SAMPLE_LINES.join(''));
  await indexLogs({ sources: [join(root, 'logs')], out: folder });
  const source = {
    ...{ folder, isTemporary: true, dataset: 'http_requests', reading: undefined, nullAs: 'unknown' as const },
    ...{ undecidedOk: false, sources: ['logs'], sourceFlags: [], state: STATE, version: '0' },
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
  [{ from: 'none' }, 'compare-nothing', /./],
])('%j: %s, in words of the page', async (part, code, message) => {
  const { error } = await asked('suggest', { ...ASKED, ...part });
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(error.message).not.toContain('--');
});
