// Every answer has the envelope; authentication comes before everything.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

let api: LocalApi;
beforeEach(async () => {
  api = await openLocalApi();
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const failure = (code: number, message: string | RegExp, pointer?: string) => ({
  result: null,
  success: false,
  errors: [
    {
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      ...(pointer !== undefined && { source: { pointer } }),
    },
  ],
  messages: [],
});

describe('authentication', () => {
  const missing = failure(9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers');
  const wrong = failure(10000, 'Authentication error');
  const reason = { code: 6111, message: 'Invalid format for Authorization header' };
  const malformed = { ...wrong, errors: [{ code: 6003, message: 'Invalid request headers', error_chain: [reason] }] };
  it.each<[string, (api: LocalApi) => Record<string, string>, number, unknown]>([
    ['nothing', () => ({}), 401, missing],
    ['only the e-mail', ({ state }) => ({ 'x-auth-email': state.identity.email }), 401, missing],
    ['only the key', ({ state }) => ({ 'x-auth-key': state.identity.apiKey }), 401, missing],
    ['a wrong token', () => ({ authorization: 'Bearer no' }), 403, wrong],
    ['a token without its scheme', ({ state }) => ({ authorization: state.identity.token }), 400, malformed],
    ['another scheme', ({ state }) => ({ authorization: `Basic ${state.identity.token}` }), 400, malformed],
    ['a wrong key', ({ state }) => ({ 'x-auth-email': state.identity.email, 'x-auth-key': 'no' }), 403, wrong],
    ['a wrong e-mail', ({ state }) => ({ 'x-auth-email': 'a@b.c', 'x-auth-key': state.identity.apiKey }), 403, wrong],
  ])('%s', async (_name, headersOf, status, body) => {
    for (const [method, path] of [
      ['GET', '/zones'],
      ['GET', '/nowhere'],
      ['PATCH', '/zones'],
      ['POST', 'rulesets'],
    ] as const) {
      const response = await api.app.request(`/client/v4${path.startsWith('/') ? path : `/zones/x/${path}`}`, {
        method,
        headers: headersOf(api),
        ...(method === 'POST' && { body: 'no JSON' }),
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual(body);
    }
  });

  it('accepts e-mail and key, and the scheme in any case', async () => {
    const { email, apiKey, token } = api.state.identity;
    for (const headers of [
      { 'x-auth-email': email.toUpperCase(), 'x-auth-key': apiKey },
      { authorization: `bearer ${token}` },
    ]) {
      expect((await api.app.request('/client/v4/zones', { headers: headers as Record<string, string> })).status).toBe(
        200,
      );
    }
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/', 404, 7003, 'No route for the URI'],
    ['GET', '/nowhere', 404, 7003, 'No route for the URI'],
    ['GET', 'nowhere', 404, 7003, 'No route for the URI'],
    ['GET', 'logpush/edge/jobs', 404, 7003, 'No route for the URI'],
    ['GET', '/zones/0/rulesets', 404, 7003, /^Could not route to .*\/zones\/0\/rulesets, perhaps your object/],
    ['PUT', '/accounts/0/logpush/jobs/1', 404, 7003, /^Could not route to/],
    ['GET', '/zones/%ff/logpush/jobs', 404, 7003, /^Could not route to/],
    ['PATCH', 'logpush/jobs', 405, 7001, 'Method PATCH not available for that URI'],
    ['OPTIONS', '/zones', 405, 7001, 'Method OPTIONS not available for that URI'],
    ['POST', 'logpush/datasets/http_requests/fields', 405, 7001, /POST/],
  ])('%s %s → %i, %i', async (method, path, status, code, message) => {
    const found = await api.call(method, path);
    expect(found.status).toBe(status);
    expect(found.body).toEqual(failure(code, message));
  });

  it('names the allowed methods', async () => {
    expect((await api.call('PATCH', 'logpush/jobs')).headers.get('allow')).toBe('GET, POST');
  });

  it('answers HEAD without a body', async () => {
    const found = await api.call('HEAD', 'rulesets');
    expect([found.status, found.body]).toEqual([200, undefined]);
  });
});

describe('the user, the zone and the account', () => {
  it('verifies the token', async () => {
    const { body } = await api.call('GET', '/user/tokens/verify');
    expect(body.result).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'active' });
  });

  it('lists one zone and one account, by page and by name', async () => {
    const { zoneId, accountId } = api.state.identity;
    const [zone, account] = [
      { id: zoneId, name: 'example.com', status: 'active' },
      { id: accountId, name: 'Sandbox' },
    ];
    const info = { page: 1, per_page: 20, count: 1, total_count: 1, total_pages: 1 };
    for (const [path, item] of [
      ['/zones', zone],
      ['/zones?name=example.com', zone],
      [`/zones?account.id=${accountId}`, zone],
      ['/accounts', account],
    ] as const) {
      expect((await api.call('GET', path)).body).toMatchObject({ result: [item], result_info: info });
    }
    expect((await api.call('GET', '/zones?name=other.com')).body.result).toEqual([]);
    expect((await api.call('GET', '/zones?page=2')).body.result).toEqual([]);
    expect((await api.call('GET', '/zones?page=0')).status).toBe(400);
    expect((await api.call('GET', `/zones/${zoneId}`)).body.result).toMatchObject(zone);
    expect((await api.call('GET', `/accounts/${accountId}`)).body.result).toMatchObject(account);
    expect((await api.call('GET', `/accounts/${zoneId}`)).status).toBe(404);
  });
});

describe('bodies', () => {
  const deep = '['.repeat(100_000);
  const wide = `{"filter":${'[0,'.repeat(1)}${'0,'.repeat(400_000)}0]}`;
  it.each<[string, string, string | RegExp, string?]>([
    ['empty', '', 'invalid JSON: unexpected end of JSON input'],
    ['cut off', '{"name":', 'invalid JSON: line 1, column 9: expected a JSON value'],
    ['a word', '{"name": private-word}', 'invalid JSON: line 1, column 10: expected a JSON value'],
    ['on the second line', '{\n x}', 'invalid JSON: line 2, column 2: expected a key in double quotes'],
    ['an array', '[]', 'invalid JSON: expected an object'],
    ['a number', '1', 'invalid JSON: expected an object'],
    ['null', 'null', 'invalid JSON: expected an object'],
    ['too deep', deep, 'invalid JSON: line 1, column 513: expected at most 512 levels'],
    ['too deep inside', `{"a":${deep}`, /expected at most 512 levels/],
    ['the same key twice', '{"name":"a","name":"b"}', 'invalid JSON: duplicate field "name"'],
    ['a prototype', '{"__proto__":{"name":"a"}}', 'invalid JSON: unknown field "__proto__"', '/__proto__'],
    ['a prototype inside', '{"x":[{"__proto__":1}]}', 'invalid JSON: unknown field "__proto__"', '/x/0/__proto__'],
    ['an infinite number', '{"a/b":1e999}', 'invalid JSON: number out of range', '/a~1b'],
    ['an inexact number', '{"a":[1,9007199254740993]}', 'invalid JSON: number out of range', '/a/1'],
    ['an unending number', `{"a":${'9'.repeat(100_000)}}`, 'invalid JSON: number out of range', '/a'],
  ])('%s → 400', async (_name, text, message, pointer) => {
    for (const [method, path] of [
      ['POST', 'rulesets'],
      ['PUT', 'rulesets/phases/http_log_custom_fields/entrypoint'],
      ['POST', 'logpush/jobs'],
      ['POST', 'logpush/ownership'],
      ['POST', 'logpush/validate/origin'],
    ] as const) {
      const found = await api.call(method, path, text);
      expect(found.status).toBe(400);
      expect(found.body).toEqual(failure(6007, message, pointer));
    }
  });

  it('rejects bytes that are not UTF-8', async () => {
    const response = await api.app.request(`/client/v4/zones/${api.state.identity.zoneId}/rulesets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.state.identity.token}` },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(await response.json()).toEqual(failure(6007, 'invalid JSON: found bytes that are not UTF-8'));
  });

  it('accepts any content type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type };
      const sent = { logpull_options: 'fields=RayID' };
      expect((await api.call('POST', 'logpush/validate/origin', sent, headers)).status).toBe(200);
    }
  });

  it('has one error for each of many problems, up to a limit', async () => {
    const { status, body } = await api.call('POST', 'logpush/jobs', wide);
    expect([status, body.errors.length]).toEqual([400, 1]);
    const rules = Array.from({ length: 500 }, () => ({ action: 1 }));
    const many = await api.call('POST', 'rulesets', {
      name: 'a',
      kind: 'zone',
      phase: 'http_log_custom_fields',
      rules,
    });
    expect([many.status, many.body.errors.length]).toEqual([400, 100]);
  });

  it('accepts 1,000,000 bytes and rejects one more', async () => {
    const body = (bytes: number) => `{"logpull_options":"fields=RayID"${' '.repeat(bytes - 34)}}`;
    expect((await api.call('POST', 'logpush/validate/origin', body(1_000_000))).status).toBe(200);
    const found = await api.call('POST', 'logpush/validate/origin', body(1_000_001));
    expect(found.status).toBe(413);
    expect(found.body).toEqual(failure(6013, /at most 1,000,000 bytes/));
  });

  it('stops reading an endless body without a length', async () => {
    let sent = 0;
    let isCancelled = false;
    const stream = new ReadableStream({
      pull: (controller) => {
        sent += 100_000;
        controller.enqueue(new Uint8Array(100_000).fill(32));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const response = await api.app.request(`/client/v4/zones/${api.state.identity.zoneId}/rulesets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.state.identity.token}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(1_500_000);
  });
});

it('a client that breaks off in its body is no fault of the service', async () => {
  const response = await api.app.request(`/client/v4/zones/${api.state.identity.zoneId}/rulesets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.state.identity.token}` },
    body: new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) }),
    duplex: 'half',
  } as RequestInit);
  expect(await response.json()).toEqual(failure(6007, 'invalid JSON: the body ended early'));
});

describe('faults and rate limits', () => {
  it('hides a fault of the service', async () => {
    const broken = await openLocalApi();
    broken.state.close();
    const { status, body } = await broken.call('GET', 'rulesets');
    expect(status).toBe(500);
    expect(body).toEqual(failure(10500, /^internal server error/));
    expect(broken.faults).toHaveLength(1);
  });

  it('blocks for five minutes after too many requests', async () => {
    let now = 1000;
    const limited = await openLocalApi({ rateLimit: 3, monotonicNow: () => now });
    const get = async () => {
      const { status, headers } = await limited.call('GET', '/zones');
      return [status, headers.get('ratelimit'), headers.get('ratelimit-policy'), headers.get('retry-after')];
    };
    const policy = '"default";q=3;w=300';
    expect(await get()).toEqual([200, '"default";r=2;t=300', policy, null]);
    now += 100_500;
    expect(await get()).toEqual([200, '"default";r=1;t=200', policy, null]);
    const missing = await limited.call('GET', '/nowhere');
    expect([missing.status, missing.headers.get('ratelimit')]).toEqual([404, '"default";r=0;t=200']);
    expect(await get()).toEqual([429, '"default";r=0;t=300', policy, '300']);
    now += 299_001;
    expect(await get()).toEqual([429, '"default";r=0;t=1', policy, '1']);
    now += 999;
    expect(await get()).toEqual([200, '"default";r=2;t=300', policy, null]);
    expect((await limited.call('GET', '/zones', undefined, { authorization: 'Bearer no' })).status).toBe(403);
    const unlimited = await api.call('GET', '/zones');
    expect(unlimited.headers.get('ratelimit')).toBeNull();
  });

  it('answers 429 in the envelope', async () => {
    const limited = await openLocalApi({ rateLimit: 1 });
    await limited.call('GET', '/zones');
    expect((await limited.call('GET', '/zones')).body).toEqual(failure(10429, /^Rate limited/));
  });
});
