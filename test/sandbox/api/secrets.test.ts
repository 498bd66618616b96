// The routes of the secrets of the edge script: names, values, and that no answer has a value. Their effect: test/sandbox/edge.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDGE_SCRIPT_NAME } from '../../../src/sandbox/edge/index.ts';
import { type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const VALUE = 'a value that no answer has';
let api: LocalApi;
let path: string;
beforeAll(async () => {
  api = await openLocalApi();
  path = `/accounts/${api.state.identity.accountId}/workers/scripts/${EDGE_SCRIPT_NAME}/secrets`;
});
afterAll(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const put = (name: unknown, text: unknown = VALUE, type: unknown = 'secret_text') =>
  api.call('PUT', path, { name, text, type });

it('stores, lists and deletes without a value in any answer', async () => {
  const answers = [
    await put('AUTH_KEY_SECRET'),
    await put('__proto__'),
    await put('AUTH_KEY_SECRET', `${VALUE}, and another`),
    await api.call('GET', path),
    await api.call('GET', `${path}/AUTH_KEY_SECRET`),
    await api.call('DELETE', `${path}/AUTH_KEY_SECRET`),
    await api.call('GET', path),
  ];
  const [auth, proto] = ['AUTH_KEY_SECRET', '__proto__'].map((name) => ({ name, type: 'secret_text' }));
  expect(answers.map(({ body }) => body.result)).toEqual([auth, proto, auth, [auth, proto], auth, null, [proto]]);
  expect(JSON.stringify(answers)).not.toContain(VALUE);
  expect(api.state.resources.secrets()).toEqual(JSON.parse(`{"__proto__":"${VALUE}"}`));
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await api.call(method, `${path}/AUTH_KEY_SECRET`);
    expect([status, body.errors[0]]).toEqual([404, { code: 10056, message: "Binding 'AUTH_KEY_SECRET' not found" }]);
  }
});

describe('rejects', () => {
  it.each<[string, unknown, unknown, unknown, number]>([
    ['an empty name', '', VALUE, 'secret_text', 10021],
    ['a name with a hyphen', 'AUTH-KEY', VALUE, 'secret_text', 10021],
    ['a name that begins with a digit', '1KEY', VALUE, 'secret_text', 10021],
    ['a long name', 'k'.repeat(256), VALUE, 'secret_text', 10021],
    ['the name of the bucket', 'BUCKET', VALUE, 'secret_text', 10053],
    ['the name of a variable', 'ALLOW_LIST', VALUE, 'secret_text', 10053],
    ['a long value', 'KEY', 'é'.repeat(2561), 'secret_text', 10021],
    ['a value that is no text', 'KEY', 7, 'secret_text', 6007],
    ['no value', 'KEY', undefined, 'secret_text', 6007],
    ['null as a value', 'KEY', null, 'secret_text', 6007],
    ['a name with a dollar sign', 'KEY$', VALUE, 'secret_text', 10021],
    ['another type', 'KEY', VALUE, 'secret_key', 6007],
  ])('%s', async (_, name, text, type, code) => {
    const { status, body } = await api.call('PUT', path, { name, text, type });
    expect([status, body.errors[0]?.code]).toEqual([400, code]);
    expect(JSON.stringify(body)).not.toContain(VALUE);
  });

  it.each(['GET', 'PUT'])('%s of another script', async (method) => {
    const body = method === 'PUT' ? { name: 'KEY', text: VALUE, type: 'secret_text' } : undefined;
    const found = await api.call(method, path.replace(EDGE_SCRIPT_NAME, 'other'), body);
    expect([found.status, found.body.errors[0]?.code]).toEqual([404, 10007]);
  });

  it('another account, a zone, another method, and a wrong token', async () => {
    const { zoneId } = api.state.identity;
    const statuses = [
      await api.call('GET', path.replace(/accounts\/\w+/, `accounts/${'0'.repeat(32)}`)),
      await api.call('GET', path.replace(/accounts\/\w+/, `zones/${zoneId}`)),
      await api.call('POST', path, {}),
      await api.call('GET', path, undefined, { authorization: 'Bearer wrong' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 405, 403]);
  });
});
