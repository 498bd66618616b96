// Reading rulesets: the accepted forms, and every problem with its path.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLASSIC_FIELDS,
  CURRENT_FIELDS_PER_ARRAY,
  LIMITS,
  type LimitsName,
  readRuleset,
} from '../../../src/language/custom-fields/index.ts';
import { ROOT } from '../../helpers/cli/run-cli.ts';

const PHASE = 'http_log_custom_fields';
const rule = (parameters: unknown, more: object = {}) => ({
  action: 'log_custom_field',
  expression: 'true',
  action_parameters: parameters,
  ...more,
});
const ruleset = (parameters: unknown, more: object = {}) => ({
  kind: 'zone',
  phase: PHASE,
  rules: [rule(parameters)],
  ...more,
});
const named = (...names: string[]) => names.map((name) => ({ name }));
const many = (count: number) => named(...Array.from({ length: count }, (_, index) => `x-${index}`));
const AT = 'rules[0].action_parameters';

function read(document: unknown, limits: LimitsName = 'classic') {
  return readRuleset(typeof document === 'string' ? document : JSON.stringify(document), 'r.json', LIMITS[limits]);
}

describe('accepted forms', () => {
  const body = ruleset({ cookie_fields: named('a', 'A'), request_fields: named('host', 'range') });
  it.each<[string, unknown, string]>([
    ['a ruleset', body, ''],
    ['the request body that writes one', { rules: body.rules }, ''],
    ['a rule', body.rules[0], ''],
    ['an array of rules', body.rules, ''],
    ['an API response', { success: true, errors: [], messages: [], result: body }, 'result'],
    [
      'a list of rulesets',
      { success: true, result: [{ phase: 'http_request_sanitize', rules: [] }, body] },
      'result[1]',
    ],
  ])('%s', (_, document, path) => {
    const { ruleset: found, problems, warnings } = read(document);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    // Request, response, cookie, each in configured order, for any order of the arrays.
    expect(found?.fields.map(({ array, name }) => `${array} ${name}`)).toEqual([
      'request_fields host',
      'request_fields range',
      'cookie_fields a',
      'cookie_fields A',
    ]);
    expect(found!.fields[1]!.path.startsWith(path)).toBe(true);
    expect(found!.fields[1]!.path.endsWith('action_parameters.request_fields[1]')).toBe(true);
  });

  it('the rule with its other keys', () => {
    const written = rule({ request_fields: named('host') }, { description: 'd', enabled: false, ref: 'r' });
    expect(read({ rules: [written] }).rule).toEqual(written);
    expect(read({ rules: [{ ...written, action: 'execute' }] }).rule).toBeUndefined();
  });

  it.each<[object]>([[{ rules: [] }], [{ phase: PHASE, kind: 'zone', rules: [] }], [{ result: { rules: [] } }]])(
    'a ruleset without rules, if allowed: %j',
    (document) => {
      const reading = readRuleset(JSON.stringify(document), 'r.json', LIMITS.classic, { allowsNoRule: true });
      expect(reading).toMatchObject({ ruleset: { fields: [] }, rule: undefined, problems: [] });
    },
  );

  it.each<[unknown]>([[[]], [{ phase: PHASE }], [{}]])(
    'not %j, even if a ruleset without rules is allowed',
    (document) => {
      const reading = readRuleset(JSON.stringify(document), 'r.json', LIMITS.classic, { allowsNoRule: true });
      expect(reading.ruleset).toBeUndefined();
    },
  );

  it('the ruleset of the samples', () => {
    const text = readFileSync(join(ROOT, 'samples/ruleset.json'), 'utf8');
    expect(read(text).ruleset?.fields).toHaveLength(12);
  });

  it.each<[LimitsName, object]>([
    ['classic', { request_fields: many(CLASSIC_FIELDS) }],
    ['current', { request_fields: many(CURRENT_FIELDS_PER_ARRAY), cookie_fields: many(CURRENT_FIELDS_PER_ARRAY) }],
    ['current', { raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] }],
    [
      'current',
      { response_fields: named('a'), raw_response_fields: named('b'), transformed_request_fields: named('a') },
    ],
  ])('as many fields as the %s limits allow', (limits, parameters) =>
    expect(read(ruleset(parameters), limits).problems).toEqual([]),
  );
});

describe('problems', () => {
  it.each<[string, string, unknown, LimitsName?]>([
    ['json-syntax', '', '{"rules": [}'],
    [
      'duplicate-key',
      'rules',
      '{"rules":[],"rules":[{"action":"log_custom_field","expression":"true","action_parameters":{"cookie_fields":[{"name":"a"}]}}]}',
    ],
    [
      'api-failure',
      '',
      { success: false, errors: [{ code: 10003, message: 'could not find entrypoint ruleset' }], result: null },
    ],
    ['not-a-ruleset', '', 17],
    ['not-a-ruleset', '', { name: 'x' }],
    ['is-job', '', { dataset: 'http_requests', destination_conf: 's3://b', kind: 'edge' }],
    ['is-filter', '', { where: { key: 'a', operator: 'eq', value: 'b' } }],
    ['is-har', '', { log: { entries: [] } }],
    ['bare-arrays', '', { request_fields: named('host') }],
    ['other-phase', 'phase', { phase: 'http_request_sanitize', kind: 'zone', rules: [{ action: 'execute' }] }],
    ['many-rulesets', 'result', { result: [ruleset({}), ruleset({})] }],
    ['wrong-kind', 'kind', ruleset({ cookie_fields: named('a') }, { kind: 'root' })],
    ['no-rules', 'rules', ruleset({}, { rules: [] })],
    ['no-rules', '', { kind: 'zone', phase: PHASE }],
    ['no-rules', '', []],
    [
      'many-rules',
      'rules[1]',
      ruleset({}, { rules: [rule({ cookie_fields: named('a') }), rule({ cookie_fields: named('b') })] }),
    ],
    [
      'wrong-action',
      'rules[0].action',
      ruleset({}, { rules: [rule({ cookie_fields: named('a') }, { action: 'log' })] }),
    ],
    [
      'wrong-expression',
      'rules[0].expression',
      ruleset({}, { rules: [rule({ cookie_fields: named('a') }, { expression: 'http.host eq "a"' })] }),
    ],
    ['wrong-type', `${AT}.cookie_fields[1]`, ruleset({ cookie_fields: [{ name: 'a' }, 'b'] })],
    ['wrong-type', `${AT}.cookie_fields[0].name`, ruleset({ cookie_fields: [{ name: 5 }] })],
    ['no-arrays', AT, ruleset({})],
    ['empty-array', `${AT}.cookie_fields`, ruleset({ cookie_fields: [], request_fields: named('a') })],
    ['unknown-array', `${AT}.request_field`, ruleset({ request_field: named('a') })],
    ['newer-array', `${AT}.raw_response_fields`, ruleset({ raw_response_fields: named('a') })],
    [
      'unknown-key',
      `${AT}.cookie_fields[0].preserve_duplicates`,
      ruleset({ cookie_fields: [{ name: 'a', preserve_duplicates: true }] }),
      'current',
    ],
    [
      'newer-key',
      `${AT}.response_fields[0].preserve_duplicates`,
      ruleset({ response_fields: [{ name: 'a', preserve_duplicates: true }] }),
    ],
    ['empty-name', `${AT}.cookie_fields[0].name`, ruleset({ cookie_fields: named('') })],
    ['upper-case', `${AT}.request_fields[0]`, ruleset({ request_fields: named('X-Forwarded-For') })],
    ['impossible-name', `${AT}.request_fields[0]`, ruleset({ request_fields: named('host:') })],
    ['impossible-name', `${AT}.cookie_fields[0]`, ruleset({ cookie_fields: named('a=b') })],
    ['duplicate-field', `${AT}.cookie_fields[1]`, ruleset({ cookie_fields: named('a', 'a') })],
    [
      'raw-and-transformed',
      `${AT}.raw_response_fields[0]`,
      ruleset({ response_fields: named('a'), raw_response_fields: named('a') }),
      'current',
    ],
    ['too-many-fields', AT, ruleset({ request_fields: many(CLASSIC_FIELDS), cookie_fields: named('a') })],
    [
      'too-many-fields',
      `${AT}.cookie_fields`,
      ruleset({ cookie_fields: many(CURRENT_FIELDS_PER_ARRAY + 1) }),
      'current',
    ],
  ])('%s at %j', (code, path, document, limits = 'classic') => {
    const { ruleset: found, problems } = read(document, limits);
    expect(found).toBeUndefined();
    expect(problems.map((problem) => [problem.code, problem.path])).toEqual([[code, path]]);
  });

  it('are all reported at once', () => {
    const { problems } = read({
      kind: 'custom',
      phase: PHASE,
      rules: [rule({ request_fields: [...named('Host', 'host'), 'x'], cookie_fields: {} }, { expression: true })],
    });
    expect(problems.map(({ code }) => code)).toEqual([
      ...['wrong-kind', 'wrong-expression', 'wrong-type', 'wrong-type', 'upper-case', 'duplicate-field'],
    ]);
  });

  it('are found in time linear in the number of fields (a quadratic search takes minutes)', () => {
    const fields = many(50_000);
    const parameters = { request_fields: fields, response_fields: fields, raw_response_fields: named('x-49999') };
    const { problems } = read(ruleset(parameters), 'current');
    expect(problems.map(({ code }) => code)).toEqual(['raw-and-transformed', 'too-many-fields', 'too-many-fields']);
  });

  it('are reported without a limit on their number', () => {
    const upper = Array.from({ length: 150_000 }, (_, index) => ({ name: `X-${index}` }));
    const { problems } = read(ruleset({ request_fields: upper }), 'current');
    expect(problems).toHaveLength(upper.length + 1);
  });

  it.each<[unknown, string]>([
    [{ phase: 'http_request_sanitize', rules: [] }, 'found the phase "http_request_sanitize"'],
    [ruleset({ request_feilds: named('a') }), 'did you mean "request_fields"?'],
    [ruleset({ request_fields: named('X-Api-Key') }), 'expected it in lower case: "x-api-key"'],
    [ruleset({ request_fields: named('Host: ') }), 'write "host"'],
    [ruleset({ cookie_fields: ['a'] }), 'expected {"name": "a"}'],
    [ruleset({ transformed_request_fields: named('a') }), '--limits current'],
  ])('include a fix: %j', (document, message) => {
    expect(
      read(document)
        .problems.map((problem) => problem.message)
        .join(),
    ).toContain(message);
  });
});

describe('suggestions respect the selected limits', () => {
  const CLASSIC = 'expected one of request_fields, response_fields, cookie_fields; ';
  it.each<[string, string, string]>([
    [
      'raw_respnse_fields',
      `${CLASSIC}for raw_response_fields use --limits current`,
      'did you mean "raw_response_fields"?',
    ],
    [
      'transformed_request_field',
      `${CLASSIC}for transformed_request_fields use --limits current`,
      'did you mean "transformed_request_fields"?',
    ],
    ['respons_fields', `${CLASSIC}did you mean "response_fields"?`, 'did you mean "response_fields"?'],
    ['headers', 'expected one of request_fields, response_fields, cookie_fields', 'raw_response_fields, cookie_fields'],
  ])('%s', (key, classic, current) => {
    const document = ruleset({ [key]: named('a') });
    const [first, second] = [read(document), read(document, 'current')].map(({ problems }) => problems[0]!.message);
    expect(first!.endsWith(classic), first).toBe(true);
    expect(second!.endsWith(current), second).toBe(true);
  });

  it('a rule without arrays', () => {
    const [classic, current] = [read(ruleset({})), read(ruleset({}), 'current')].map(({ problems }) => problems[0]!);
    expect(classic!.message).toBe(
      'found no array, expected at least one of request_fields, response_fields, cookie_fields',
    );
    expect(current!.message).toContain('raw_response_fields');
  });

  it('preserve_duplicates on a cookie', () => {
    const document = ruleset({ cookie_fields: [{ name: 'a', preserve_duplicates: true }] });
    expect(read(document).problems[0]!.message).toContain(
      'expected none: the classic limits have no such key; remove it',
    );
    expect(read(document, 'current').problems[0]!.message).toContain('expected it in response arrays only');
  });
});

describe('warnings do not reject the ruleset', () => {
  it.each<[string, string, unknown, LimitsName?]>([
    ['never-logged', `${AT}.request_fields[0]`, ruleset({ request_fields: named('range') }), 'current'],
    [
      'rule-disabled',
      'rules[0].enabled',
      ruleset({}, { rules: [rule({ cookie_fields: named('a') }, { enabled: false })] }),
    ],
    ['similar-key', 'rules[0].enable', ruleset({}, { rules: [rule({ cookie_fields: named('a') }, { enable: true })] })],
  ])('%s at %j', (code, path, document, limits = 'classic') => {
    const { ruleset: found, warnings } = read(document, limits);
    expect(found?.fields).toHaveLength(1);
    expect(warnings.map((warning) => [warning.code, warning.path])).toEqual([[code, path]]);
  });
});

// Request bodies written by others. Skipped if they are not next to the checkout.
const fixtures = resolve(ROOT, '../shared/fixtures/api');
describe.runIf(existsSync(fixtures))('public bodies', () => {
  it.each<[string, number | string]>([
    ['cf-terraforming.v4.cloudflare_ruleset_zone_http_log_custom_fields.1.json', 6],
    ['cf-terraforming.v4.cloudflare_ruleset_zone_http_log_custom_fields.0.json', 'no-rules'],
    ['cf-terraforming.v4.cloudflare_ruleset_zone.0.json', 'other-phase'],
    ['cf-terraforming.v4.cloudflare_ruleset_zone.1.json', 'other-phase'],
    ['cf-terraforming.v4.cloudflare_logpush_job.0.json', 'is-job'],
    ['cf-terraforming.v5.cloudflare_notification_policy.0.json', 'not-a-ruleset'],
  ])('%s', (name, wanted) => {
    const { ruleset: found, problems } = read(readFileSync(join(fixtures, name), 'utf8'));
    expect(found?.fields.length ?? problems[0]?.code).toBe(wanted);
  });
});
