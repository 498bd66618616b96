// Requests that the server cannot parse get the envelope too; a foreign Host header opens nothing.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

let api: ServedApi;
beforeAll(async () => {
  api = await serveApi();
});
afterAll(() => api.stop());

const AUTH = `Authorization: Bearer ${TOKEN}\r\n`;
const GET = 'GET /client/v4/zones HTTP/1.1\r\n';

it.each<[string, string, number, number?]>([
  ['a Host header that is no host', `${GET}Host: a b\r\n${AUTH}`, 400, 6000],
  ['no Host header', `${GET}${AUTH}`, 200],
  ['HTTP/1.0', `GET /client/v4/zones HTTP/1.0\r\n${AUTH}`, 200],
  ['a foreign host without a token', `${GET}Host: attacker.example\r\n`, 401, 9106],
  ['a URL without a slash', `GET zones HTTP/1.1\r\nHost: a\r\n${AUTH}`, 400, 6000],
  ['a backslash in the path', `GET /client\\v4 HTTP/1.1\r\nHost: a\r\n${AUTH}`, 400, 6000],
  ['an unknown method', `FROB /client/v4/zones HTTP/1.1\r\nHost: a\r\n${AUTH}`, 400, 6000],
  ['a tunnel', `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n${AUTH}`, 400, 6000],
  ['another protocol', 'PRI * HTTP/2.0\r\n', 400, 6000],
  ['a header without a colon', `${GET}Host: a\r\nbad header\r\n${AUTH}`, 400, 6000],
  ['long headers', `${GET}Host: a\r\n${AUTH}X: ${'a'.repeat(20_000)}\r\n`, 431, 6000],
  ['an unknown expectation', `${GET}Host: a\r\n${AUTH}Expect: nothing\r\n`, 200],
])('%s → %i', async (_name, head, status, code) => {
  const socket = connect(Number(new URL(api.baseURL).port), '127.0.0.1');
  // Not ended: the server must answer without that.
  socket.write(`${head}Connection: close\r\n\r\n`);
  const [answered, body] = (await text(socket)).split('\r\n\r\n', 2) as [string, string];
  expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\ncontent-type: application/json(\r|$)`, 'i'));
  expect(JSON.parse(body)).toMatchObject({ success: status === 200, errors: code === undefined ? [] : [{ code }] });
});

it('leaves the classes of fetch to the program that runs it', async () => {
  expect(await fetch(`${api.baseURL}/zones`)).toBeInstanceOf(Response);
});
