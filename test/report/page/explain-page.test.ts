// Explained lines as text: a condition is whole with its operator at any width, and a line has its place and its push.
import { expect, it } from 'vitest';
import { recordFrom } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, explainFilter, readFilter } from '../../../src/language/filter/index.ts';
import { explainPage } from '../../../src/report/page/explain-page.ts';
import { textRenderer } from '../../../src/report/text/render-text.ts';
import type { ExplainResult } from '../../../src/verbs/index.ts';

const dataset = getDataset('http_requests');
const LONG = `EdgeResponseStatus >= 500 and ClientRequestUserAgent contains "Mozilla/5.0 (X11; Linux x86_64)" and not ClientRequestPath in {"/${'a'.repeat(90)}" "/b"}`;
/** Words that must stay whole: fields and operators. */
const WORDS = ['EdgeResponseStatus', '>=', 'ClientRequestUserAgent', 'contains', 'not', 'ClientRequestPath', 'in'];
const LINE = '{"EdgeResponseStatus":500,"ClientRequestUserAgent":"curl","ClientRequestPath":"/b"}';

const explanation = explainFilter(
  compileFilter(readFilter(LONG, dataset).filter!, dataset),
  recordFrom(JSON.parse(LINE)),
);
const job = { name: 'f', kept: 0, dropped: 1, undecided: 0, reasons: [] };
const line: ExplainResult['lines'][number] = {
  ...{ object: `folder/${'o'.repeat(150)}.log`, offset: 1234, line: 1, ray: 'abc\u001b[2J' },
  jobs: [{ name: 'f', verdict: 'drop', reason: { code: 'no-alternative' }, explanation }],
};
const result: ExplainResult = {
  ...{ version: 1, partial: false, dataset: dataset.name, looked: 1, problems: [], damaged: 0, idField: 'RayID' },
  source: { objects: 1, pruned: 0 },
  kinds: { read: 1, outside: 0, malformed: 0, blank: 0 },
  summary: { lines: 1, matching: 1, where: null, whereUndecided: 0, ids: null, jobs: [job] },
  lines: [line],
};
const textOf = (found: ExplainResult, width = 100): string =>
  [...textRenderer(explainPage)(found, { color: false, width })].join('');

it.each([40, 60, 80, 140])('a condition is whole in a truth tree of %i columns', (width) => {
  const text = textOf(result, width);
  const words = text.split(/[\s()]+/);
  for (const word of WORDS) expect(words).toContain(word);
  // The place of a line is whole, to be copied.
  const wide = text.split('\n').filter((one) => one.length > Math.max(width, 64));
  expect(wide).toEqual([`  ${line.object} at byte 1,234`]);
});

const failing = { ...job, kept: 1, dropped: 0, remarks: ['the job is disabled (enabled is false): it pushes no line'] };
const notPushed = { ...line.jobs[0]!, verdict: 'keep', reason: { code: 'job-disabled' } } as const;

it.each<[string, Partial<ExplainResult>, string]>([
  ['a line', {}, 'f drops the line: no alternative is true'],
  ['control characters', {}, 'RayID abc\\u001b[2J\n'],
  [
    'a job that does not push',
    { summary: { ...result.summary, jobs: [failing] }, lines: [{ ...line, jobs: [notPushed] }] },
    'f keeps the line: not pushed: the job is disabled.\n  warning: f: the job is disabled (enabled is false)',
  ],
  ['an envelope', { lines: [{ ...line, unwrapped: 'event' }] }, '  Unwrapped from event\n'],
  ['an interruption', { partial: true }, '  warning: interrupted: there may be more lines\n'],
  [
    'no filter',
    { lines: [{ ...line, jobs: [{ ...line.jobs[0]!, explanation: null }] }] },
    '  no filter: keeps every line\n',
  ],
  [
    'ids without a line',
    { damaged: 1, summary: { ...result.summary, ids: { requested: 3, notFound: ['x'], outside: ['y'] } } },
    '  1 of 3 RayIDs found\n\nNot in this source, which is damaged: 1 RayID\n  x\n\nOnly outside the time range: 1 RayID\n  y\n',
  ],
  [
    'no line',
    { lines: [], summary: { ...result.summary, lines: 0, matching: 0, jobs: [failing] } },
    '? No answer: no line was found.\n  warning: f: the job is disabled',
  ],
])('%s', (_, more, expected) => {
  expect(textOf({ ...result, ...more })).toContain(expected);
});
