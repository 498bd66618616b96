// The difference between a ruleset of a file and that of a zone, and the request that applies it.
import { describe, expect, it } from 'vitest';
import {
  compareRulesets,
  differencesAfter,
  isSameRuleset,
  planRuleset,
  type RuleBody,
  type RulesetPlanRequest,
  type ZoneJob,
  type ZoneRuleset,
} from '../../../../src/cloud/plan/index.ts';
import { LIMITS, type LimitsName, readRuleset } from '../../../../src/language/custom-fields/index.ts';

type Arrays = Readonly<Record<string, readonly (string | object)[]>>;

const RULE_ID = '92c5b0e7d41f4e3aa1607cd58b3f2e19';
const named = (names: readonly (string | object)[]) =>
  names.map((name) => (typeof name === 'string' ? { name } : name));
const parameters = (arrays: Arrays) =>
  Object.fromEntries(Object.entries(arrays).map(([array, names]) => [array, named(names)]));
const rule = (arrays: Arrays, more: RuleBody = {}): RuleBody => ({
  ...{ action: 'log_custom_field', expression: 'true', action_parameters: parameters(arrays) },
  ...more,
});
const storedRule = (arrays: Arrays, more: RuleBody = {}): RuleBody =>
  rule(arrays, {
    id: RULE_ID,
    ref: 'own-ref',
    version: '3',
    last_updated: '2026-01-01T00:00:00Z',
    enabled: true,
    ...more,
  });
const ruleset = (...rules: readonly RuleBody[]): ZoneRuleset => ({
  ...{
    id: '3f0d4c2a9b7e41d58c6600aa17e2b9f4',
    version: '4',
    phase: 'http_log_custom_fields',
    kind: 'zone',
    name: 'default',
  },
  ...{ last_updated: '2026-01-01T00:00:00Z', rules },
});
const OTHER: RuleBody = { id: 'f'.repeat(32), ref: 'other', version: '1', action: 'execute', expression: 'true' };

function request(
  stored: ZoneRuleset | undefined,
  wanted: RuleBody | undefined,
  { limits = 'current', jobs = [] }: { limits?: LimitsName; jobs?: readonly ZoneJob[] | undefined } = {},
): RulesetPlanRequest {
  const text = JSON.stringify({ rules: wanted === undefined ? [] : [wanted] });
  const reading = readRuleset(text, 'r.json', LIMITS[limits], { allowsNoRule: true });
  expect(reading.problems).toEqual([]);
  return { zone: 'example.com', stored, reading, limits: LIMITS[limits], jobs };
}

describe('difference of fields', () => {
  it.each<[string, Arrays, Arrays, readonly object[], (readonly string[])?]>([
    ['none', { request_fields: ['a'] }, { request_fields: ['a'] }, []],
    [
      'added',
      { request_fields: ['a'] },
      { request_fields: ['b', 'a'] },
      [{ kind: 'add', name: 'b', to: 'request_fields' }],
    ],
    [
      'removed with its array',
      { request_fields: ['a'], cookie_fields: ['c'] },
      { request_fields: ['a'] },
      [{ kind: 'remove', name: 'c', from: 'cookie_fields' }],
    ],
    [
      'moved from raw to transformed',
      { request_fields: ['a', 'b'] },
      { request_fields: ['b'], transformed_request_fields: ['a'] },
      [{ kind: 'move', name: 'a', from: 'request_fields', to: 'transformed_request_fields' }],
    ],
    [
      'the same name in a request and a response is two fields',
      { request_fields: ['a'] },
      { response_fields: ['a'] },
      [
        { kind: 'add', name: 'a', to: 'response_fields' },
        { kind: 'remove', name: 'a', from: 'request_fields' },
      ],
    ],
    [
      'preserve_duplicates',
      { response_fields: ['set-cookie'] },
      { response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] },
      [
        {
          ...{ kind: 'change', name: 'set-cookie', from: 'response_fields', to: 'response_fields' },
          detail: 'preserve_duplicates: false → true',
        },
      ],
    ],
    [
      'preserve_duplicates: false is the default',
      { response_fields: ['x'] },
      { response_fields: [{ name: 'x', preserve_duplicates: false }] },
      [],
    ],
    [
      'moved and changed',
      { response_fields: [{ name: 'x', preserve_duplicates: true }] },
      { raw_response_fields: ['x'] },
      [
        {
          ...{ kind: 'move', name: 'x', from: 'response_fields', to: 'raw_response_fields' },
          detail: 'preserve_duplicates: true → false',
        },
      ],
    ],
    ['headers without case', { request_fields: ['X-A'] }, { request_fields: ['x-a'] }, []],
    [
      'cookies with case',
      { cookie_fields: ['A'] },
      { cookie_fields: ['a'] },
      [
        { kind: 'add', name: 'a', to: 'cookie_fields' },
        { kind: 'remove', name: 'A', from: 'cookie_fields' },
      ],
    ],
    [
      'order alone',
      { request_fields: ['a', 'b', 'c'] },
      { request_fields: ['b', 'a', 'c'] },
      [],
      ['order of the fields: the current limits cut nothing, so the same values are logged'],
    ],
    [
      'order of the arrays is none',
      { cookie_fields: ['c'], request_fields: ['a'] },
      { request_fields: ['a'], cookie_fields: ['c'] },
      [],
    ],
  ])('%s', (_, before, after, changes, others = []) => {
    const { plan, write } = planRuleset(request(ruleset(storedRule(before)), rule(after)));
    expect(plan.changes).toEqual(changes);
    expect(plan.others).toEqual(others);
    const isSame = changes.length + others.length === 0;
    expect(plan.action).toBe(isSame ? 'none' : 'update');
    expect(write === undefined).toBe(isSame);
  });

  it('names the effect of the order under the classic limits', () => {
    const before = ruleset(storedRule({ cookie_fields: ['a', 'b'] }));
    const { others } = planRuleset(request(before, rule({ cookie_fields: ['b', 'a'] }), { limits: 'classic' })).plan;
    expect(others).toEqual([
      'order of the fields: the values of a line beyond 8,192 bytes are cut in this order (--limits classic)',
    ]);
  });
});

describe('other settings', () => {
  it.each<[string, RuleBody, RuleBody, readonly string[]]>([
    ['keys of the server', {}, { id: 'x', ref: 'y', version: '9', last_updated: 'never' }, []],
    ['enabled is true by default', { enabled: undefined }, { enabled: true }, []],
    ['enabled', { enabled: false }, { enabled: true }, ['enabled: false → true']],
    ['a missing key keeps its value', { description: 'd', enabled: false, logging: { enabled: true } }, {}, []],
    ['description', { description: 'old' }, { description: 'new' }, ['description: "old" → "new"']],
    ['no description is an empty one', {}, { description: '' }, []],
    ['null removes', { description: 'old' }, { description: null }, ['description: "old" → none']],
    ['order of keys', { logging: { a: 1, b: 2 } }, { logging: { b: 2, a: 1 } }, []],
    ['another setting', { categories: ['a'] }, { categories: ['b'] }, ['categories: ["a"] → ["b"]']],
  ])('%s', (_, before, after, others) => {
    const arrays = { request_fields: ['a'] };
    const asked = request(ruleset(storedRule(arrays, before)), rule(arrays, after));
    expect(planRuleset(asked).plan).toMatchObject({
      changes: [],
      others,
      action: others.length === 0 ? 'none' : 'update',
    });
  });

  it('reports an expression and parameters that a file cannot have', () => {
    const stored = storedRule({ request_fields: ['a'], new_fields: ['b'] }, { expression: 'false' });
    const { others } = planRuleset(request(ruleset(stored), rule({ request_fields: ['a'] }))).plan;
    expect(others).toEqual([
      'expression: "false" → "true"',
      'action_parameters.new_fields: removed, because the ruleset does not have it',
    ]);
  });
});

describe('the request', () => {
  const wanted = rule({ cookie_fields: ['a'] }, { id: 'of another zone', ref: 'foreign' });

  it('changes the one rule, keeps its ref and the settings that the file lacks', () => {
    const stored = storedRule({ request_fields: ['b'] }, { description: 'd', logging: { enabled: true } });
    const { write } = planRuleset(request(ruleset(OTHER, stored), wanted));
    expect(write).toEqual({
      ...{ kind: 'rule', rulesetId: '3f0d4c2a9b7e41d58c6600aa17e2b9f4', ruleId: RULE_ID },
      rule: {
        ...{
          action: 'log_custom_field',
          expression: 'true',
          enabled: true,
          description: 'd',
          logging: { enabled: true },
        },
        ...{ ref: 'own-ref', action_parameters: { cookie_fields: [{ name: 'a' }] } },
      },
    });
  });

  it.each([
    ['no ruleset', undefined],
    ['a ruleset without rules', ruleset()],
    ['a ruleset whose rules are absent', { id: 'x', version: '1' }],
  ])('writes the entry point where there is %s', (_, stored) => {
    const { plan, write } = planRuleset(request(stored, wanted));
    const { id: _id, ...sent } = wanted;
    expect(write).toEqual({ kind: 'rules', rules: [sent] });
    expect(plan).toMatchObject({ action: 'create', version: stored?.version });
  });

  it('leaves out a ref that is the id of the rule in the file', () => {
    const { write } = planRuleset(request(undefined, rule({ cookie_fields: ['a'] }, { id: 'r', ref: 'r' })));
    expect(write).toEqual({ kind: 'rules', rules: [rule({ cookie_fields: ['a'] })] });
  });

  it('keeps other rules', () => {
    const { version: _, ...other } = OTHER;
    expect(planRuleset(request(ruleset(OTHER), rule({ cookie_fields: ['a'] }))).write).toEqual({
      kind: 'rules',
      rules: [other, rule({ cookie_fields: ['a'] })],
    });
    expect(planRuleset(request(ruleset(OTHER, storedRule({ cookie_fields: ['a'] })), undefined)).write).toEqual({
      kind: 'rules',
      rules: [other],
    });
  });

  it('removes nothing from a zone without fields', () => {
    for (const stored of [undefined, ruleset(), ruleset(OTHER)]) {
      expect(planRuleset(request(stored, undefined))).toMatchObject({ plan: { action: 'none' }, write: undefined });
    }
  });

  it('is not sent if the ruleset has several rules of custom fields', () => {
    const stored = ruleset(
      storedRule({ cookie_fields: ['a'] }),
      storedRule({ cookie_fields: ['b'] }, { id: 'second' }),
    );
    const { plan, write } = planRuleset(request(stored, wanted));
    expect(write).toBeUndefined();
    expect(plan.problems).toEqual([
      `found 2 rules with the action log_custom_field in ruleset ${stored.id} (${RULE_ID}, second), expected one; merge them into one rule and delete the others`,
    ]);
  });
});

describe('undo', () => {
  it('has the rule as it was, and null for what the change adds', () => {
    const stored = storedRule({ request_fields: ['a'] }, { enabled: undefined });
    const { undo } = planRuleset(
      request(ruleset(OTHER, stored), rule({ request_fields: ['b'] }, { description: 'd', logging: {} })),
    );
    expect(undo).toMatchObject({
      id: ruleset().id,
      rules: [{ ...stored, enabled: true, description: null, logging: null }],
    });
    expect(undo.rules).toHaveLength(1);
  });

  it('has no rule where there was none', () => {
    expect(planRuleset(request(undefined, rule({ cookie_fields: ['a'] }))).undo).toEqual({ rules: [] });
  });
});

describe('warnings', () => {
  const job = (name: string, fieldNames?: readonly string[], dataset?: string): ZoneJob => {
    return { id: 7, name, dataset, fieldNames };
  };

  it.each<[string, RuleBody | undefined, RuleBody | undefined, readonly ZoneJob[] | undefined, readonly string[]]>([
    [
      'credentials',
      undefined,
      rule({ request_fields: ['authorization', 'accept'], cookie_fields: ['sid'] }),
      [job('j', ['Cookies', 'RequestHeaders'])],
      [
        'the values of authorization, sid are probably credentials, and every line would contain them in clear; remove the fields unless the logs may contain them',
      ],
    ],
    [
      'a rule that stays disabled',
      storedRule({ cookie_fields: ['a'] }, { enabled: false }),
      rule({ cookie_fields: ['b'] }),
      [job('j', ['Cookies'])],
      ['the rule stays disabled and logs nothing, because the ruleset does not have "enabled"; add "enabled": true'],
    ],
    [
      'a removal',
      storedRule({ cookie_fields: ['a'] }),
      undefined,
      [job('j', ['Cookies'])],
      ['the ruleset has no rule: the zone will log no custom fields'],
    ],
    [
      'a zone without jobs of http_requests',
      undefined,
      rule({ cookie_fields: ['a'] }),
      [job('dns', ['Cookies'], 'dns_logs')],
      ['the zone has no job that pushes http_requests: the custom fields are in no log'],
    ],
    [
      'jobs without the keys',
      undefined,
      rule({ cookie_fields: ['a'] }),
      [job('j', ['RayID']), job('k')],
      ['no job of the zone lists Cookies: the custom fields are in no log'],
    ],
    ['not a job that lists the key', undefined, rule({ response_fields: ['a'] }), [job('j', ['ResponseFields'])], []],
    ['not unknown jobs', undefined, rule({ cookie_fields: ['a'] }), undefined, []],
  ])('%s', (_, before, after, jobs, expected) => {
    const asked = request(before === undefined ? undefined : ruleset(before), after);
    expect(planRuleset({ ...asked, jobs }).plan.warnings).toEqual(expected);
  });

  it('lists the keys of each job of http_requests', () => {
    const jobs = [
      job('a', ['Cookies', 'RayID', 'RequestHeaders']),
      { ...job('dns', ['Cookies'], 'dns_logs') },
      job('b', undefined, 'http_requests'),
    ];
    const wanted = rule({ cookie_fields: ['a'], raw_response_fields: ['b'] });
    expect(planRuleset(request(undefined, wanted, { jobs })).plan.jobs).toEqual([
      { id: 7, name: 'a', listed: ['Cookies'], missing: ['ResponseHeaders'], unfilled: ['RequestHeaders'] },
      { id: 7, name: 'b', listed: [], missing: ['ResponseHeaders', 'Cookies'], unfilled: [] },
    ]);
  });
});

describe('the state after the change', () => {
  const stored = ruleset(OTHER, storedRule({ request_fields: ['a'] }, { description: 'd' }));
  const asked = request(stored, rule({ request_fields: ['b'] }, { logging: null }));
  const changed = (more: RuleBody = {}, other: RuleBody = OTHER): ZoneRuleset => ({
    ...ruleset(other, storedRule({ request_fields: ['b'] }, { description: 'd', version: '4', ...more })),
    version: '5',
  });

  it.each<[string, ZoneRuleset | undefined, readonly string[]]>([
    ['is reached', changed(), []],
    ['is reached with a setting that the server adds', changed({ categories: ['x'] }), []],
    ['is the old one', stored, ['b: add (request_fields)', 'a: remove (request_fields)']],
    ['lacks a setting', changed({ description: undefined }), ['description: none → "d"']],
    ['has a removed setting', changed({ logging: {} }), ['logging: {} → none']],
    ['has another rule', changed({ id: 'new' }), ['the id or the ref of the rule changed']],
    ['lacks another rule', { ...changed(), rules: [changed().rules![1]!] }, ['other rules of the ruleset changed']],
  ])('%s', (_, readBack, differences) => expect(differencesAfter(asked, readBack)).toEqual(differences));
});

it.each<[string, ZoneRuleset | undefined, ZoneRuleset | undefined, boolean]>([
  ['none', undefined, undefined, true],
  ['created', undefined, ruleset(), false],
  ['equal', ruleset(OTHER), { ...ruleset(OTHER), last_updated: 'later' }, true],
  ['absent and empty rules', ruleset(), { ...ruleset(), rules: [] }, true],
  ['a new version', ruleset(OTHER), { ...ruleset(OTHER), version: '5' }, false],
  ['other rules', ruleset(OTHER), ruleset(OTHER, OTHER), false],
  ['another ruleset', ruleset(OTHER), { ...ruleset(OTHER), id: 'x' }, false],
])('a ruleset read twice: %s', (_, before, now, isSame) => expect(isSameRuleset(before, now)).toBe(isSame));

const OTHERS_CHANGED = 'other rules of the ruleset changed';
const FULL = ruleset(OTHER, storedRule({ request_fields: ['a', 'b'] }, { description: 'd' }));
it.each<[string, ZoneRuleset | undefined, ZoneRuleset | undefined, readonly string[]]>([
  ['nothing', FULL, FULL, []],
  ['another version alone', FULL, { ...FULL, version: '9' }, []],
  ['the rule', ruleset(OTHER), FULL, ['a: add (request_fields)', 'b: add (request_fields)']],
  ['the deletion', FULL, undefined, ['a: remove (request_fields)', 'b: remove (request_fields)', OTHERS_CHANGED]],
  [
    'settings and the order',
    FULL,
    ruleset(OTHER, storedRule({ request_fields: ['b', 'a'] }, { description: 'e' })),
    ['description: "d" → "e"', 'order of the fields'],
  ],
])('what somebody else changed: %s', (_, before, now, expected) =>
  expect(compareRulesets(before, now)).toEqual(expected),
);
