// The text of a plan of custom fields, and of its apply: each outcome, and how to undo it.
import { expect, it } from 'vitest';
import type { LoggedKey } from '../../../src/language/dataset/index.ts';
import {
  FIELDS_APPLIED_RENDERERS,
  FIELDS_OUTCOME_RENDERERS,
  FIELDS_PLAN_RENDERERS,
} from '../../../src/report/index.ts';
import type { FieldsApplied, FieldsPlan } from '../../../src/verbs/index.ts';

const STYLE = { color: false, width: 100 };
const PLAN: FieldsPlan = {
  ...{
    version: 1,
    zoneId: 'f'.repeat(32),
    limits: 'current',
    rulesetWarnings: [],
    isPending: true,
    isApplicable: true,
  },
  plan: {
    ...{ action: 'update', zone: 'example.com', version: '3', fields: 2, jobs: undefined, warnings: [], problems: [] },
    changes: [
      { kind: 'move', name: 'x-a', from: 'request_fields', to: 'transformed_request_fields' },
      {
        ...{ kind: 'change', name: 'x-b', from: 'response_fields', to: 'response_fields' },
        detail: 'preserve_duplicates: false → true',
      },
    ],
    others: ['enabled: false → true'],
  },
};

const outcome = async (applied: Partial<FieldsApplied>): Promise<string> => {
  const render = await FIELDS_OUTCOME_RENDERERS.text();
  return [...render({ version: 1, plan: PLAN, outcome: 'failed', state: 'old', ...applied }, STYLE)].join('');
};

it.each<[Partial<FieldsApplied>, string]>([
  [{ outcome: 'nothing', state: 'new' }, '✓ Nothing to change: the custom fields are as in the ruleset.\n'],
  [{ outcome: 'rejected' }, '✗ Nothing was changed: the plan cannot be applied.\n'],
  [{ outcome: 'declined' }, '? Nothing was changed: the plan was not confirmed.\n'],
  [{ outcome: 'interrupted' }, '✗ Nothing was changed: interrupted before the write.\n'],
  [{ reason: 'cannot write.' }, '✗ Nothing was changed.\n  cannot write.\n'],
  [
    { state: 'changed', reason: 'the reason', changedByOthers: ['a: add (cookie_fields)'] },
    '✗ Nothing was changed.\n  the reason\n\nAnother client changed\n  a: add (cookie_fields)\n',
  ],
  [
    { state: 'incomplete', reason: 'the reason', remaining: ['enabled: false → true'] },
    '✗ Not applied completely. Run the same command again to complete it.\n  the reason\n\nThese changes did not take effect\n  enabled: false → true\n',
  ],
  [
    { state: 'unknown', reason: 'the reason', undoFile: "it's.json", undoLimits: 'current' },
    `✗ The state of the custom fields is unknown: they are as before or as planned. Run the same command
  again to complete it.
  the reason

To undo
  headgate fields apply --zone example.com --ruleset 'it'\\''s.json' --limits current
`,
  ],
  [
    { outcome: 'applied', state: 'new', undoFile: 'undo.json', undoLimits: null },
    `✓ Applied: every change took effect.

To undo
  The ruleset as it was is in undo.json. headgate cannot apply it, because no set of limits allows
  it.
`,
  ],
])('%j', async (applied, text) => expect(await outcome(applied)).toBe(text));

it('prints moved and changed fields, and a problem', async () => {
  const problems = ['found 2 rules, expected one'];
  const plan = { ...PLAN, isApplicable: false, plan: { ...PLAN.plan, problems } };
  const text = [...(await FIELDS_PLAN_RENDERERS.text())(plan, STYLE)].join('');
  expect(text).toBe(`✗ Plan for zone example.com: 1 to move, 1 to change, 1 other change
  ✗ Cannot be applied: the ruleset has 1 problem.
  ✗ found 2 rules, expected one
  The custom fields will be updated: version 3 of the ruleset, 2 fields after the change

Fields   Array
  ~ x-a  request_fields → transformed_request_fields
  ~ x-b  response_fields, preserve_duplicates: false → true

Other changes
  ~ enabled: false → true
`);
  const rejected: FieldsApplied = { version: 1, plan, outcome: 'rejected', state: 'old' };
  const whole = [...(await FIELDS_APPLIED_RENDERERS.text())(rejected, STYLE)].join('');
  expect(whole).toBe(`${text}\n✗ Nothing was changed: the plan cannot be applied.\n`);
});

it('groups the jobs that lack the same keys, and fits 80 columns', async () => {
  const lacks = (id: number, name: string, missing: readonly LoggedKey[]) => ({
    ...{ id, name, listed: [], missing, unfilled: [] },
  });
  const jobs = [
    lacks(1, 'a', ['Cookies']),
    { ...lacks(2, 'errors-and-threats', ['RequestHeaders', 'Cookies']), listed: ['ResponseHeaders'] as const },
    lacks(3, 'c', ['Cookies']),
    { ...lacks(4, 'd', []), listed: ['RequestHeaders', 'Cookies'] as const, unfilled: ['ResponseHeaders'] as const },
  ];
  const plan = { ...PLAN, plan: { ...PLAN.plan, jobs } };
  const text = [...(await FIELDS_PLAN_RENDERERS.text())(plan, { ...STYLE, width: 80 })].join('');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const oneLine = text.replace(/\s+/g, ' ');
  expect(oneLine).toContain(
    '! errors-and-threats 2 lists ResponseHeaders; does not push RequestHeaders, Cookies ! c 3 does not push Cookies ! d 4 lists RequestHeaders, Cookies; ResponseHeaders always {} ',
  );
  expect(oneLine).toContain(
    'To push the fields → add Cookies to the field_names of a, c; add RequestHeaders, Cookies to the field_names of errors-and-threats; then run headgate jobs apply --zone example.com --job FILE',
  );
});

const planText = async (plan: Partial<FieldsPlan['plan']>): Promise<string> => {
  const render = await FIELDS_PLAN_RENDERERS.text();
  return [...render({ ...PLAN, plan: { ...PLAN.plan, ...plan } }, { ...STYLE, width: 200 })].join('');
};
const LACKING = { listed: [], missing: ['Cookies' as const], unfilled: [] };
const SAME_NAMES = [
  { id: 1, name: 'all', ...LACKING },
  { id: 2, name: 'all', ...LACKING },
  { id: 3, name: 'errors', ...LACKING },
];

it('advice names jobs by id where names repeat, and only if something changes', async () => {
  expect(await planText({ jobs: SAME_NAMES })).toContain('the field_names of all (id 1), all (id 2), errors;');
  expect(await planText({ jobs: SAME_NAMES, action: 'none', changes: [], others: [] })).not.toContain(
    'To push the fields',
  );
});

it('a rule that is created in a ruleset that exists', async () => {
  expect(await planText({ action: 'create', version: '8' })).toContain(
    'will be created: version 8 of the ruleset has no custom fields, 2 fields after the change',
  );
});
