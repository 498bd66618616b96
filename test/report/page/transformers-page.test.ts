// The text of headgate transformers: what an apply reports, and hostile names, SQL and answers.
import { expect, it } from 'vitest';
import {
  transformerListPage,
  transformersOutcomePage,
  transformersPlanPage,
} from '../../../src/report/page/transformers-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { TransformersApplied, TransformersPlan } from '../../../src/verbs/index.ts';

const ACCOUNT = '699d98642c564d2e855e9661899b7252';
const HOSTILE = '\u001b[2Jx\u202e';
const PLAN: TransformersPlan = {
  ...{ version: 1, account: ACCOUNT, liveVersion: 2, sqlWarnings: [], isPending: true, isApplicable: true },
  ...{ effects: [], isMeasured: false, partial: false },
  plan: {
    ...{ action: 'update', name: 'slim', id: 3, dataset: 'http_requests', warnings: [], problems: [] },
    changes: [{ path: 'code', kind: 'sql', lines: [{ kind: 'add', text: 'SELECT 1' }] }],
    jobs: [{ id: 7, name: 'all' }],
  },
};
const textOf = (page: Parameters<typeof renderText>[0]): string =>
  [...renderText(page, { color: false, width: 100 })].join('');

type Applied = NonNullable<TransformersApplied['transformer']>;
const applied = (transformer: Partial<Applied>, outcome: TransformersApplied['outcome'] = 'failed'): string =>
  textOf(
    transformersOutcomePage({
      ...{ version: 1, plan: PLAN, outcome },
      transformer: { name: 'slim', id: 3, action: 'update', outcome: 'unchanged', ...transformer },
    }),
  );

it.each<[string, string, RegExp]>([
  [
    'applied',
    applied({ outcome: 'applied', undoFile: "undo it's.json" }, 'applied'),
    /^✓ Applied: every change took effect\.[\s\S]*--account 699d\w+ --transformer 'undo it'\\''s\.json'/,
  ],
  [
    'rejected by the API',
    applied({ reason: 'no', advice: 'correct' }),
    /^✗ Nothing was changed\. Correct the cause below/,
  ],
  [
    'not as planned',
    applied({ outcome: 'incomplete', advice: 'retry', remaining: PLAN.plan.changes }),
    /^✗ Not applied completely\. Run the same command[\s\S]*These changes did not take effect[\s\S]*\+ SELECT 1/,
  ],
  [
    'unknown',
    applied({ outcome: 'unknown', advice: 'list' }),
    /^✗ The state of the transformer is unknown[\s\S]*headgate transformers\s+list/,
  ],
  [
    'changed by others',
    applied({ advice: 'plan', changedByOthers: PLAN.plan.changes }),
    /Another client changed[\s\S]*\+ SELECT 1/,
  ],
])('an apply that is %s', (_, text, expected) => {
  expect(text).toMatch(expected);
});

it('no control character of a text from outside is printed', () => {
  const preview: TransformersPlan['preview'] = {
    ...{ agreeing: 0, differing: 1 },
    lines: [
      { record: HOSTILE, ours: { records: [{ [HOSTILE]: HOSTILE }] }, platform: { failure: HOSTILE }, agrees: false },
      { record: HOSTILE, ours: { undecided: HOSTILE }, platform: { records: [] }, agrees: null },
    ],
  };
  const texts = { sqlWarnings: [HOSTILE], preview };
  const plan = { ...PLAN.plan, name: HOSTILE, problems: [HOSTILE], jobs: [{ id: 1, name: HOSTILE }] };
  const list = transformerListPage({
    ...{ version: 1, account: ACCOUNT },
    transformers: [
      {
        ...{ id: 1, name: HOSTILE, description: HOSTILE, dataset: HOSTILE, code: `SELECT\n${HOSTILE}` },
        ...{ versions: [{ id: 1, version: 1, createdAt: HOSTILE }], jobs: [{ id: 1, name: HOSTILE }] },
      },
    ],
  });
  const printed =
    textOf(transformersPlanPage({ ...PLAN, ...texts, plan })) + textOf(list) + applied({ reason: HOSTILE });
  expect(printed).not.toContain('\u001b');
  expect(printed).not.toContain('\u202e');
  expect(textOf(list)).toContain('\n  SELECT\n  \\u001b[2Jx');
});
