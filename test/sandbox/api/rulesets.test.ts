// Rulesets over the API: what a client writes, reads back, and is rejected.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CUSTOM_RULE, type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const PHASE = 'http_log_custom_fields';
const ENTRY_POINT = `rulesets/phases/${PHASE}/entrypoint`;
const OTHER_PHASE = 'http_request_firewall_custom';
const NEW = { name: 'Zone-level phase entry point', kind: 'zone', phase: PHASE };
const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const ID = /^[0-9a-f]{32}$/;

const plain = (expression: string, more: object = {}) => ({ action: 'block', expression, ...more });

let api: LocalApi;
beforeEach(async () => {
  api = await openLocalApi();
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const create = async (body: object) => {
  const { status, body: envelope } = await api.call('POST', 'rulesets', body);
  expect(status, JSON.stringify(envelope.errors)).toBe(200);
  return envelope.result;
};
const createOther = (...rules: object[]) => create({ name: 'n', kind: 'zone', phase: OTHER_PHASE, rules });
const errorsOf = async (method: string, path: string, body?: unknown) => {
  const { status, body: envelope } = await api.call(method, path, body);
  return envelope.errors.map(({ code, message, source }) => [status, code, source?.pointer ?? null, message]);
};

describe('one ruleset', () => {
  it('is created with its rules, and read back', async () => {
    const created = await create({ ...NEW, description: 'Custom log fields.', rules: [CUSTOM_RULE] });
    expect(created).toEqual({
      ...NEW,
      id: expect.stringMatching(ID),
      description: 'Custom log fields.',
      version: '1',
      last_updated: expect.stringMatching(MICROSECONDS),
      rules: [
        {
          ...CUSTOM_RULE,
          id: expect.stringMatching(ID),
          version: '1',
          ref: created.rules[0].id,
          enabled: true,
          last_updated: created.last_updated,
        },
      ],
    });
    const { rules: _rules, ...item } = created;
    expect((await api.call('GET', `rulesets/${created.id}`)).body.result).toEqual(created);
    expect((await api.call('GET', ENTRY_POINT)).body.result).toEqual(created);
    expect((await api.call('GET', 'rulesets')).body).toEqual({
      result: [item],
      success: true,
      errors: [],
      messages: [],
      result_info: { count: 1, per_page: 50 },
    });
  });

  it('is created by its entry point, and has an empty list of rules', async () => {
    const { body } = await api.call('PUT', ENTRY_POINT, {});
    expect(body.result).toMatchObject({ name: 'default', description: '', kind: 'zone', phase: PHASE, rules: [] });
  });

  it('is deleted with an empty body', async () => {
    const { id } = await create(NEW);
    expect(await api.call('DELETE', `rulesets/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await errorsOf('GET', ENTRY_POINT)).toEqual([
      [404, 10003, null, `could not find entrypoint ruleset in the ${PHASE} phase`],
    ]);
    for (const method of ['GET', 'DELETE']) {
      expect(await errorsOf(method, `rulesets/${id}`)).toEqual([[404, 10003, null, `could not find ruleset '${id}'`]]);
    }
  });

  it('keeps what a client sends back unchanged, and replaces the rest', async () => {
    const created = await createOther(plain('1'), plain('2', { ref: 'two' }), plain('3'));
    const [one, , three] = created.rules;
    const { body } = await api.call('PUT', `rulesets/${created.id}`, {
      rules: [three, plain('2', { ref: 'two' }), { ...one, expression: '1b' }, plain('3')],
    });
    const [moved, two, changed, fresh] = body.result.rules;
    expect(body.result.version).toBe('2');
    expect(moved).toEqual(three);
    expect(two).toEqual(created.rules[1]);
    expect(changed).toEqual({ ...one, expression: '1b', version: '2', last_updated: body.result.last_updated });
    expect(fresh).toMatchObject({ version: '1', expression: '3', ref: fresh.id });
    expect(created.rules.map(({ id }: { id: string }) => id)).not.toContain(fresh.id);
  });

  it('keeps its rules when only the description changes', async () => {
    const created = await create({ ...NEW, rules: [CUSTOM_RULE] });
    const { body } = await api.call('PUT', `rulesets/${created.id}`, { description: 'new' });
    expect(body.result).toMatchObject({ description: 'new', version: '2', rules: created.rules });
    const emptied = await api.call('PUT', ENTRY_POINT, { rules: [] });
    expect(emptied.body.result).toMatchObject({ description: 'new', version: '3', rules: [] });
  });

  it('may be sent with its fixed keys, unless they differ', async () => {
    const { id, name, kind, phase } = await create(NEW);
    expect((await api.call('PUT', `rulesets/${id}`, { name, kind, phase })).status).toBe(200);
    for (const key of ['name', 'kind', 'phase']) {
      expect(await errorsOf('PUT', `rulesets/${id}`, { [key]: 'custom' })).toEqual([
        [400, 20000, `/${key}`, `'custom' is not a valid value for ${key} because it cannot be changed`],
      ]);
    }
  });
});

describe('rejected', () => {
  it.each<[string, object, number, string, RegExp]>([
    ['no name', { ...NEW, name: undefined }, 20000, '/name', /^missing value for name: expected the name/],
    ['an empty name', { ...NEW, name: '' }, 20000, '/name', /found an empty string/],
    ['an unknown kind', { ...NEW, kind: 'zones' }, 20000, '/kind', /expected one of managed, custom, root, zone/],
    ['a kind of accounts', { ...NEW, kind: 'root' }, 20217, '/kind', /^'root' is not a valid value for kind because/],
    [
      'a custom ruleset of custom fields',
      { ...NEW, kind: 'custom' },
      20217,
      '/kind',
      /exceeded maximum number of custom/,
    ],
    ['a phase in upper case', { ...NEW, phase: 'A' }, 20000, '/phase', /expected the name of a phase/],
    ['a number as description', { ...NEW, description: 1 }, 20000, '/description', /found 1, expected a string/],
    ['rules that are no array', { ...NEW, rules: {} }, 20000, '/rules', /found an object, expected an array of rules/],
    ['rules that are null', { ...NEW, rules: null }, 20000, '/rules', /found null/],
    [
      '1001 rules',
      { ...NEW, rules: Array(1001).fill({}) },
      20000,
      '/rules',
      /found 1,001 rules, expected at most 1000$/,
    ],
    ['a rule that is no object', { ...NEW, rules: [1] }, 20000, '/rules/0', /found 1, expected a rule/],
    ['an unknown key', { ...NEW, enabled: true }, 6007, '/enabled', /^invalid JSON: unknown field "enabled"$/],
    ['a key with a slash', { ...NEW, 'a/~b': true }, 6007, '/a~1~0b', /unknown field/],
    ['an id of its own', { ...NEW, id: 'a' }, 6007, '/id', /unknown field "id"/],
    [
      'an unknown key of a rule',
      { ...NEW, rules: [{ ...CUSTOM_RULE, actionParameters: {} }] },
      6007,
      '/rules/0/actionParameters',
      /unknown field "actionParameters"/,
    ],
    [
      'an id without a rule',
      { ...NEW, rules: [{ ...CUSTOM_RULE, id: 'f'.repeat(32) }] },
      20000,
      '/rules/0/id',
      /^'f{32}' is not a valid value for id because the ruleset has no such rule$/,
    ],
    [
      'a ref twice',
      { ...NEW, phase: OTHER_PHASE, rules: [plain('1', { ref: 'a' }), plain('2', { ref: 'a' })] },
      20000,
      '/rules/1/ref',
      /another rule has it/,
    ],
    [
      'a rule without action',
      { ...NEW, phase: OTHER_PHASE, rules: [{ expression: '1' }] },
      20000,
      '/rules/0/action',
      /missing/,
    ],
    [
      'enabled as text',
      { ...NEW, rules: [{ ...CUSTOM_RULE, enabled: 'yes' }] },
      20000,
      '/rules/0/enabled',
      /true or false/,
    ],
  ])('%s', async (_name, body, code, pointer, message) => {
    for (const query of ['', '?dry_run=true']) {
      const errors = await errorsOf('POST', `rulesets${query}`, body);
      expect(errors).toEqual([[400, code, pointer, expect.stringMatching(message)]]);
    }
    expect((await api.call('GET', 'rulesets')).body.result).toEqual([]);
  });

  it.each<[string, object, [pointer: string, message: RegExp][]]>([
    ['another action', { ...CUSTOM_RULE, action: 'log' }, [['/action', /expected "log_custom_field"/]]],
    [
      'another expression',
      { ...CUSTOM_RULE, expression: 'ip.src eq 1' },
      [['/expression', /expected the string "true"/]],
    ],
    ['no parameters', { ...CUSTOM_RULE, action_parameters: undefined }, [['/action_parameters', /expected an object/]]],
    ['no array', { ...CUSTOM_RULE, action_parameters: {} }, [['/action_parameters', /found no array/]]],
    [
      'an empty array',
      { ...CUSTOM_RULE, action_parameters: { cookie_fields: [] } },
      [['/action_parameters/cookie_fields', /found an empty array/]],
    ],
    [
      'a header in upper case',
      { ...CUSTOM_RULE, action_parameters: { request_fields: [{ name: 'a' }, { name: 'b' }, { name: 'X-C' }] } },
      [['/action_parameters/request_fields/2/name', /in lower case: "x-c"/]],
    ],
    [
      'a header twice',
      { ...CUSTOM_RULE, action_parameters: { response_fields: [{ name: 'a' }, { name: 'a' }] } },
      [['/action_parameters/response_fields/1/name', /twice/]],
    ],
    [
      'an array of the other limits',
      { ...CUSTOM_RULE, action_parameters: { raw_response_fields: [{ name: 'a' }] } },
      [['/action_parameters/raw_response_fields', /found raw_response_fields/]],
    ],
    [
      'too many fields',
      {
        ...CUSTOM_RULE,
        action_parameters: { cookie_fields: Array.from({ length: 41 }, (_, i) => ({ name: `c${i}` })) },
      },
      [['/action_parameters', /found 41 fields/]],
    ],
    [
      'keys with dots, brackets and slashes',
      {
        ...CUSTOM_RULE,
        action_parameters: {
          'cookie_fields[0].name': [],
          'a.b/c': [],
          cookie_fields: [{ name: 'a', 'x[0].y/~z': 1 }, { name: 1 }],
        },
      },
      [
        ['/action_parameters/cookie_fields/0/x[0].y~1~0z', /found the key/],
        ['/action_parameters/cookie_fields/1/name', /found the number 1/],
        ['/action_parameters/cookie_fields[0].name', /found the key/],
        ['/action_parameters/a.b~1c', /found the key/],
      ],
    ],
    [
      'several problems at once',
      {
        ...CUSTOM_RULE,
        action: 'x',
        expression: 'false',
        surplus: 1,
        action_parameters: { request_fields: [{ name: '' }] },
      },
      [
        ['/surplus', /unknown field/],
        ['/action', /found the string "x"/],
        ['/expression', /found the string "false"/],
        ['/action_parameters/request_fields/0/name', /found an empty name/],
      ],
    ],
  ])('a rule with %s', async (_name, rule, expected) => {
    const pointers = async (method: string, path: string, body: object, before: string) => {
      const errors = await errorsOf(method, path, body);
      const rows = expected.map(([pointer, message]) => [
        400,
        expect.anything(),
        before + pointer,
        expect.stringMatching(message),
      ]);
      expect(errors).toHaveLength(rows.length);
      expect(errors).toEqual(expect.arrayContaining(rows));
    };
    await pointers('POST', 'rulesets', { ...NEW, rules: [rule] }, '/rules/0');
    await pointers('PUT', ENTRY_POINT, { rules: [rule] }, '/rules/0');
    const { id, rules } = await create({ ...NEW, rules: [CUSTOM_RULE] });
    await pointers('PATCH', `rulesets/${id}/rules/${rules[0].id}`, rule, '');
    await api.call('PUT', `rulesets/${id}`, { rules: [] });
    await pointers('POST', `rulesets/${id}/rules`, rule, '');
  });

  it('a second ruleset of a phase, and kind and phase of an entry point', async () => {
    await create(NEW);
    expect(await errorsOf('POST', 'rulesets', NEW)).toEqual([
      [
        400,
        20217,
        '/kind',
        "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase http_log_custom_fields",
      ],
    ]);
    expect(await errorsOf('PUT', ENTRY_POINT, NEW)).toEqual([
      [400, 6007, '/kind', 'invalid JSON: unknown field "kind"'],
      [400, 6007, '/phase', 'invalid JSON: unknown field "phase"'],
    ]);
    expect((await errorsOf('PUT', ENTRY_POINT, { name: 'other' })).map((one) => one.slice(0, 3))).toEqual([
      [400, 20000, '/name'],
    ]);
    expect(
      (await errorsOf('PUT', 'rulesets/phases/http_log_custom/entrypoint', {})).map((one) => one.slice(0, 3)),
    ).toEqual([[400, 20000, '/phase']]);
  });

  it('a second rule of custom fields', async () => {
    const { id } = await create({ ...NEW, rules: [CUSTOM_RULE] });
    expect(await errorsOf('POST', `rulesets/${id}/rules`, CUSTOM_RULE)).toEqual([
      [400, 20000, '', expect.stringMatching(/already has a rule; a zone has one rule for custom fields/)],
    ]);
    expect(await errorsOf('PUT', ENTRY_POINT, { rules: [CUSTOM_RULE, CUSTOM_RULE] })).toEqual([
      [400, 20000, '/rules/1', expect.stringMatching(/found 2 rules/)],
    ]);
  });
});

it('the limits decide on arrays', async () => {
  const current = await openLocalApi({ limits: 'current' });
  const action_parameters = { raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] };
  const { status } = await current.call('PUT', ENTRY_POINT, { rules: [{ ...CUSTOM_RULE, action_parameters }] });
  expect(status).toBe(200);
});

describe('single rules', () => {
  const order = (result: { rules: { expression: string }[] }) =>
    result.rules.map(({ expression }) => expression).join('');

  it('are added at the end or at a position', async () => {
    const { id, rules } = await createOther(plain('a'), plain('b'));
    const add = async (expression: string, position?: object) => {
      const { body } = await api.call('POST', `rulesets/${id}/rules`, { ...plain(expression), position });
      return order(body.result);
    };
    expect(await add('c')).toBe('abc');
    expect(await add('d', { before: '' })).toBe('dabc');
    expect(await add('e', { after: '' })).toBe('dabce');
    expect(await add('f', { index: 2 })).toBe('dfabce');
    expect(await add('g', { before: rules[1].id })).toBe('dfagbce');
    expect(await add('h', { after: rules[1].id })).toBe('dfagbhce');
    expect(await add('i', { index: 100 })).toBe('dfagbhcei');
  });

  it('are changed, moved and deleted; the others keep their versions', async () => {
    const created = await createOther(plain('a'), plain('b', { description: 'x' }), plain('c'));
    const [a, b, c] = created.rules;
    const path = `rulesets/${created.id}/rules`;
    const changed = (await api.call('PATCH', `${path}/${b.id}`, plain('B'))).body.result;
    const { description: _description, ...withoutDescription } = b;
    const stamp = changed.last_updated;
    expect(changed.rules).toEqual([
      a,
      { ...withoutDescription, expression: 'B', version: '2', last_updated: stamp },
      c,
    ]);
    const moved = (await api.call('PATCH', `${path}/${c.id}`, { position: { index: 1 } })).body.result;
    expect(moved).toMatchObject({ version: '3', rules: [c, a, changed.rules[1]] });
    const both = (await api.call('PATCH', `${path}/${a.id}`, { ...plain('A'), ref: 'r', position: { after: '' } })).body
      .result;
    expect(both.rules.map(({ version, ref }: { version: string; ref: string }) => [version, ref])).toEqual([
      ['1', c.ref],
      ['2', b.ref],
      ['2', 'r'],
    ]);
    const left = (await api.call('DELETE', `${path}/${b.id}`)).body.result;
    expect([order(left), left.version]).toEqual(['cA', '5']);
  });

  it.each<[string, string, string, object | undefined, number, string | null]>([
    ['another id', 'PATCH', 'RULE', { ...plain('x'), id: 'a' }, 400, '/id'],
    ['the ref of another rule', 'PATCH', 'RULE', { ...plain('x'), ref: 'two' }, 400, '/ref'],
    ['no definition', 'PATCH', 'RULE', {}, 400, '/action'],
    ['no place', 'PATCH', 'RULE', { position: {} }, 400, '/position'],
    ['two places', 'PATCH', 'RULE', { position: { before: '', index: 1 } }, 400, '/position'],
    ['place 0', 'PATCH', 'RULE', { position: { index: 0 } }, 400, '/position/index'],
    ['a place before itself', 'PATCH', 'RULE', { position: { before: 'RULE' } }, 400, '/position/before'],
    ['a place after nothing', 'POST', '', { ...plain('x'), position: { after: 'no' } }, 400, '/position/after'],
    ['an id for a new rule', 'POST', '', { ...plain('x'), id: 'a' }, 400, '/id'],
    ['a ref that is taken', 'POST', '', { ...plain('x'), ref: 'two' }, 400, '/ref'],
    ['a rule that is not there', 'PATCH', 'no', plain('x'), 404, null],
    ['a rule that is not there', 'DELETE', 'no', undefined, 404, null],
  ])('%s → %s %s rejected', async (_name, method, rule, body, status, pointer) => {
    const created = await createOther(plain('a'), plain('b', { ref: 'two' }));
    const text = JSON.stringify(body)?.replaceAll('RULE', created.rules[0].id);
    const path = `rulesets/${created.id}/rules${rule === '' ? '' : `/${rule.replace('RULE', created.rules[0].id)}`}`;
    const errors = await errorsOf(method, path, text);
    expect(errors[0]!.slice(0, 3)).toEqual([status, status === 404 ? 10003 : 20000, pointer]);
    expect((await api.call('GET', `rulesets/${created.id}`)).body.result).toEqual(created);
  });
});

describe('versions', () => {
  it('are listed, read and deleted, below the id and the entry point', async () => {
    const { id } = await create(NEW);
    await api.call('PUT', ENTRY_POINT, { rules: [CUSTOM_RULE] });
    await api.call('PUT', ENTRY_POINT, { rules: [] });
    for (const path of [`rulesets/${id}/versions`, `${ENTRY_POINT}/versions`]) {
      const { body } = await api.call('GET', path);
      expect(body.result.map(({ version }: { version: string }) => version)).toEqual(['1', '2', '3']);
      expect(body.result[0]).not.toHaveProperty('rules');
      expect((await api.call('GET', `${path}/2`)).body.result.rules).toMatchObject([CUSTOM_RULE]);
      expect((await errorsOf('GET', `${path}/4`)).map((one) => one.slice(0, 2))).toEqual([[404, 10003]]);
      expect((await errorsOf('DELETE', `${path}/3`)).map((one) => one.slice(0, 2))).toEqual([[400, 20000]]);
    }
    expect((await api.call('DELETE', `rulesets/${id}/versions/2`)).status).toBe(204);
    expect((await api.call('DELETE', `${ENTRY_POINT}/versions/1?dry_run=true`)).status).toBe(204);
    const left = (await api.call('GET', `rulesets/${id}/versions`)).body.result;
    expect(left.map(({ version }: { version: string }) => version)).toEqual(['1', '3']);
    expect((await api.call('PUT', ENTRY_POINT, {})).body.result.version).toBe('4');
  });
});

describe('dry_run', () => {
  it('validates and changes nothing', async () => {
    expect((await api.call('POST', 'rulesets?dry_run=true', NEW)).body).toMatchObject({ success: true, result: null });
    expect((await api.call('PUT', `${ENTRY_POINT}?dry_run=true`, {})).body.result).toBeNull();
    expect((await api.call('GET', 'rulesets')).body.result).toEqual([]);
    const created = await createOther(plain('a'));
    const before = api.state.revision;
    const path = `rulesets/${created.id}`;
    for (const [method, place, body] of [
      ['PUT', path, { rules: [] }],
      ['POST', `${path}/rules`, plain('b')],
      ['PATCH', `${path}/rules/${created.rules[0].id}`, plain('c')],
      ['DELETE', `${path}/rules/${created.rules[0].id}`, undefined],
    ] as const) {
      const { status, body: envelope } = await api.call(method, `${place}?dry_run=true`, body);
      expect([status, envelope.result]).toEqual([200, null]);
    }
    expect((await api.call('DELETE', `${path}?dry_run=true`)).status).toBe(204);
    expect((await api.call('GET', path)).body.result).toEqual(created);
    expect(api.state.revision).toBe(before);
    const wrong = { rules: [{ ...created.rules[0], id: 'no' }] };
    expect((await api.call('PUT', `${path}?dry_run=true`, wrong)).status).toBe(400);
    expect((await errorsOf('PUT', `${path}?dry_run=1`, { rules: [] })).map((one) => one.slice(0, 2))).toEqual([
      [400, 6009],
    ]);
    expect((await api.call('PUT', `${path}?dry_run=false`, { rules: [] })).body.result.version).toBe('2');
  });
});

describe('the list', () => {
  it('has pages that a change between them does not shift', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await create({ name: `${i}`, kind: 'custom', phase: OTHER_PHASE })).id);
    const page = async (query: string) => {
      const { result, result_info: info } = (await api.call('GET', `rulesets?${query}`)).body;
      return { ids: result.map(({ id }: { id: string }) => ids.indexOf(id)), cursor: info!.cursor as string, info };
    };
    const first = await page('per_page=2');
    expect(first).toMatchObject({ ids: [0, 1], info: { count: 2, per_page: 2, cursor: expect.any(String) } });
    await api.call('DELETE', `rulesets/${ids[1]}`);
    const second = await page(`per_page=2&cursor=${first.cursor}`);
    expect(second.ids).toEqual([2, 3]);
    const last = await page(`per_page=2&cursor=${second.cursor}`);
    expect(last).toMatchObject({ ids: [4], info: { count: 1, per_page: 2 } });
    expect(last.cursor).toBeUndefined();
    for (const query of ['per_page=0', 'per_page=51', 'per_page=a', 'cursor=!', 'cursor=YQ']) {
      expect((await errorsOf('GET', `rulesets?${query}`)).map((one) => one.slice(0, 2))).toEqual([[400, 6009]]);
    }
  });
});

it('the account has no rulesets', async () => {
  const account = `/accounts/${api.state.identity.accountId}`;
  const { id } = await create(NEW);
  expect((await api.call('GET', `${account}/rulesets`)).body.result).toEqual([]);
  expect((await errorsOf('GET', `${account}/rulesets/${id}`)).map((one) => one.slice(0, 2))).toEqual([[404, 10003]]);
  expect((await errorsOf('GET', `${account}/${ENTRY_POINT}`)).map((one) => one.slice(0, 2))).toEqual([[404, 10003]]);
  expect((await errorsOf('POST', `${account}/rulesets`, NEW)).map((one) => one.slice(0, 2))).toEqual([[403, 20000]]);
  expect((await errorsOf('PUT', `${account}/${ENTRY_POINT}`, {})).map((one) => one.slice(0, 2))).toEqual([
    [403, 20000],
  ]);
});

it('clients that change one ruleset at once get versions of their own, and the last one wins', async () => {
  const { id } = await createOther();
  const put = (expression: string) => api.call('PUT', `rulesets/${id}`, { rules: [plain(expression, { ref: 'r' })] });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, client) => put(`client ${client}`)));
  const versions = answers.map(({ body }) => Number(body.result.version));
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  const latest = answers[versions.indexOf(21)]!.body.result;
  expect((await api.call('GET', `rulesets/${id}`)).body.result).toEqual(latest);
  expect(latest.rules[0].version).toBe('20');
});
